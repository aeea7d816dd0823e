import Glibc

/// Statements to run, and what messages call them.
struct ScriptSource: Hashable {
  /// The file as it was named; `-c` texts and standard input have names of their own.
  var name: String
  var text: String

  /// The folder that `.load` inside is relative to; empty for the current one.
  var folder: String

  /// The file itself, links followed, or `nil` for a text that is none.
  var realPath: String?

  init(name: String, text: String, folder: String = "", realPath: String? = nil) {
    self.name = name
    self.text = text
    self.folder = folder
    self.realPath = realPath
  }

  /// Reads a script; a name that does not begin with `/` is relative to `folder`.
  init(path: String, relativeTo folder: String = "") throws {
    let full = path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
    let descriptor = open(full, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(full, errno) }
    defer { close(descriptor) }
    text = try Self.contents(of: descriptor, name: full)
    name = full
    self.folder = full.lastIndex(of: "/").map { String(full[..<$0]) } ?? ""
    if full.hasPrefix("/"), self.folder.isEmpty { self.folder = "/" }
    realPath = Self.resolved(full)
  }

  /// Everything that comes from a descriptor until its end, as text.
  static func contents(of descriptor: Int32, name: String) throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        break
      } else {
        throw unreadable(name, errno)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unreadable(_ name: String, _ code: Int32) -> ShellError {
    ShellError(.unreadable, "`\(name)` cannot be read: \(SystemError.words(for: code))")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
