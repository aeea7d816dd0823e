/// What was probably meant where a clause or the end of the statement should be.
extension StatementParser {
  func unexpectedAfterClauses() -> Diagnostic {
    if case .symbol(let symbol) = current.kind, symbol.isCloser {
      return Diagnostic(
        .unopenedBracket, "this `\(symbol.rawValue)` closes nothing", at: current.span)
    }
    guard case .identifier(let text) = current.kind else {
      return unexpected("end of statement")
    }
    return misspelledStatement ?? foreignClause(text) ?? conditionWithoutWhere(text)
      ?? misspelledClause(text)
  }

  /// A misspelled word before an entity: `updat Person set …`.
  private var misspelledStatement: Diagnostic? {
    let first = tokens[statementStart]
    guard position == statementStart + 1, case .identifier(let text) = first.kind,
      let nearest = Spelling.nearest(to: text, among: Self.statementWords)
    else { return nil }
    return Diagnostic(
      .unexpectedToken, "expected a statement, found `\(text)`", at: first.span,
      help: "did you mean `\(nearest)`",
      replacement: Diagnostic.Replacement(first.span, with: nearest))
  }

  private static let statementWords = [
    Word.count, .first, .insert, .update, .delete, .let, .refresh, .preview, .resolve, .copy, .from,
  ].map(\.rawValue)

  /// SQL's `order by`.
  private func foreignClause(_ text: String) -> Diagnostic? {
    guard text.lowercased() == "order", word(after: 1) == .by else { return nil }
    return Diagnostic(
      .otherLanguage, "`order by` is written `sort by` here", at: current.span,
      help: "write `sort`", replacement: Diagnostic.Replacement(current.span, with: "sort"))
  }

  /// A condition right behind the entity: `Person age > 3`.
  private func conditionWithoutWhere(_ text: String) -> Diagnostic? {
    switch token(after: 1).kind {
    case .symbol(.equal), .symbol(.assign), .symbol(.notEqual), .symbol(.unequal), .symbol(.less),
      .symbol(.lessOrEqual), .symbol(.greater), .symbol(.greaterOrEqual), .symbol(.dot),
      .symbol(.optionalDot):
      break
    default:
      guard let word = word(after: 1), word.isOperator || word == .is, word != .by else {
        return nil
      }
    }
    let start = current.span.lowerBound
    return Diagnostic(
      .unexpectedToken, "expected a clause such as `where`, found `\(text)`", at: current.span,
      help: "write `where` before a condition",
      replacement: Diagnostic.Replacement(start..<start, with: "where "))
  }

  private func misspelledClause(_ text: String) -> Diagnostic {
    let clauses = Word.allCases.filter(\.isClause).map(\.rawValue)
    let nearest = Spelling.nearest(to: text, among: clauses)
    return Diagnostic(
      .unexpectedToken, "expected a clause such as `where`, found `\(text)`", at: current.span,
      help: nearest.map { "did you mean `\($0)`" },
      replacement: nearest.map { Diagnostic.Replacement(current.span, with: $0) })
  }
}
