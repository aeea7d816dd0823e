import LarderCore

extension Lexer {
  /// A raw text `#"…"#`, or a handle `#3`, `#t1`, `#p42`, `#p"ab"`, `#p(3,"x")`.
  mutating func hash(from start: Int) {
    var hashes = 0
    while source[start + hashes] == UInt8(ascii: "#") { hashes += 1 }
    if source[start + hashes] == UInt8(ascii: "\"") {
      let quotes = start + hashes
      let isBlock = source[quotes + 1] == UInt8(ascii: "\"") && source[quotes + 2] == source[quotes]
      return isBlock
        ? block(from: start, hashes: hashes) : doubleQuoted(from: start, hashes: hashes)
    }
    offset = start + 1
    if dialect == .query, let handle = handle() { return append(.handle(handle), from: start) }
    if dialect == .query {
      offset += identifierLength(at: offset)
      report(
        .malformedHandle, "`\(source.excerpt(start..<offset))` names no object", at: start..<offset,
        help: "write `#3` for a row, `Person#t1` or `Person#p42` for an identifier")
    }
    append(.symbol(.hash), from: start)
  }

  /// Reads what follows the `#`; the offset is undefined when it is no handle.
  private mutating func handle() -> HandleLiteral? {
    if source[offset].isDigit {
      return integer().flatMap { Int(exactly: $0) }.map { .row($0) }
    }
    let letter = source[offset]
    guard letter == UInt8(ascii: "t") || letter == UInt8(ascii: "p") else { return nil }
    offset += 1
    if letter == UInt8(ascii: "t") { return integer().map { .key(.temporary($0)) } }
    return key(depth: 0).map { .key($0) }
  }

  /// Reads the key of a permanent identifier.
  private mutating func key(depth: Int) -> PersistentIdentifier.PrimaryKey? {
    switch source[offset] {
    case UInt8(ascii: "\""): return textKey()
    case UInt8(ascii: "("):
      guard depth < 4 else { return nil }
      return compositeKey(depth: depth)
    case UInt8(ascii: "-"):
      offset += 1
      return integer().map { .integer(-$0) }
    default: return integer().map { .integer($0) }
    }
  }

  private mutating func integer() -> Int64? {
    let start = offset
    while source[offset].isDigit { offset += 1 }
    guard identifierLength(at: offset) == 0 else { return nil }
    return Int64(source.text(start..<offset))
  }

  /// Reads a quoted key with the rules of any other text.
  private mutating func textKey() -> PersistentIdentifier.PrimaryKey? {
    var inner = self
    inner.tokens = []
    inner.doubleQuoted(from: offset, hashes: 0)
    guard case .text(let text, _) = inner.tokens.first?.kind else { return nil }
    offset = inner.offset
    diagnostics = inner.diagnostics
    return .text(text)
  }

  private mutating func compositeKey(depth: Int) -> PersistentIdentifier.PrimaryKey? {
    var parts: [PersistentIdentifier.PrimaryKey] = []
    repeat {
      offset += 1
      skipSpaces()
      guard let part = key(depth: depth + 1) else { return nil }
      parts.append(part)
      skipSpaces()
    } while source[offset] == UInt8(ascii: ",")
    guard source[offset] == UInt8(ascii: ")") else { return nil }
    offset += 1
    return .composite(parts)
  }

  private mutating func skipSpaces() {
    while source[offset] == 0x20 { offset += 1 }
  }
}
