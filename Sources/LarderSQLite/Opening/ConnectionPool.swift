import LarderCore
package import SQLiteDriver
import Synchronization

/// Connections to one file, each lent to one user at a time.
///
/// A read may start another one while it runs, so that one connection is not enough.
package final class ConnectionPool: Sendable {
  package let file: DatabaseFile
  package let interruption: Interruption

  /// Readies each new connection for what the database's triggers, indices and tables call.
  private let prepare: Preparation

  package typealias Preparation = @Sendable (Connection) throws(SQLiteError) -> Void

  private let shelf: Mutex<Shelf>

  private struct Shelf {
    var idle: [PooledConnection] = []
    var state: DatabaseFile.State

    /// Connections of an earlier state of the file are not taken back.
    var generation = 0
  }

  package init(
    _ file: DatabaseFile, interruption: Interruption = Interruption(),
    preparing prepare: @escaping Preparation = { _ in }
  ) {
    self.file = file
    self.interruption = interruption
    self.prepare = prepare
    shelf = Mutex(Shelf(state: file.state))
  }

  /// A pool of the same file that reads alone, and is interrupted together with this one.
  package func readOnly() throws -> ConnectionPool {
    ConnectionPool(
      try DatabaseFile(path: file.path, isReadOnly: true), interruption: interruption,
      preparing: prepare)
  }

  /// Lends a connection; what `body` throws comes out as a ``PersistenceError``, where SQLite threw it.
  package func withConnection<Result>(_ body: (PooledConnection) throws -> Result) throws -> Result
  {
    do {
      let lent = try take()
      lent.mark = interruption.mark
      defer { giveBack(lent) }
      return try body(lent)
    } catch let error as SQLiteError {
      throw PersistenceError(error)
    }
  }

  private func take() throws -> PooledConnection {
    let (kept, state, generation) = shelf.withLock { shelf in
      refresh(&shelf)
      return (shelf.idle.popLast(), shelf.state, shelf.generation)
    }
    if let kept { return kept }
    let lent = try PooledConnection(
      file, way: file.way(for: state), generation: generation, interruption)
    try prepare(lent.connection)
    return lent
  }

  private func giveBack(_ lent: PooledConnection) {
    shelf.withLock { shelf in
      if lent.generation == shelf.generation, shelf.idle.count < 4 { shelf.idle.append(lent) }
    }
  }

  /// SQLite sees changes of a file by itself, but not where it was told that there are none.
  private func refresh(_ shelf: inout Shelf) {
    guard file.readOnlyReason != nil else { return }
    let state = file.state
    guard state != shelf.state else { return }
    let way = file.way(for: shelf.state)
    if way != file.way(for: state) || way == .copied || way == .normally(.immutable) {
      shelf.idle = []
      shelf.generation += 1
    }
    shelf.state = state
  }
}

/// A connection together with what keeps it alive.
// Whoever has taken it from the pool is its only user until it goes back.
package final class PooledConnection: @unchecked Sendable {
  package let connection: Connection
  package let generation: Int

  /// When the operation began that uses it now.
  package var mark: Int

  private let interruption: Interruption
  private let copy: ScratchFile?

  init(
    _ file: DatabaseFile, way: DatabaseFile.Way, generation: Int, _ interruption: Interruption
  ) throws {
    switch way {
    case .normally(let mode):
      copy = nil
      connection = try Connection(path: file.path, mode: mode)
    case .copied:
      let copy = try ScratchFile(copyOf: file.path)
      self.copy = copy
      connection = try Connection(path: copy.path, mode: .readWrite)
    }
    self.generation = generation
    self.interruption = interruption
    mark = interruption.mark
    connection.setBusyTimeout(milliseconds: 5_000)
    try connection.addLarderFunctions()
    try connection.execute("PRAGMA foreign_keys = ON")
    watch()
  }

  /// Lets an interruption stop what runs.
  package func watch() {
    connection.setProgressHandler(every: 1_000) { [weak self] in self?.isInterrupted ?? true }
  }

  package var isInterrupted: Bool { interruption.isInterrupted(since: mark) }

  package func checkInterruption() throws {
    if isInterrupted { throw PersistenceError(.cancelled) }
  }
}
