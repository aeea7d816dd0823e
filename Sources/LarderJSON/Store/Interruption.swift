import LarderCore
import Synchronization

/// Whether somebody has asked for a running read to stop since it began.
struct Interruption: Sendable {
  private let store: JSONStore
  private let start: Int

  init(_ store: JSONStore) {
    self.store = store
    start = store.interrupts.load(ordering: .relaxed)
  }

  var isRequested: Bool { store.interrupts.load(ordering: .relaxed) != start }

  /// - Throws: ``PersistenceError`` with code `operation.cancelled`.
  func check() throws {
    if isRequested { throw PersistenceError(.cancelled) }
  }
}
