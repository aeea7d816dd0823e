extension Lexer {
  /// Reads what only the start of a statement can be: a command or Swift declarations.
  mutating func line() -> Bool {
    if source[offset] == UInt8(ascii: "."), identifierLength(at: offset + 1) > 0 {
      command(from: offset)
      return true
    }
    return declaration(from: offset)
  }

  /// A command takes the rest of its line, whatever stands there.
  private mutating func command(from start: Int) {
    offset = start + 1 + identifierLength(at: start + 1)
    while source[offset] == UInt8(ascii: "-") {
      offset += 1 + identifierLength(at: offset + 1)
    }
    let name = source.text(start + 1..<offset)
    skipToLineEnd()
    var (first, last) = (start + 1 + name.utf8.count, offset)
    while first < last, Self.isSpace(source[first]) { first += 1 }
    while last > first, Self.isSpace(source[last - 1]) { last -= 1 }
    append(.command(name: name, argumentsSpan: first..<last), from: start)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// A run of Swift declarations; false, with nothing read, when none begins here.
  private mutating func declaration(from start: Int) -> Bool {
    guard var end = declarationEnd(from: start) else { return false }
    while let next = declarationEnd(from: Self.afterTrivia(source, end)) { end = next }
    offset = end
    append(.declaration, from: start)
    return true
  }

  private static func afterTrivia(_ source: SourceText, _ start: Int) -> Int {
    var lexer = Lexer(source, dialect: .swift)
    lexer.offset = start
    lexer.skipTrivia()
    return lexer.offset
  }

  /// Where the declaration at an offset ends, or `nil` when none begins there.
  private mutating func declarationEnd(from start: Int) -> Int? {
    var lexer = Lexer(source, dialect: .swift)
    lexer.offset = start
    guard lexer.startsDeclaration else { return nil }
    if lexer.word(at: start) == "import" {
      lexer.skipToLineEnd()
      return lexer.offset
    }
    guard let end = lexer.closingBraceEnd() else {
      openers += lexer.openers
      return source.bytes.count
    }
    return end
  }

  private func word(at start: Int) -> String {
    source.text(start..<start + identifierLength(at: start))
  }

  /// `@Model`, or a keyword of a declaration and a name after it.
  private var startsDeclaration: Bool {
    if source[offset] == UInt8(ascii: "@") { return word(at: offset + 1) == "Model" }
    let first = word(at: offset)
    guard Self.declarationWords.contains(first) else { return false }
    var next = offset + first.utf8.count
    while Self.isSpace(source[next]) { next += 1 }
    let second = word(at: next)
    return !second.isEmpty && Word(second)?.isClause != true
  }

  private static let declarationWords: Set<String> = [
    "import", "final", "class", "enum", "struct", "extension", "public", "private", "indirect",
    "fileprivate", "internal",
  ]

  /// Reads Swift tokens up to the brace that closes the first one opened.
  private mutating func closingBraceEnd() -> Int? {
    while step() {
      if tokens.last?.kind == .symbol(.closeBrace), openers.isEmpty { return offset }
    }
    return nil
  }
}
