/// Finds the parts of a text that are to be shown in colours.
public struct Highlighter {
  private let source: SourceText
  private let lexed: LexedText
  private let entities: Set<String>
  private var found: [Highlight] = []

  /// Looks at a text that need not be whole.
  ///
  /// - Parameters:
  ///   - text: Any text; nothing in it can make this fail.
  ///   - entities: The names that stand for entities.
  ///   - cursor: The UTF-8 offset of the cursor, whose bracket is to be matched; nil for none.
  /// - Returns: Parts in order, which do not overlap; what is between them has no colour of its own.
  public static func highlights(
    of text: String, entities: Set<String> = [], cursor: Int? = nil
  ) -> [Highlight] {
    var highlighter = Highlighter(text, entities: entities)
    highlighter.run()
    var found = highlighter.found
    if let cursor { BracketPairs(highlighter.lexed).mark(&found, at: cursor) }
    return found.filter { !$0.span.isEmpty }
  }

  private init(_ text: String, entities: Set<String>) {
    source = SourceText(text)
    lexed = Lexer.lex(source)
    self.entities = entities
  }

  private mutating func run() {
    var end = 0
    for (index, token) in lexed.tokens.enumerated() {
      markGap(end..<token.span.lowerBound)
      if let kind = kind(of: token, at: index) { found.append(Highlight(token.span, kind)) }
      end = max(end, token.span.upperBound)
    }
  }

  /// Between tokens stand spaces, comments, and what the lexer could not read.
  private mutating func markGap(_ gap: Range<Int>) {
    guard let start = gap.first(where: { source[$0] > 0x20 }),
      let last = gap.last(where: { source[$0] > 0x20 })
    else { return }
    let isComment =
      source[start] == UInt8(ascii: "/")
      && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(source[start + 1])
    let isCutOff = isComment && lexed.cutOffOpener != nil && gap.upperBound >= source.bytes.count
    found.append(
      Highlight(start..<last + 1, isCutOff ? .unclosed : isComment ? .comment : .fault))
  }

  private func kind(of token: Token, at index: Int) -> Highlight.Kind? {
    if isUnclosed(token) { return .unclosed }
    switch token.kind {
    case .identifier(let name): return kind(ofName: name, token, at: index)
    case .quotedIdentifier(let name): return entities.contains(name) ? .entity : nil
    case .text: return .text
    case .number, .duration: return .number
    case .date: return .date
    case .handle, .variable, .element: return .reference
    case .pattern: return .pattern
    case .atWord: return .function
    case .command: return .command
    case .declaration: return .declaration
    case .symbol, .end: return nil
    }
  }

  private func isUnclosed(_ token: Token) -> Bool {
    if lexed.openers.contains(where: { $0.span == token.span }) { return true }
    return lexed.diagnostics.contains { problem in
      (problem.code == .unclosedText || problem.code == .unclosedIdentifier
        || problem.code == .unclosedPattern) && token.span.contains(problem.span.lowerBound)
    }
  }

  private func kind(ofName name: String, _ token: Token, at index: Int) -> Highlight.Kind? {
    let previous = index > 0 ? lexed.tokens[index - 1] : nil
    if previous?.kind == .symbol(.dot) || previous?.kind == .symbol(.optionalDot) {
      return isCalled(index) ? .function : nil
    }
    if entities.contains(name) { return .entity }
    guard let word = Word(name) else {
      return isCalled(index) || name == "now" || name == "today" ? .function : nil
    }
    switch word {
    case .nil, .null, .true, .false: return .constant
    default: return isLabel(index) ? nil : .keyword
    }
  }

  private func isCalled(_ index: Int) -> Bool {
    let next = lexed.tokens[index + 1]
    return next.kind == .symbol(.openParenthesis) && next.touchesPrevious
  }

  /// `name:` in an insert, whatever word it is.
  private func isLabel(_ index: Int) -> Bool {
    let next = lexed.tokens[index + 1]
    return next.kind == .symbol(.colon) && next.touchesPrevious
  }
}
