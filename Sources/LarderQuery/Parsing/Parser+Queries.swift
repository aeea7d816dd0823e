extension StatementParser {
  // query = [ "from" ] entity { clause } | "count" entity [ where ] | "first" entity { clause }
  mutating func query() throws(Diagnostic) -> QuerySyntax {
    try nested { (parser) throws(Diagnostic) in
      let start = parser.current.span.lowerBound
      let verb = parser.verb()
      _ = parser.take(.from)
      let subject: QuerySyntax.Subject =
        parser.isReference
        ? .objects(try parser.references()) : .entity(try parser.entity())
      let clauses = try parser.clauses()
      return QuerySyntax(
        verb: verb, subject: subject, clauses: clauses, span: start..<parser.previousEnd)
    }
  }

  private mutating func verb() -> QuerySyntax.Verb {
    guard case .identifier(let text) = current.kind, !entities.contains(text) else { return .fetch }
    if take(.count) { return .count }
    if take(.first) { return .first }
    return .fetch
  }

  /// Reads all clauses; after a fault in one it goes on with the next.
  private mutating func clauses() throws(Diagnostic) -> [ClauseSyntax] {
    var clauses: [ClauseSyntax] = []
    while let word = clauseWord {
      let start = position
      do throws(Diagnostic) {
        let clause = try clause(word)
        if word != .where, clauses.contains(where: { $0.word == word }) {
          diagnostics.append(repeated(word, at: clause.span))
        }
        clauses.append(clause)
        if openBrackets.isEmpty, clauseWord == nil, !isAtStatementEnd, self.word() != .to {
          throw unexpectedAfterClauses()
        }
      } catch {
        guard openBrackets.isEmpty || depth <= 1 else { throw error }
        diagnostics.append(error)
        // A clause word that was meant as a name, or that begins nothing here, is not read again.
        if position == start || (error.code == .clauseWordAsName && error.span == current.span) {
          advance()
        }
        guard skipToClause() else { return clauses }
      }
    }
    return clauses
  }

  private var clauseWord: Word? {
    if let word = word() { return word.isClause ? word : nil }
    return nil
  }

  func repeated(_ word: Word, at span: Range<Int>? = nil) -> Diagnostic {
    Diagnostic(
      .repeatedClause, "a second `\(word.rawValue)` in one statement", at: span ?? current.span)
  }

  // clause = where | "sort" "by" sortKey { "," sortKey } | "limit" int | "offset" int
  //        | "select" item { "," item } | "group" "by" expr { "," expr } | "having" expr
  //        | "distinct" | "prefetch" path { "," path }
  private mutating func clause(_ word: Word) throws(Diagnostic) -> ClauseSyntax {
    let start = current.span.lowerBound
    if word == .set {
      throw Diagnostic(
        .clauseNotAllowed, "`set` belongs to `update`", at: current.span,
        help: "write `update` before the entity")
    }
    advance()
    let kind = try clauseKind(word)
    return ClauseSyntax(kind: kind, word: word, span: start..<previousEnd)
  }

  private mutating func clauseKind(_ word: Word) throws(Diagnostic) -> ClauseSyntax.Kind {
    switch word {
    case .where: return .where(try expression())
    case .sort:
      try expect(.by)
      return .sort(
        try commaSeparated { (parser) throws(Diagnostic) in try parser.sortKey() })
    case .limit: return .limit(try wholeNumber())
    case .offset: return .offset(try wholeNumber())
    case .select:
      return .select(try commaSeparated { (parser) throws(Diagnostic) in try parser.item() })
    case .group:
      try expect(.by)
      return .group(
        try commaSeparated { (parser) throws(Diagnostic) in try parser.expression() })
    case .having: return .having(try expression())
    case .prefetch:
      return .prefetch(try commaSeparated { (parser) throws(Diagnostic) in try parser.path() })
    default: return .distinct
    }
  }

  private mutating func wholeNumber() throws(Diagnostic) -> ExpressionSyntax {
    switch current.kind {
    case .number, .variable, .identifier: return try primary()
    default: throw unexpected("a whole number")
    }
  }

  // sortKey = ( [ "\" ] expr | alias ) [ "asc" | "desc" | "forward" | "reverse" ] [ "localized" ]
  //           [ "nils" ( "first" | "last" ) ]
  private mutating func sortKey() throws(Diagnostic) -> SortKeySyntax {
    var key = SortKeySyntax(expression: try expression())
    while isOnSameLine, let word = word() {
      switch word {
      case .asc, .forward: key.isReversed = false
      case .desc, .reverse: key.isReversed = true
      case .localized: key.isLocalized = true
      case .nils:
        advance()
        guard self.word() == .first || self.word() == .last else {
          throw unexpected("`first` or `last` after `nils`")
        }
        key.nilsFirst = self.word() == .first
      default: return key
      }
      advance()
    }
    return key
  }

  // item = expr [ "as" name ] | "*" [ "except" "(" path { "," path } ")" ]
  private mutating func item() throws(Diagnostic) -> ItemSyntax {
    let start = current.span.lowerBound
    if take(.star) {
      guard take(.except) else { return .everything(except: [], start..<previousEnd) }
      guard isSymbol(.openParenthesis) else { throw unexpected("`(` after `except`") }
      let paths = try bracketed { (parser) throws(Diagnostic) in
        try parser.commaSeparated { (parser) throws(Diagnostic) in try parser.path() }
      }
      return .everything(except: paths, start..<previousEnd)
    }
    let expression = try expression()
    guard take(.as) else { return .expression(expression, alias: nil) }
    return .expression(expression, alias: try alias())
  }

  private mutating func alias() throws(Diagnostic) -> NameSyntax {
    if case .text(let text, _) = current.kind {
      defer { advance() }
      return NameSyntax(text: text, span: current.span, isQuoted: true)
    }
    return try name("a name after `as`")
  }
}
