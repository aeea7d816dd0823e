/// Text made safe for a terminal: control characters are shown, never sent.
enum VisibleText {
  /// Newlines, tabs, escapes and marks that turn the writing direction, as Swift would escape them.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// The same for text that may stand on several lines; newlines stay.
  static func ofLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { of(String($0)) }
      .joined(separator: "\n")
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0xFEFF: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
