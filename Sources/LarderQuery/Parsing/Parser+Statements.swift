extension StatementParser {
  // statement = query | insert | update | delete | objectEdit | relation | letStmt | contextCmd
  //           | dotCommand | declaration
  mutating func statement() throws(Diagnostic) -> StatementSyntax {
    let start = current.span.lowerBound
    let kind = try statementKind()
    return StatementSyntax(
      kind: kind, source: source, span: start..<max(start, previousEnd))
  }

  private mutating func statementKind() throws(Diagnostic) -> StatementSyntax.Kind {
    switch current.kind {
    case .command(let name, let span):
      advance()
      return .command(name: name, argumentsSpan: span)
    case .declaration:
      advance()
      return .declaration
    default: break
    }
    if let word = statementWord { return try statement(beginningWith: word) }
    if isObjectEdit { return .edit(try objectEdit()) }
    return .query(try query())
  }

  /// The word that the statement begins with, unless an entity is spelled the same.
  private var statementWord: Word? {
    guard case .identifier(let text) = current.kind, !entities.contains(text),
      token(after: 1).kind != .symbol(.dot), token(after: 1).kind != .symbol(.doubleColon)
    else { return nil }
    return Word(text)
  }

  private mutating func statement(
    beginningWith word: Word
  ) throws(Diagnostic) -> StatementSyntax.Kind {
    switch word {
    case .insert: return .edit(try insert())
    case .update: return .edit(try update())
    case .delete: return .edit(try delete())
    case .let: return try letStatement()
    case .preview: return try preview()
    case .refresh: return try refresh()
    case .resolve: return try resolve()
    case .copy: return try copy()
    case .save, .rollback, .diff, .status, .end, .undo, .redo, .begin:
      return try contextCommand(word)
    case .count, .first, .from: return .query(try query())
    default:
      guard word.isClause else { return .query(try query()) }
      throw Diagnostic(
        .unexpectedToken, "expected an entity, found the clause word `\(word.rawValue)`",
        at: current.span,
        help: "begin with the entity, as in `\(exampleEntity) \(word.rawValue) …`")
    }
  }

  /// The entity of `SELECT … FROM Trip`, or one that there is.
  private var exampleEntity: String {
    let rest = tokens[position...]
    if let from = rest.firstIndex(where: { source.text($0.span).lowercased() == "from" }),
      case .identifier(let name) = tokens[min(from + 1, tokens.count - 1)].kind
    {
      return name
    }
    return entities.min() ?? "Person"
  }

  // insert = "insert" entity ( "(" [ arg { "," arg } ] ")" | jsonObject )
  mutating func insert() throws(Diagnostic) -> EditSyntax {
    advance()
    let entity = try entity()
    if isSymbol(.openBrace) {
      let members = try objectMembers()
      return .insert(
        entity,
        members.map {
          AssignmentSyntax(path: PathSyntax(names: [$0.key]), operation: .set, value: $0.value)
        })
    }
    guard isSymbol(.openParenthesis) else {
      throw unexpected("`(` or `{` after `\(entity.name.text)`")
    }
    let arguments = try bracketed { (parser) throws(Diagnostic) in
      try parser.commaSeparated(until: .closeParenthesis) { (parser) throws(Diagnostic) in
        try parser.labelledArgument()
      }
    }
    return .insert(entity, arguments)
  }

  private mutating func labelledArgument() throws(Diagnostic) -> AssignmentSyntax {
    // Before a colon every word is only a name.
    let isLabel = token(after: 1).kind == .symbol(.colon) && word() != nil
    let name = isLabel ? try memberName() : try name("an attribute and `:`")
    if isSymbol(.assign) {
      throw unexpected("`:` after `\(name.text)`", help: "write `\(name.text): value`")
    }
    try expect(.colon, "`:` after `\(name.text)`")
    return AssignmentSyntax(
      path: PathSyntax(names: [name]), operation: .set, value: try expression())
  }

  // update = "update" ( entity where | "all" entity | handle ) "set" assign { "," assign }
  mutating func update() throws(Diagnostic) -> EditSyntax {
    advance()
    var (target, assignments) = (try target(), [AssignmentSyntax]())
    while !isAtStatementEnd {
      if word() == .set {
        if !assignments.isEmpty { throw repeated(.set) }
        advance()
        assignments = try commaSeparated { (parser) throws(Diagnostic) in
          try parser.assignment()
        }
      } else {
        try condition(of: &target, in: .update)
      }
    }
    if assignments.isEmpty {
      throw unexpected("`set`", help: "write `set attribute = value`")
    }
    return .update(target, assignments)
  }

  // delete = "delete" ( entity where | "all" entity | handle )
  mutating func delete() throws(Diagnostic) -> EditSyntax {
    advance()
    var target = try target()
    while !isAtStatementEnd { try condition(of: &target, in: .delete) }
    return .delete(target)
  }

  private mutating func target() throws(Diagnostic) -> TargetSyntax {
    if word() == .all, !entities.contains(source.text(current.span)) {
      advance()
      return .entity(try entity(), conditions: [], isAll: true)
    }
    if isReference { return .objects(try references()) }
    _ = take(.from)
    return .entity(try entity(), conditions: [], isAll: false)
  }

  private mutating func condition(
    of target: inout TargetSyntax, in word: Word
  ) throws(Diagnostic) {
    guard self.word() == .where else {
      if let clause = self.word(), clause.isClause {
        throw Diagnostic(
          .clauseNotAllowed, "`\(word.rawValue)` takes `where`, not `\(clause.rawValue)`",
          at: current.span)
      }
      throw unexpected(word == .update ? "`where` or `set`" : "`where`")
    }
    guard case .entity(let entity, let conditions, let isAll) = target else {
      throw Diagnostic(
        .clauseNotAllowed, "`where` cannot be used with objects named one by one",
        at: current.span)
    }
    advance()
    target = .entity(entity, conditions: conditions + [try expression()], isAll: isAll)
  }

  // assign = path ( "=" | "+=" | "-=" | "*=" ) expr
  mutating func assignment() throws(Diagnostic) -> AssignmentSyntax {
    let path = try path()
    return try assignment(to: path)
  }

  mutating func assignment(to path: PathSyntax) throws(Diagnostic) -> AssignmentSyntax {
    if isSymbol(.equal) {
      diagnostics.append(
        Diagnostic(
          .equalityInSet, "a value is set with `=`; `==` compares", at: current.span,
          help: "write `=`", replacement: Diagnostic.Replacement(current.span, with: "=")))
      advance()
      return AssignmentSyntax(path: path, operation: .set, value: try expression())
    }
    guard case .symbol(let symbol) = current.kind,
      let operation = AssignmentSyntax.Operator(rawValue: symbol.rawValue)
    else { throw unexpected("`=`, `+=`, `-=` or `*=` after `\(source.text(path.span))`") }
    advance()
    return AssignmentSyntax(path: path, operation: operation, value: try expression())
  }

  // objectEdit = ref "." path ( "=" | "+=" | "-=" | "*=" ) expr
  // relation   = ref "." path "." ( "append" | "remove" ) "(" expr { "," expr } ")"
  mutating func objectEdit() throws(Diagnostic) -> EditSyntax {
    let reference = try reference()
    guard take(.dot) || take(.optionalDot) else { throw unexpected("`.`") }
    let path = try path()
    guard isSymbol(.openParenthesis), let method = path.names.last, path.names.count > 1 else {
      return .update(.objects([reference]), [try assignment(to: path)])
    }
    let arguments = try bracketed { (parser) throws(Diagnostic) in
      try parser.commaSeparated { (parser) throws(Diagnostic) in try parser.expression() }
    }
    let target = PathSyntax(names: path.names.dropLast())
    switch method.text {
    case "append": return .append(reference, target, arguments)
    case "remove": return .remove(reference, target, arguments)
    default:
      throw Diagnostic(
        .unknownFunction, "expected `append` or `remove`, found `\(method.text)`", at: method.span)
    }
  }

  /// A name, handle or variable with a dot behind it.
  private var isObjectEdit: Bool {
    switch current.kind {
    case .variable, .handle, .identifier, .quotedIdentifier:
      // `bob.`, `#3.`, `Person#p42.`, `people::Person#p42.`.
      var next = token(after: 1).kind == .symbol(.doubleColon) ? 3 : 1
      if case .handle = token(after: next).kind, token(after: next).touchesPrevious { next += 1 }
      let following = token(after: next)
      return !following.startsLine
        && (following.kind == .symbol(.dot) || following.kind == .symbol(.optionalDot))
    default: return false
    }
  }
}
