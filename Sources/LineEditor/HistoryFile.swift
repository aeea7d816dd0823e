import Glibc

/// Statements kept between sessions: one JSON object a line, readable by its owner alone.
///
/// Two sessions that append both keep theirs. Failures are silent: a read-only home must not stop
/// anyone from working.
public struct HistoryFile: Sendable {
  /// Statements that are read back, the newest ones.
  static let capacity = 5000

  let path: String

  public init(path: String) { self.path = path }

  /// The file in the user's state folder; `nil` when the environment names no home.
  public static func standard(environment: (String) -> String?) -> HistoryFile? {
    if let state = environment("XDG_STATE_HOME"), state.first == "/" {
      return HistoryFile(path: state + "/larder/history.jsonl")
    }
    guard let home = environment("HOME"), home.first == "/" else { return nil }
    return HistoryFile(path: home + "/.local/state/larder/history.jsonl")
  }

  /// The newest statements, oldest first; lines that cannot be read are passed over.
  func statements() -> [String] { entries().map(\.text) }

  /// The newest entries, oldest first.
  public func entries() -> [HistoryEntry] {
    let bytes = (try? Self.contents(of: path)) ?? []
    return bytes.split(separator: 0x0A).suffix(Self.capacity).compactMap { HistoryEntry(line: $0) }
  }

  /// What a regular file holds.
  static func contents(of path: String) throws(HistoryFileError) -> [UInt8] {
    // A pipe or a device is never waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw HistoryFileError(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw HistoryFileError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// Appends a statement that was typed now.
  func append(_ statement: String) { append([HistoryEntry(text: statement, time: time(nil))]) }

  /// Appends entries in their order, together.
  public func append(_ entries: [HistoryEntry]) {
    makeFolders()
    let descriptor = open(
      path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { return }
    // Another program may have left a line without its end.
    var bytes: [UInt8] = Self.endsInsideLine(descriptor) ? [0x0A] : []
    for entry in entries { bytes += entry.line }
    bytes.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
  }

  private static func endsInsideLine(_ descriptor: Int32) -> Bool {
    let end = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0x0A
    return end > 0 && pread(descriptor, &last, 1, end - 1) == 1 && last != 0x0A
  }

  private func makeFolders() {
    var end = path.index(after: path.startIndex)
    while let slash = path[end...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = path.index(after: slash)
    }
  }
}

/// A history that cannot be read, with the system's error number.
public struct HistoryFileError: Error, Hashable {
  public var code: Int32
}
