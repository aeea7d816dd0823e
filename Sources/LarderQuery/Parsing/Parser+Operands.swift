import LarderCore

extension StatementParser {
  // postfix = primary { ( "." | "?." ) member | "[" expr "]" | "!" }
  mutating func postfix() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    var base = try primary()
    while isOnSameLine {
      if take(.dot) || take(.optionalDot) {
        base = try member(of: base, from: start)
      } else if isSymbol(.openBracket), current.touchesPrevious {
        let index = try bracketed { (parser) throws(Diagnostic) in try parser.expression() }
        base = try node(.index(base, index), from: start)
      } else if isSymbol(.not), current.touchesPrevious {
        // Swift's unwrapping: a nil inside a condition is nil here anyway.
        advance()
      } else {
        break
      }
    }
    return base
  }

  // member = name [ "(" arguments ")" ] [ closure ] | "@" name { "." name }
  private mutating func member(
    of base: ExpressionSyntax, from start: Int
  ) throws(Diagnostic) -> ExpressionSyntax {
    if case .atWord(let text) = current.kind {
      let name = NameSyntax(text: text, span: current.span, isQuoted: true)
      advance()
      var names: [NameSyntax] = []
      while isOnSameLine, take(.dot) { names.append(try memberName()) }
      return try node(.collectionOperator(base, name, names), from: start)
    }
    let name = try memberName()
    guard let arguments = try callArguments() else {
      return try node(.member(base, name), from: start)
    }
    return try node(.call(CallSyntax(base: base, name: name, arguments: arguments)), from: start)
  }

  /// The arguments and trailing closure of a call; `nil` when neither follows.
  private mutating func callArguments() throws(Diagnostic) -> [ArgumentSyntax]? {
    var arguments: [ArgumentSyntax]?
    if isSymbol(.openParenthesis), isOnSameLine {
      arguments = try bracketed { (parser) throws(Diagnostic) in
        try parser.commaSeparated(until: .closeParenthesis) { (parser) throws(Diagnostic) in
          try parser.argument()
        }
      }
    }
    guard isSymbol(.openBrace), isOnSameLine else { return arguments }
    let start = current.span.lowerBound
    let closure = try closure()
    let value = try node(.closure(closure), from: start)
    return (arguments ?? []) + [ArgumentSyntax(label: nil, value: value)]
  }

  private mutating func argument() throws(Diagnostic) -> ArgumentSyntax {
    if case .identifier(let label) = current.kind, token(after: 1).kind == .symbol(.colon) {
      advance()
      advance()
      return ArgumentSyntax(label: label, value: try expression())
    }
    // `count(distinct x)`.
    if word() == .distinct {
      advance()
      return ArgumentSyntax(label: "distinct", value: try expression())
    }
    if isSymbol(.star), token(after: 1).kind == .symbol(.closeParenthesis) {
      throw Diagnostic(
        .otherLanguage, "`*` is no value", at: current.span, help: "write `count()`",
        replacement: Diagnostic.Replacement(current.span, with: ""))
    }
    return ArgumentSyntax(label: nil, value: try expression())
  }

  // primary = literal | name | "$" name | "$0" | handle | call | "(" expr ")" | list | closure
  //         | keyPath | "." name | "first" entity { clause }
  mutating func primary() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    if isHandle {
      let handle = try handle()
      return try node(.handle(handle), from: start)
    }
    switch current.kind {
    case .number(let value): return try literal(.number(value))
    case .text(let value, let quotes): return try literal(.text(value, quotes))
    case .date(let value): return try literal(.date(value))
    case .duration(let value): return try literal(.duration(value))
    case .pattern(let value): return try literal(.pattern(value))
    case .element(let number): return try literal(.element(number))
    case .variable(let name): return try literal(.variable(name))
    case .identifier, .quotedIdentifier: return try named()
    case .symbol(.openParenthesis):
      return try bracketed { (parser) throws(Diagnostic) in try parser.expression() }
    case .symbol(.openBracket): return try list()
    case .symbol(.openBrace): return try braces()
    case .symbol(.backslash): return try keyPath()
    case .symbol(.dot):
      advance()
      let name = try memberName()
      return try node(.implicitMember(name), from: start)
    default: throw unexpected("a value")
    }
  }

  private mutating func literal(
    _ kind: ExpressionSyntax.Kind
  ) throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    advance()
    return try node(kind, from: start)
  }

  // keyPath = "\" [ name ] { "." name }
  private mutating func keyPath() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    advance()
    if case .identifier = current.kind, current.touchesPrevious,
      token(after: 1).kind == .symbol(.dot)
    {
      advance()
    }
    var names: [NameSyntax] = []
    while take(.dot) || take(.optionalDot) { names.append(try memberName()) }
    guard !names.isEmpty else { throw unexpected("a key path such as `\\.price`") }
    return try node(.keyPath(names), from: start)
  }

  private mutating func list() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    if case .text = token(after: 1).kind, token(after: 2).kind == .symbol(.colon) {
      return try object(from: start)
    }
    let items = try bracketed { (parser) throws(Diagnostic) in
      try parser.commaSeparated(until: .closeBracket) { (parser) throws(Diagnostic) in
        try parser.expression()
      }
    }
    return try node(.list(items), from: start)
  }

  /// Braces where an operand stands: an object when a key or nothing follows, else a closure.
  private mutating func braces() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let first = token(after: 1).kind
    var isObject = first == .symbol(.closeBrace)
    if case .text = first { isObject = token(after: 2).kind == .symbol(.colon) }
    if isObject { return try object(from: start) }
    let closure = try closure()
    return try node(.closure(closure), from: start)
  }

  private mutating func object(from start: Int) throws(Diagnostic) -> ExpressionSyntax {
    let members = try objectMembers()
    return try node(.object(members), from: start)
  }

  // closure = "{" [ name "in" ] expr "}"
  private mutating func closure() throws(Diagnostic) -> ClosureSyntax {
    try bracketed { (parser) throws(Diagnostic) in
      var parameter: NameSyntax?
      if case .identifier(let text) = parser.current.kind, parser.word(after: 1) == .in {
        parameter = NameSyntax(text: text, span: parser.current.span, isQuoted: false)
        parser.advance()
        parser.advance()
      }
      return ClosureSyntax(parameter: parameter, body: try parser.expression())
    }
  }

  // jsonObject = "{" [ member { "," member } ] "}" ; member = ( text | name ) ":" expr
  mutating func objectMembers() throws(Diagnostic) -> [MemberSyntax] {
    let closer: Symbol = isSymbol(.openBracket) ? .closeBracket : .closeBrace
    return try bracketed { (parser) throws(Diagnostic) in
      try parser.commaSeparated(until: closer) { (parser) throws(Diagnostic) in
        let key = try parser.key()
        try parser.expect(.colon, "`:` after the key")
        return MemberSyntax(key: key, value: try parser.expression())
      }
    }
  }

  private mutating func key() throws(Diagnostic) -> NameSyntax {
    switch current.kind {
    case .text(let text, _), .identifier(let text), .quotedIdentifier(let text):
      defer { advance() }
      return NameSyntax(text: text, span: current.span, isQuoted: true)
    default: throw unexpected("a key such as \"name\"")
    }
  }
}

