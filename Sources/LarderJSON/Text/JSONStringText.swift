/// Strings as JSON text spells them.
enum JSONStringText {
  /// The text of a string in quotes.
  ///
  /// What no Swift text can hold (a lone surrogate, bytes that are not UTF-8) reads as U+FFFD; the
  /// file keeps its bytes as long as the value is not replaced.
  static func value(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    let content = contents(range)
    guard content.upperBound <= bytes.count else { return "" }
    guard bytes[content].contains(UInt8(ascii: "\\")) else {
      return String(decoding: bytes[content], as: UTF8.self)
    }
    return unescaped(bytes, content)
  }

  /// The range between the quotes.
  static func contents(_ range: Range<Int>) -> Range<Int> {
    range.count >= 2
      ? range.lowerBound + 1..<range.upperBound - 1 : range.lowerBound..<range.lowerBound
  }

  /// Whether a string in quotes has exactly this text, byte for byte.
  static func isText(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, equalTo text: String
  ) -> Bool {
    let content = bytes[contents(range)]
    if content.elementsEqual(text.utf8) { return !text.utf8.contains(UInt8(ascii: "\\")) }
    guard content.contains(UInt8(ascii: "\\")) else { return false }
    return value(bytes, range).utf8.elementsEqual(text.utf8)
  }

  private static func unescaped(_ bytes: UnsafeRawBufferPointer, _ content: Range<Int>) -> String {
    var cursor = JSONCursor(bytes, in: content)
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    while !cursor.isAtEnd {
      let byte = cursor.byte
      cursor.position += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let escape = cursor.byte
      cursor.position += 1
      if escape == UInt8(ascii: "u") {
        text.append(contentsOf: String(takeScalar(&cursor)).utf8)
      } else {
        text.append(simpleEscape(escape))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func simpleEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "t"): 9
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "r"): 13
    default: letter
    }
  }

  /// The character of `\uXXXX`, or of a pair of them; the cursor stands behind the `u`.
  private static func takeScalar(_ cursor: inout JSONCursor) -> Character {
    let first = takeHex(&cursor)
    guard let first else { return "\u{FFFD}" }
    if let scalar = UnicodeScalar(first) { return Character(scalar) }
    guard first < 0xDC00 else { return "\u{FFFD}" }
    var ahead = cursor
    guard ahead.take(UInt8(ascii: "\\")), ahead.take(UInt8(ascii: "u")),
      let second = takeHex(&ahead), (0xDC00...0xDFFF).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return "\u{FFFD}" }
    cursor = ahead
    return Character(scalar)
  }

  private static func takeHex(_ cursor: inout JSONCursor) -> UInt32? {
    guard cursor.end - cursor.position >= 4 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(UnicodeScalar(cursor.byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
      cursor.position += 1
    }
    return value
  }
}

/// How a file escapes text.
struct TextEscaping: Hashable, Sendable {
  /// Everything beyond ASCII as `\uXXXX`.
  var escapesNonASCII = false
  /// `\/`.
  var escapesSlash = false
  /// `\u00E9` rather than `\u00e9`.
  var usesUppercaseHex = false

  /// Appends text in quotes.
  func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { append(scalar, to: &output) }
    output.append(UInt8(ascii: "\""))
  }

  private func append(_ scalar: UnicodeScalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output += #"\""#.utf8
    case "\\": output += #"\\"#.utf8
    case "\n": output += #"\n"#.utf8
    case "\r": output += #"\r"#.utf8
    case "\t": output += #"\t"#.utf8
    case "\u{8}": output += #"\b"#.utf8
    case "\u{C}": output += #"\f"#.utf8
    case "/" where escapesSlash: output += #"\/"#.utf8
    case _ where scalar.value < 0x20 || (escapesNonASCII && scalar.value > 0x7E):
      for unit in String(Character(scalar)).utf16 { appendHex(unit, to: &output) }
    default: output += String(Character(scalar)).utf8
    }
  }

  private func appendHex(_ unit: UInt16, to output: inout [UInt8]) {
    let digits = String(unit, radix: 16, uppercase: usesUppercaseHex)
    output += #"\u"#.utf8
    output += String(repeating: "0", count: 4 - digits.count).utf8
    output += digits.utf8
  }
}
