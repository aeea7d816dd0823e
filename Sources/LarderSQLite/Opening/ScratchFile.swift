import Glibc
import LarderCore

/// A database in a folder of its own, removed with the last reference.
final class ScratchFile: Sendable {
  let path: String
  private let folder: String

  /// There is no file yet.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`.
  init() throws {
    var template = Array("/tmp/larder-copy-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ScratchFile.failure("/tmp") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = folder + "/database"
  }

  /// A copy of a database and its `-wal`.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`.
  convenience init(copyOf original: String) throws {
    try self.init()
    try ScratchFile.copy(original, to: path)
    try ScratchFile.copy(original + "-wal", to: path + "-wal")
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    rmdir(folder)
  }

  private static func copy(_ source: String, to destination: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw failure(source) }
    defer { close(input) }
    let output = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw failure(destination) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0, writeAll(buffer[..<count], to: output) else { throw failure(source) }
    }
  }

  private static func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func failure(_ path: String) -> PersistenceError {
    PersistenceError(.unavailable, detail: "\(path): \(String(cString: strerror(errno)))")
  }
}
