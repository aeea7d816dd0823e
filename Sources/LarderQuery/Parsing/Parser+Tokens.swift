/// Steps through the tokens.
extension StatementParser {
  var current: Token { tokens[position] }

  func token(after count: Int) -> Token { tokens[min(position + count, tokens.count - 1)] }

  var isAtEnd: Bool { current.kind == .end }

  /// Where the token before ends.
  var previousEnd: Int { position > 0 ? tokens[position - 1].span.upperBound : 0 }

  mutating func advance() {
    if position < tokens.count - 1 { position += 1 }
  }

  func isSymbol(_ symbol: Symbol) -> Bool { current.kind == .symbol(symbol) }

  mutating func take(_ symbol: Symbol) -> Bool {
    guard isSymbol(symbol) else { return false }
    advance()
    return true
  }

  /// The word at a token, or `nil` when it is another name or no name at all.
  func word(after count: Int = 0) -> Word? {
    guard case .identifier(let text) = token(after: count).kind else { return nil }
    return Word(text)
  }

  mutating func take(_ word: Word) -> Bool {
    guard self.word() == word else { return false }
    advance()
    return true
  }

  mutating func expect(_ word: Word) throws(Diagnostic) {
    guard take(word) else { throw unexpected("`\(word.rawValue)`") }
  }

  mutating func expect(_ symbol: Symbol, _ wanted: String? = nil) throws(Diagnostic) {
    guard take(symbol) else { throw unexpected(wanted ?? "`\(symbol.rawValue)`") }
  }

  /// What is missing at the end of a text is missing behind its last token, not in the blank after.
  func unexpected(_ wanted: String, help: String? = nil) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "expected \(wanted), found \(current.described(in: source))",
      at: isAtEnd ? previousEnd..<previousEnd : current.span, help: help)
  }

  /// Reads what stands between brackets; the current token opens them.
  mutating func bracketed<Content>(
    _ content: (inout StatementParser) throws(Diagnostic) -> Content
  ) throws(Diagnostic) -> Content {
    let opener = current
    guard case .symbol(let symbol) = opener.kind, let closer = symbol.closer else {
      throw unexpected("a bracket")
    }
    advance()
    openBrackets.append(opener)
    let result = try content(&self)
    guard isSymbol(closer) else { throw unclosed(opener, symbol, closer) }
    openBrackets.removeLast()
    advance()
    return result
  }

  private func unclosed(_ opener: Token, _ symbol: Symbol, _ closer: Symbol) -> Diagnostic {
    guard isAtEnd || isSymbol(.semicolon) || word()?.isClause == true || current.startsLine else {
      return unexpected("`\(closer.rawValue)`")
    }
    return Diagnostic(
      .unclosedBracket, "this `\(symbol.rawValue)` is never closed", at: opener.span,
      help: "close it with `\(closer.rawValue)`",
      replacement: Diagnostic.Replacement(previousEnd..<previousEnd, with: closer.rawValue))
  }

  /// Counts one more rule within another.
  mutating func nested<Content>(
    _ content: (inout StatementParser) throws(Diagnostic) -> Content
  ) throws(Diagnostic) -> Content {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw tooDeep(current.span) }
    return try content(&self)
  }

  func node(
    _ kind: ExpressionSyntax.Kind, from start: Int
  ) throws(Diagnostic) -> ExpressionSyntax {
    let expression = ExpressionSyntax(kind, start..<max(start, previousEnd))
    guard expression.depth <= Self.maximumDepth else { throw tooDeep(expression.span) }
    return expression
  }

  private func tooDeep(_ span: Range<Int>) -> Diagnostic {
    Diagnostic(
      .nestedTooDeeply, "this is nested more than \(Self.maximumDepth) levels deep", at: span)
  }
}

/// Finds the ends of statements.
extension StatementParser {
  /// Whether the statement before the current token is over, if it is complete.
  var isAtStatementEnd: Bool {
    switch current.kind {
    case .end, .symbol(.semicolon), .command, .declaration: true
    default:
      current.startsLine && openBrackets.isEmpty && position > statementStart
        && word()?.isClause != true
    }
  }

  /// Whether the current token stands where it can go on with an expression.
  var isOnSameLine: Bool { !current.startsLine || !openBrackets.isEmpty }

  mutating func takeSeparator() -> Bool { take(.semicolon) }

  mutating func expectStatementEnd(after kind: StatementSyntax.Kind) throws(Diagnostic) {
    guard !isAtStatementEnd else { return }
    switch kind {
    case .query, .copy, .bind(_, .query): throw unexpectedAfterClauses()
    default: throw unopenedBracket() ?? unexpected("end of statement")
    }
  }

  private func unopenedBracket() -> Diagnostic? {
    guard case .symbol(let symbol) = current.kind, symbol.isCloser else { return nil }
    return Diagnostic(
      .unopenedBracket, "this `\(symbol.rawValue)` closes nothing", at: current.span)
  }

  /// Skips to where the next statement may begin.
  mutating func skipToStatementEnd() {
    var brackets = openBrackets.count
    while !isRecoveryEnd(brackets) { skipOne(&brackets) }
    openBrackets = []
  }

  /// Skips to the next clause of this statement; false when there is none.
  mutating func skipToClause() -> Bool {
    var brackets = openBrackets.count
    while !isRecoveryEnd(brackets), word()?.isClause != true { skipOne(&brackets) }
    openBrackets = []
    return word()?.isClause == true
  }

  private mutating func skipOne(_ brackets: inout Int) {
    if case .symbol(let symbol) = current.kind {
      if symbol.closer != nil { brackets += 1 }
      if symbol.isCloser { brackets = max(0, brackets - 1) }
    }
    advance()
  }

  private func isRecoveryEnd(_ brackets: Int) -> Bool {
    switch current.kind {
    case .end, .command, .declaration: return true
    case .symbol(.semicolon): return true
    case .symbol(let symbol) where symbol.isCloser: return false
    default:
      guard current.startsLine, position > statementStart, word()?.isClause != true else {
        return false
      }
      return brackets == 0 || isAtLineMargin
    }
  }

  /// The current token is the first character of its line.
  private var isAtLineMargin: Bool {
    let offset = current.span.lowerBound
    return offset == 0 || source[offset - 1] == 0x0A || source[offset - 1] == 0x0D
  }
}
