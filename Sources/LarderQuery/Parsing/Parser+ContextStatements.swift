import LarderCore

extension StatementParser {
  // letStmt = "let" name "=" ( expr | query | insert )
  mutating func letStatement() throws(Diagnostic) -> StatementSyntax.Kind {
    advance()
    let name = try name("a name after `let`")
    try expect(.assign, "`=` after `\(name.text)`")
    if word() == .insert { return .bind(name, .insert(try insert())) }
    if beginsQuery { return .bind(name, .query(try query())) }
    let value = try expression()
    return .bind(name, .expression(value))
  }

  /// Whether the right side of a `let` is a query and not an expression.
  private var beginsQuery: Bool {
    guard openBrackets.isEmpty else { return false }
    switch current.kind {
    case .identifier(let text):
      if let word = Word(text), !entities.contains(text) {
        switch word {
        case .from: return true
        case .count, .first: return beginsEntity(after: 1)
        default: return false
        }
      }
    case .quotedIdentifier, .variable: break
    default: return false
    }
    let next = token(after: 1)
    switch next.kind {
    case .end, .symbol(.semicolon), .symbol(.doubleColon): return true
    case .identifier: return word(after: 1)?.isClause == true || next.startsLine
    default: return next.startsLine
    }
  }

  /// Whether an entity's name stands at a token, and no operator or bracket.
  func beginsEntity(after count: Int) -> Bool {
    switch token(after: count).kind {
    case .quotedIdentifier: return true
    case .identifier(let text):
      if entities.contains(text) { return true }
      guard let word = Word(text) else { return true }
      return !word.isReservedInExpressions && !word.isOperator && word != .is && word != .as
    default: return false
    }
  }

  // contextCmd = "save" | "undo" [ int ] | "redo" [ int ] | "rollback" | "diff" | "status"
  //            | "begin" [ string ] | "end" | …
  mutating func contextCommand(_ word: Word) throws(Diagnostic) -> StatementSyntax.Kind {
    advance()
    switch word {
    case .save: return .save
    case .rollback: return .rollback
    case .diff: return .diff
    case .status: return .status
    case .end: return .end
    case .undo: return .undo(try steps())
    case .redo: return .redo(try steps())
    default: return .begin(try groupName())
    }
  }

  private mutating func steps() throws(Diagnostic) -> Int {
    guard !isAtStatementEnd else { return 1 }
    guard case .number(let number) = current.kind, case .integer(let value) = number.value,
      let steps = Int(exactly: value), steps > 0
    else { throw unexpected("a number of steps") }
    advance()
    return steps
  }

  private mutating func groupName() throws(Diagnostic) -> String {
    guard !isAtStatementEnd else { return "" }
    guard case .text(let name, _) = current.kind else {
      throw unexpected("a text that names the group")
    }
    advance()
    return name
  }

  // preview = "preview" ( update | delete | insert )
  mutating func preview() throws(Diagnostic) -> StatementSyntax.Kind {
    advance()
    switch word() {
    case .insert: return .preview(try insert())
    case .update: return .preview(try update())
    case .delete: return .preview(try delete())
    default: throw unexpected("`insert`, `update` or `delete` after `preview`")
    }
  }

  // refresh = "refresh" ref { "," ref } [ "discard" ]
  mutating func refresh() throws(Diagnostic) -> StatementSyntax.Kind {
    advance()
    return .refresh(try references(), discard: take(.discard))
  }

  // resolve = "resolve" ( "all" | ref { "," ref } ) ( "keep" | "store" )
  mutating func resolve() throws(Diagnostic) -> StatementSyntax.Kind {
    advance()
    let objects = take(.all) ? nil : try references()
    if take(.keep) { return .resolve(objects, keepMine: true) }
    if take(.store) { return .resolve(objects, keepMine: false) }
    throw unexpected("`keep` or `store`")
  }

  // copy = "copy" query "to" store
  mutating func copy() throws(Diagnostic) -> StatementSyntax.Kind {
    advance()
    let query = try query()
    try expect(.to)
    return .copy(query, to: try name("a store after `to`"))
  }
}
