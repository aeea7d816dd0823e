import FoundationEssentials
import LarderCore

/// Literals as they stand in a column's `DEFAULT`.
enum SQLLiteral {
  /// The value of a literal; `nil` for an expression, which only SQLite can compute.
  static func value(of sql: String) -> AttributeValue? {
    let text = sql.trimmingSpaces
    if text.isSameSQLName(as: "NULL") { return .null }
    if text.isSameSQLName(as: "TRUE") { return .integer(1) }
    if text.isSameSQLName(as: "FALSE") { return .integer(0) }
    if let first = text.utf8.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      return quoted(text, mark: first).map { .text($0) }
    }
    let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
    if let number = Int64(digits) { return .integer(number) }
    guard digits.utf8.allSatisfy({ $0 < 0x3A || $0 | 0x20 == UInt8(ascii: "e") }) else {
      return nil
    }
    return Double(digits).map { .real($0) }
  }

  private static func quoted(_ text: String, mark: UInt8) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes.last == mark else { return nil }
    var result: [UInt8] = []
    var index = 1
    while index < bytes.count - 1 {
      if bytes[index] == mark {
        guard index + 1 < bytes.count - 1, bytes[index + 1] == mark else { return nil }
        index += 1
      }
      result.append(bytes[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let bytes = Array(utf8.drop(while: isSpace))
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
