import LarderCore

/// Text that is not JSON, and where it stops being it.
struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Of the file.
  let offset: Int
  let expected: Expectation

  /// What could have stood there.
  enum Expectation: String, Hashable, Sendable {
    case value = "a value"
    case firstElement = "a value or `]`"
    case commaOrBracket = "`,` or `]`"
    case commaOrBrace = "`,` or `}`"
    case firstKey = "a key in double quotes or `}`"
    case key = "a key in double quotes"
    case colon = "`:`"
    case digit = "a digit"
    case noLeadingZero = "no digit after a leading zero"
    case word = "`true`, `false` or `null`"
    case closingQuote = "a closing quote"
    case escapedControl = "an escape such as `\\n` instead of a control character"
    case escape = "one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u` after a backslash"
    case hexadecimalDigits = "four hexadecimal digits after `\\u`"
    case utf8 = "text in UTF-8"
    case lessNesting = "at most 200 levels of nesting"
    case record = "a record in braces"
    case endOfFile = "the end of the file"
  }
}

extension JSONSyntaxError {
  /// The error as a store reports it: `trips.json:3:14: expected a value, found "}"`.
  func persistenceError(in bytes: FileBytes) -> PersistenceError {
    let (line, column) = position(in: bytes)
    let found = found(in: bytes)
    return PersistenceError(
      .corrupt,
      detail: "\(bytes.path):\(line):\(column): expected \(expected.rawValue), found \(found)")
  }

  /// Line and column, from 1; a column is a character of Unicode.
  func position(in bytes: FileBytes) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes.base[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    var text = bytes.slice(lineStart..<max(lineStart, offset))[...]
    if lineStart == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    return (line, String(decoding: text, as: UTF8.self).unicodeScalars.count + 1)
  }

  private func found(in bytes: FileBytes) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let byte = bytes.base[offset]
    guard byte >= 0x20, byte != 0x7F else {
      return byte == 0x0A ? "the end of the line" : "the byte 0x\(hexadecimal(byte))"
    }
    guard byte >= 0x80 else { return "`\(Character(UnicodeScalar(byte)))`" }
    let scalars = String(decoding: bytes.slice(offset..<offset + 4), as: UTF8.self).unicodeScalars
    guard let first = scalars.first, first != "\u{FFFD}", expected != .utf8 else {
      return "the byte 0x\(hexadecimal(byte))"
    }
    return "`\(first)`"
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
