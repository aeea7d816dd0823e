/// Query text as UTF-8 bytes, shared by lexer, parser and resolver.
struct SourceText: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ source: String) { bytes = Array(source.utf8) }

  /// The text of a span; offsets outside the source are cut off.
  func text(_ span: Range<Int>) -> String {
    let range = span.clamped(to: 0..<bytes.count)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text of a span in one line of at most forty characters.
  func excerpt(_ span: Range<Int>) -> String {
    let line = text(span).prefix { !$0.isNewline }
    return line.count > 40 ? line.prefix(39) + "…" : String(line)
  }

  /// The byte at an offset, or 0 outside the source.
  subscript(offset: Int) -> UInt8 {
    offset >= 0 && offset < bytes.count ? bytes[offset] : 0
  }

  /// The scalar at an offset and its length; `nil` at the end.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset >= 0, offset < bytes.count else { return nil }
    let first = bytes[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    let end = min(offset + length, bytes.count)
    let scalar = String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.first
    return (scalar ?? "\u{FFFD}", end - offset)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isIdentifierStart: Bool { isASCIILetter || self == 0x5F || self >= 0x80 }

  /// The value of a digit of any base up to sixteen, or `nil`.
  var digitValue: UInt8? {
    if isDigit { return self - 0x30 }
    let lower = self | 0x20
    return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : nil
  }

  init(_ ascii: Unicode.Scalar, default other: UInt8 = 0) {
    self = ascii.isASCII ? UInt8(truncatingIfNeeded: ascii.value) : other
  }
}
