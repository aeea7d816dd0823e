extension StatementParser {
  /// Reads a text that is one whole literal; `nil` for any other.
  static func literal(_ text: String) -> ExpressionSyntax? {
    let lexed = Lexer.lex(text)
    guard lexed.diagnostics.isEmpty, !lexed.tokens.contains(where: hasNeedlessZeros(lexed.source))
    else { return nil }
    var parser = StatementParser(lexed, entities: [])
    guard let expression = try? parser.expression(), parser.isAtEnd, parser.diagnostics.isEmpty,
      expression.isLiteral
    else { return nil }
    return expression
  }

  private static func hasNeedlessZeros(_ source: SourceText) -> (Token) -> Bool {
    { token in
      guard case .number = token.kind else { return false }
      let text = source.text(token.span)
      return text.hasPrefix("0") && text.utf8.dropFirst().first.map { $0.isDigit } ?? false
    }
  }
}

extension ExpressionSyntax {
  fileprivate var isLiteral: Bool {
    switch kind {
    case .null, .bool, .number, .text, .date: true
    case .negative(let operand):
      if case .number = operand.kind { true } else { false }
    case .list(let items): items.allSatisfy(\.isLiteral)
    case .object(let members): members.allSatisfy { $0.value.isLiteral }
    default: false
    }
  }
}
