import Glibc
import LarderCore
import SQLiteDriver

/// A database file on disk, looked at without SQLite.
package struct DatabaseFile: Sendable {
  /// Absolute, without symbolic links.
  package let path: String

  /// Why it cannot be written, or `nil` when it can.
  package let readOnlyReason: String?

  static let magic = Array("SQLite format 3\0".utf8)

  /// - Throws: ``PersistenceError``: `store.unavailable` where there is no file that can be read,
  ///   `store.corrupt` where it is no SQLite database.
  package init(path: String, isReadOnly: Bool) throws {
    self.path = try DatabaseFile.resolved(path)
    let header = try DatabaseFile.header(of: self.path)
    guard header.isEmpty || DatabaseFile.isDatabase(header) else {
      throw PersistenceError(
        .corrupt, detail: "\(path) is no SQLite database, or it is encrypted")
    }
    let folder = self.path.folder
    if isReadOnly {
      readOnlyReason = "it was opened to be read only"
    } else if access(self.path, W_OK) != 0 {
      readOnlyReason = "the file cannot be written"
    } else if access(folder, W_OK) != 0 {
      readOnlyReason = "the folder \(folder) cannot be written"
    } else {
      readOnlyReason = nil
    }
  }

  static func isDatabase(_ prefix: [UInt8]) -> Bool { prefix.starts(with: magic) }

  private static func resolved(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else {
      throw PersistenceError(
        .unavailable, detail: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The first 100 bytes, or all that there are.
  private static func header(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw PersistenceError(
        .unavailable, detail: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(file, &bytes, 100)
    guard count >= 0 else {
      throw PersistenceError(
        .unavailable, detail: "\(path): \(String(cString: strerror(errno)))")
    }
    return Array(bytes.prefix(count))
  }
}

extension DatabaseFile {
  /// How the file stands on disk, so that a change of it can be seen.
  struct State: Hashable, Sendable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
    var walSize: Int64

    /// The file says that its changes go to a `-wal` file first.
    var usesWAL: Bool
    var hasSharedMemory: Bool
  }

  var state: State {
    var status = stat()
    let exists = stat(path, &status) == 0
    return State(
      inode: exists ? UInt64(status.st_ino) : 0, size: exists ? Int64(status.st_size) : 0,
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
      walSize: DatabaseFile.size(of: path + "-wal"), usesWAL: usesWAL,
      hasSharedMemory: access(path + "-shm", F_OK) == 0)
  }

  /// Changes stand in a `-wal` file that are not in the file itself.
  package var hasLog: Bool { DatabaseFile.size(of: path + "-wal") > 0 }

  private var usesWAL: Bool {
    let header = (try? DatabaseFile.header(of: path)) ?? []
    return header.count > 19 && header[19] == 2
  }

  private static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// How to open a file in a state.
  enum Way: Hashable, Sendable {
    case normally(Connection.Mode)
    /// As a copy that is opened in place of the file: a `-wal` can only be read with files beside it.
    case copied
  }

  /// Reading a database in WAL mode leaves files beside it, which a read-only opening must not.
  func way(for state: State) -> Way {
    guard readOnlyReason != nil else { return .normally(.readWrite) }
    guard state.usesWAL else { return .normally(.readOnly) }
    if state.walSize == 0 { return .normally(.immutable) }
    return state.hasSharedMemory ? .normally(.readOnly) : .copied
  }
}

extension String {
  /// The folder of an absolute path.
  var folder: String {
    guard let slash = lastIndex(of: "/"), slash != startIndex else { return "/" }
    return String(self[..<slash])
  }
}
