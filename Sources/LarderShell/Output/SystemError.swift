import Glibc

/// The system's error numbers in words.
enum SystemError {
  /// Lower case, as messages are: `no such file or directory`.
  static func words(for code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