extension StatementParser {
  /// A name in an expression: a literal's word, a function, a query in place, or an attribute.
  private mutating func named() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    if let literal = wordLiteral {
      advance()
      return try node(literal, from: start)
    }
    if word() == .first, beginsEntity(after: 1), token(after: 1).startsLine == false {
      let query = try query()
      return try node(.first(query), from: start)
    }
    try refuseOtherLanguages()
    let name = try name("a value")
    guard isSymbol(.openParenthesis), isOnSameLine, let arguments = try callArguments() else {
      return try node(.name(name), from: start)
    }
    return try node(.call(CallSyntax(base: nil, name: name, arguments: arguments)), from: start)
  }

  private var wordLiteral: ExpressionSyntax.Kind? {
    guard case .identifier(let text) = current.kind else { return nil }
    switch text {
    case "SELF", "self": return .itself
    case "TRUEPREDICATE": return .bool(true)
    case "FALSEPREDICATE": return .bool(false)
    default: break
    }
    switch Word(text) {
    case .nil, .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    default: return nil
    }
  }

  private func refuseOtherLanguages() throws(Diagnostic) {
    guard case .identifier(let text) = current.kind else { return }
    switch text {
    case "SUBQUERY" where token(after: 1).kind == .symbol(.openParenthesis):
      throw Diagnostic(
        .unsupportedSyntax, "`SUBQUERY` is not part of the language", at: current.span,
        help: "write `items.filter { $0.price > 3 }.count`, or `items.contains { $0.price > 3 }`")
    case "if", "switch":
      throw Diagnostic(
        .unsupportedSyntax, "`\(text)` is not part of the language", at: current.span,
        help: "write `condition ? a : b`")
    default: return
    }
  }
}
