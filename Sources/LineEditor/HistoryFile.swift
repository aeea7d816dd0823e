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
  func statements() -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes.split(separator: 0x0A).suffix(Self.capacity).compactMap {
      HistoryEntry(line: $0)?.text
    }
  }

  func append(_ statement: String) {
    makeFolders()
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { return }
    let line = HistoryEntry(text: statement, time: time(nil)).line
    line.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
  }

  private func makeFolders() {
    var end = path.index(after: path.startIndex)
    while let slash = path[end...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = path.index(after: slash)
    }
  }
}
