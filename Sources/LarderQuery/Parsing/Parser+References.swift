extension StatementParser {
  // entity = [ store "::" ] name
  mutating func entity() throws(Diagnostic) -> EntitySyntax {
    let first = try name("an entity")
    guard take(.doubleColon) else { return EntitySyntax(store: nil, name: first) }
    return EntitySyntax(store: first, name: try name("an entity after `::`"))
  }

  // ref = handle | "$" name | name
  mutating func reference() throws(Diagnostic) -> ReferenceSyntax {
    if case .variable(let text) = current.kind {
      let name = NameSyntax(text: text, span: current.span, isQuoted: true)
      advance()
      return .variable(name)
    }
    if isHandle { return .handle(try handle()) }
    return .variable(try name("an object such as `#3` or `Person#p42`"))
  }

  mutating func references() throws(Diagnostic) -> [ReferenceSyntax] {
    try commaSeparated { (parser) throws(Diagnostic) in try parser.reference() }
  }

  /// A handle or a variable with its sign, which no entity can be.
  var isReference: Bool {
    if case .variable = current.kind { return true }
    return isHandle
  }

  // handle = "#" int [ "..." "#" int ] | [ entity ] "#" ( "t" int | "p" key )
  mutating func handle() throws(Diagnostic) -> HandleSyntax {
    let start = current.span.lowerBound
    var owner: EntitySyntax?
    if case .handle = current.kind {} else { owner = try entity() }
    guard case .handle(let literal) = current.kind else { throw unexpected("a handle") }
    if owner != nil, case .row = literal {
      throw Diagnostic(
        .malformedHandle, "a row has no entity", at: current.span,
        help: "write `\(source.text(current.span))` for the row of the last listing")
    }
    advance()
    var lastRow: Int?
    if case .row = literal, isSymbol(.closedRange),
      case .handle(.row(let row)) = token(after: 1).kind
    {
      lastRow = row
      advance()
      advance()
    }
    return HandleSyntax(
      entity: owner, literal: literal, lastRow: lastRow, span: start..<previousEnd)
  }

  /// A handle stands here, with or without an entity before it.
  var isHandle: Bool {
    switch current.kind {
    case .handle: return true
    case .identifier, .quotedIdentifier:
      if isTouchingHandle(after: 1) { return true }
      return token(after: 1).kind == .symbol(.doubleColon) && isTouchingHandle(after: 3)
    default: return false
    }
  }

  private func isTouchingHandle(after count: Int) -> Bool {
    guard case .handle = token(after: count).kind else { return false }
    return token(after: count).touchesPrevious
  }

  // path = name { ( "." | "?." ) name }
  mutating func path() throws(Diagnostic) -> PathSyntax {
    _ = take(.backslash)
    if take(.dot) {}
    var names = [try name("an attribute")]
    while isOnSameLine, take(.dot) || take(.optionalDot) { names.append(try memberName()) }
    return PathSyntax(names: names)
  }

  /// A name; words of the language need backticks where a clause could begin.
  mutating func name(_ wanted: String) throws(Diagnostic) -> NameSyntax {
    switch current.kind {
    case .identifier(let text):
      if let word = Word(text), word.isReservedInExpressions, !entities.contains(text) {
        throw isLikelyName ? clauseWordAsName(text) : unexpected(wanted)
      }
      defer { advance() }
      return NameSyntax(text: text, span: current.span, isQuoted: false)
    case .quotedIdentifier(let text):
      defer { advance() }
      return NameSyntax(text: text, span: current.span, isQuoted: true)
    case .text(let text, _): throw quotedName(text, wanted)
    default: throw unexpected(wanted)
    }
  }

  /// A name after a dot, where every word is only a name.
  mutating func memberName() throws(Diagnostic) -> NameSyntax {
    switch current.kind {
    case .identifier(let text), .quotedIdentifier(let text):
      defer { advance() }
      return NameSyntax(text: text, span: current.span, isQuoted: true)
    default: throw unexpected("a name after `.`")
    }
  }

  /// What follows a clause word shows that a name was meant: an operator, or nothing.
  private var isLikelyName: Bool {
    switch token(after: 1).kind {
    case .end: return true
    case .symbol(let symbol):
      return symbol.isCloser
        || (symbol.closer == nil && symbol != .not && symbol != .minus
          && symbol != .backslash && symbol != .star)
    case .identifier:
      guard let word = word(after: 1) else { return false }
      return (word.isOperator && word != .not && word != .by) || word == .is || word == .as
        || word == .asc || word == .desc || word.isClause
    default: return false
    }
  }

  func clauseWordAsName(_ text: String) -> Diagnostic {
    Diagnostic(
      .clauseWordAsName, "`\(text)` is a word of the language here, not a name", at: current.span,
      help: "put a name in backticks",
      replacement: Diagnostic.Replacement(current.span, with: "`\(text)`"))
  }

  private func quotedName(_ text: String, _ wanted: String) -> Diagnostic {
    let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return Diagnostic(
      .quotedName, "expected \(wanted), found a text", at: current.span,
      help: "a name has no quotes",
      replacement: Diagnostic.Replacement(current.span, with: isPlain ? text : "`\(text)`"))
  }

  // list = item { "," item }
  mutating func commaSeparated<Item>(
    until closer: Symbol? = nil, _ item: (inout StatementParser) throws(Diagnostic) -> Item
  ) throws(Diagnostic) -> [Item] {
    if let closer, isSymbol(closer) { return [] }
    var items = [try item(&self)]
    while take(.comma) {
      // A comma before the closing bracket is allowed, as in Swift.
      if let closer, isSymbol(closer) { break }
      items.append(try item(&self))
    }
    return items
  }
}
