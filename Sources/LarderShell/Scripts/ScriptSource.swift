import Glibc
import LarderCore
import LineEditor

/// Statements to run, and what messages call them.
struct ScriptSource: Hashable {
  /// The file as it was named; `-c` texts and standard input have names of their own.
  var name: String
  let text: String

  /// The UTF-8 offsets at which lines end.
  private let lineEnds: [Int]

  /// The folder that `.load` inside is relative to; empty for the current one.
  var folder: String

  /// The file itself, links followed, or `nil` for a text that is none.
  var realPath: String?

  init(name: String, text: String, folder: String = "", realPath: String? = nil) {
    self.name = name
    self.text = text
    lineEnds = Self.lineEnds(of: text)
    self.folder = folder
    self.realPath = realPath
  }

  /// Reads a script; a name that does not begin with `/` is relative to `folder`.
  init(path: String, relativeTo folder: String = "") throws {
    let full = path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
    let descriptor = try Self.opened(full)
    defer { close(descriptor) }
    text = try Self.contents(of: descriptor, name: full)
    lineEnds = Self.lineEnds(of: text)
    name = full
    self.folder = full.lastIndex(of: "/").map { String(full[..<$0]) } ?? ""
    if full.hasPrefix("/"), self.folder.isEmpty { self.folder = "/" }
    realPath = Self.resolved(full)
  }

  /// Everything that comes from a descriptor until its end, as text.
  static func contents(of descriptor: Int32, name: String) throws -> String {
    let bytes = try bytes(of: descriptor, name: name)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellError(.unreadable, "`\(name)` is not UTF-8 in line \(firstBrokenLine(of: bytes))")
    }
    return text
  }

  /// The bytes of a file.
  static func bytes(ofFile path: String) throws -> [UInt8] {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    return try bytes(of: descriptor, name: path)
  }

  /// Opens what can end: not a device that gives bytes for ever.
  private static func opened(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == EINTR, Signals.isInterrupted { throw PersistenceError(.cancelled) }
      throw unreadable(path, errno)
    }
    var status = stat()
    let isDevice = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    guard !isDevice || isatty(descriptor) == 1 || path == "/dev/null" else {
      close(descriptor)
      throw ShellError(.unreadable, "`\(path)` cannot be read: it is a device")
    }
    return descriptor
  }

  private static func bytes(of descriptor: Int32, name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if Signals.isInterrupted { throw PersistenceError(.cancelled) }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        break
      } else {
        throw unreadable(name, errno)
      }
    }
    return bytes
  }

  private static func firstBrokenLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }

  private static func lineEnds(of text: String) -> [Int] {
    text.utf8.enumerated().lazy.filter { $0.element == 0x0A }.map(\.offset)
  }

  static func unreadable(_ name: String, _ code: Int32) -> ShellError {
    ShellError(.unreadable, "`\(name)` cannot be read: \(SystemError.words(for: code))")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension ScriptSource {
  /// The line, from 1, of a UTF-8 offset.
  func line(at offset: Int) -> Int { lineEnds.partitioningIndex { $0 >= offset } + 1 }

  /// The column in characters, from 1, of a UTF-8 offset.
  func column(at offset: Int) -> Int {
    let before = text.utf8.prefix(offset)
    let line = before.lastIndex(of: 0x0A).map { before[before.index(after: $0)...] } ?? before
    return String(decoding: Array(line), as: UTF8.self).count + 1
  }
}

extension [Int] {
  /// Where the elements begin that meet a condition, which none before and all behind do.
  fileprivate func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
