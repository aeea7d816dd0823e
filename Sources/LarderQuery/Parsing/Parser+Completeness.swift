/// Whether a text can be run as it stands.
public enum Completeness: Hashable, Sendable {
  case complete

  /// More must follow; `open` is the bracket, quote, operator or clause word that waits for it.
  case incomplete(open: String)
}

extension Parser {
  /// Says whether the prompt should ask for another line.
  ///
  /// A text with a fault that no further line can mend is complete.
  public static func completeness(of source: String) -> Completeness {
    let lexed = Lexer.lex(source)
    if let opener = lexed.cutOffOpener { return .incomplete(open: opener) }
    if let opener = lexed.openers.last { return .incomplete(open: lexed.source.text(opener.span)) }
    guard let last = lexed.tokens.dropLast().last else { return .complete }
    return waits(last) ? .incomplete(open: lexed.source.text(last.span)) : .complete
  }

  private static func waits(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(let symbol):
      switch symbol {
      case .closeParenthesis, .closeBracket, .closeBrace, .semicolon, .not, .dot, .optionalDot,
        .at, .hash, .dollar, .ampersand, .bar, .tilde, .caret, .backslash, .arrow, .question,
        .doubleColon:
        return symbol == .question
      default: return true
      }
    case .identifier(let text):
      guard let word = Word(text) else { return false }
      return (word.isClause && word != .distinct) || word.isOperator || word == .from
        || word == .is
    default: return false
    }
  }
}
