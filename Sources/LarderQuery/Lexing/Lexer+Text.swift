import LarderCore

extension Lexer {
  /// `"…"`, `'…'` or a block, without hash signs.
  mutating func quoted(from start: Int) {
    let quote = source[start]
    if quote == UInt8(ascii: "'") { return singleQuoted(from: start) }
    if source[start + 1] == quote, source[start + 2] == quote {
      return block(from: start, hashes: 0)
    }
    doubleQuoted(from: start, hashes: 0)
  }

  /// `'…'`, where only `''` is special.
  private mutating func singleQuoted(from start: Int) {
    var bytes: [UInt8] = []
    offset = start + 1
    while offset < source.bytes.count, !isLineEnd {
      if source[offset] == UInt8(ascii: "'") {
        guard source[offset + 1] == UInt8(ascii: "'") else { break }
        offset += 1
      }
      bytes.append(source[offset])
      offset += 1
    }
    closeText(from: start, closer: "'")
    append(.text(String(decoding: bytes, as: UTF8.self), .single), from: start)
  }

  /// `"…"` with escapes, or raw between hash signs.
  mutating func doubleQuoted(from start: Int, hashes: Int) {
    var text = ""
    offset = start + hashes + 1
    var runStart = offset
    while offset < source.bytes.count, !isLineEnd {
      if source[offset] == UInt8(ascii: "\""), hasHashes(hashes, at: offset + 1) { break }
      if source[offset] == UInt8(ascii: "\\"), hasHashes(hashes, at: offset + 1) {
        text += source.text(runStart..<offset)
        text += escape(hashes: hashes)
        runStart = offset
      } else {
        offset += 1
      }
    }
    text += source.text(runStart..<offset)
    closeText(from: start, closer: "\"" + String(repeating: "#", count: hashes))
    append(.text(text, hashes > 0 ? .raw : .double), from: start)
  }

  /// A text in typographic quotes; false, with nothing read, when no closing one follows.
  mutating func curlyText(from start: Int) -> Bool {
    let contentStart = offset
    var position = offset
    while let (scalar, length) = source.scalar(at: position), scalar != "\n" {
      guard "”“»".unicodeScalars.contains(scalar) else {
        position += length
        continue
      }
      let text = source.text(contentStart..<position)
      offset = position + length
      report(
        .unexpectedCharacter, "a text needs straight quotes", at: start..<offset,
        help: "write \(text.quotedLiteral)",
        replacement: Diagnostic.Replacement(start..<offset, with: text.quotedLiteral))
      append(.text(text, .double), from: start)
      return true
    }
    return false
  }

  var isLineEnd: Bool { source[offset] == 0x0A || source[offset] == 0x0D }

  func hasHashes(_ count: Int, at start: Int) -> Bool {
    (0..<count).allSatisfy { source[start + $0] == UInt8(ascii: "#") }
  }

  private mutating func closeText(from start: Int, closer: String) {
    let bytes = Array(closer.utf8)
    if bytes.indices.allSatisfy({ source[offset + $0] == bytes[$0] }) {
      offset += bytes.count
      return
    }
    report(
      .unclosedText, "this text has no closing quote", at: start..<offset,
      help: "end the text with \(closer)",
      replacement: Diagnostic.Replacement(offset..<offset, with: closer))
  }

  /// Reads an escape; the lexer stands on its backslash.
  mutating func escape(hashes: Int) -> String {
    let start = offset
    offset += 1 + hashes
    let letter = source[offset]
    if let plain = Self.plainEscapes[letter] {
      offset += 1
      return plain
    }
    if letter == UInt8(ascii: "u"), let scalar = unicodeEscape() { return String(scalar) }
    if letter == UInt8(ascii: "("), dialect == .swift {
      skipInterpolation()
      return source.text(start..<offset)
    }
    offset = min(
      max(offset, start + 1) + (source.scalar(at: offset)?.length ?? 0), source.bytes.count)
    if dialect == .query { reportEscape(start..<offset, letter) }
    return source.text(start..<offset)
  }

  private static let plainEscapes: [UInt8: String] = [
    UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "0"): "\0", UInt8(ascii: "\\"): "\\", UInt8(ascii: "\""): "\"",
    UInt8(ascii: "'"): "'",
  ]

  private mutating func reportEscape(_ span: Range<Int>, _ letter: UInt8) {
    if letter == UInt8(ascii: "(") {
      return report(
        .unknownEscape, "values cannot be put inside a text here", at: span,
        help: "join texts with `+`")
    }
    let help =
      letter == UInt8(ascii: "u")
      ? "write a character as `\\u{E9}`" : "write `\\\\` for a backslash, or a raw text #\"…\"#"
    report(
      .unknownEscape, "`\(source.excerpt(span))` is no escape", at: span, help: help)
  }

  /// Reads `u{1F600}`; leaves the offset alone when it is none.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard source[offset + 1] == UInt8(ascii: "{") else { return nil }
    var end = offset + 2
    var value: UInt32 = 0
    while let digit = source[end].digitValue, end < offset + 10 {
      value = value * 16 + UInt32(digit)
      end += 1
    }
    guard end > offset + 2, source[end] == UInt8(ascii: "}"), let scalar = Unicode.Scalar(value)
    else { return nil }
    offset = end + 1
    return scalar
  }
}
