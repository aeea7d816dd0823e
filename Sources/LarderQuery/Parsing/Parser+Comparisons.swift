import LarderCore

extension StatementParser {
  // comparisonTail = sign coalescing | [ "not" ] word [ flags ] operand
  //                | "is" [ "not" ] ( "nil" | "missing" | "empty" )
  mutating func comparisonTail(
    _ left: ExpressionSyntax, from start: Int
  ) throws(Diagnostic) -> ExpressionSyntax {
    guard isOnSameLine || !isWord else { return left }
    if word() == .is { return try test(of: left, from: start) }
    guard let comparison = try takeComparison() else { return left }
    let right: ExpressionSyntax
    switch comparison.kind {
    case .membership: right = try collection()
    case .between: right = try bounds()
    case .relation, .text:
      right = try nested { (parser) throws(Diagnostic) in
        try parser.coalescingOperand()
      }
    }
    let result = try node(.comparison(comparison, left, right), from: start)
    if relation() != nil {
      throw Diagnostic(
        .unexpectedToken, "comparisons cannot be chained", at: current.span,
        help: "join two comparisons with `&&`")
    }
    return result
  }

  private var isWord: Bool {
    if case .identifier = current.kind { return true }
    return false
  }

  /// The right side of a comparison, which may begin with `not` only in brackets.
  private mutating func coalescingOperand() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let left = try range()
    guard take(.coalesce) else { return left }
    let right = try coalescingOperandNested()
    return try node(.coalesce(left, right), from: start)
  }

  private mutating func coalescingOperandNested() throws(Diagnostic) -> ExpressionSyntax {
    try nested { (parser) throws(Diagnostic) in try parser.coalescingOperand() }
  }

  private mutating func test(
    of left: ExpressionSyntax, from start: Int
  ) throws(Diagnostic) -> ExpressionSyntax {
    advance()
    let isNegated = take(.not as Word)
    let kind: TestSyntax.Kind
    switch word() {
    case .nil, .null: kind = .null
    case .missing: kind = .missing
    case .empty: kind = .empty
    default:
      guard beginsEntity(after: 0) else {
        throw unexpected("`nil`, `missing` or `empty` after `is`")
      }
      let entity = try entity()
      let test = TestSyntax(kind: .kind(entity), isNegated: isNegated)
      return try node(.test(left, test), from: start)
    }
    advance()
    return try node(.test(left, TestSyntax(kind: kind, isNegated: isNegated)), from: start)
  }

  private mutating func takeComparison() throws(Diagnostic) -> ComparisonSyntax? {
    let start = current.span.lowerBound
    if let relation = relation() {
      advance()
      let options = try flags()
      return ComparisonSyntax(
        kind: .relation(relation), options: options, isNegated: false, span: start..<previousEnd)
    }
    let isNegated = word() == .not && comparisonKind(word(after: 1)) != nil
    guard let kind = comparisonKind(word(after: isNegated ? 1 : 0)) else { return nil }
    if isNegated { advance() }
    advance()
    let options = try flags()
    return ComparisonSyntax(
      kind: kind, options: options, isNegated: isNegated, span: start..<previousEnd)
  }

  private func relation() -> EntityPredicate.ComparisonOperator? {
    guard case .symbol(let symbol) = current.kind else { return nil }
    switch symbol {
    case .equal, .assign: return .equal
    case .notEqual, .unequal: return .notEqual
    case .less: return .lessThan
    case .lessOrEqual: return .lessThanOrEqual
    case .greater: return .greaterThan
    case .greaterOrEqual: return .greaterThanOrEqual
    default: return nil
    }
  }

  private func comparisonKind(_ word: Word?) -> ComparisonSyntax.Kind? {
    switch word {
    case .in: .membership
    case .between: .between
    case .contains: .text(.contains)
    case .beginswith: .text(.hasPrefix)
    case .endswith: .text(.hasSuffix)
    case .like: .text(.like)
    case .matches: .text(.matches)
    default: nil
    }
  }

  // flags = "[" ( "c" | "d" | "cd" ) "]", touching the word
  private mutating func flags() throws(Diagnostic) -> EntityPredicate.TextOptions {
    let (flag, closer) = (token(after: 1), token(after: 2))
    guard isSymbol(.openBracket), current.touchesPrevious, case .identifier(let text) = flag.kind,
      flag.touchesPrevious, closer.kind == .symbol(.closeBracket)
    else { return [] }
    var options: EntityPredicate.TextOptions = []
    for letter in text.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      default:
        // `x ==[name]` compares with a list.
        if case .symbol = tokens[position - 1].kind { return [] }
        throw Diagnostic(
          .unexpectedToken, "expected `[c]`, `[d]` or `[cd]`, found `[\(text)]`",
          at: current.span.lowerBound..<closer.span.upperBound)
      }
    }
    for _ in 0..<3 { advance() }
    return options
  }

  /// What may stand after `in`: braces and parentheses hold a list there.
  private mutating func collection() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    if isSymbol(.openBrace) || (isSymbol(.openParenthesis) && isParenthesizedList) {
      let closer: Symbol = isSymbol(.openBrace) ? .closeBrace : .closeParenthesis
      let items = try bracketed { (parser) throws(Diagnostic) in
        try parser.commaSeparated(until: closer) { (parser) throws(Diagnostic) in
          try parser.expression()
        }
      }
      return try node(.list(items), from: start)
    }
    return try range()
  }

  /// Whether the brackets that open here hold a comma, or nothing but one literal.
  private var isParenthesizedList: Bool {
    var (index, brackets) = (1, 0)
    while true {
      switch token(after: index).kind {
      case .end: return false
      case .symbol(.comma) where brackets == 0: return true
      case .symbol(let symbol) where symbol.closer != nil: brackets += 1
      case .symbol(let symbol) where symbol.isCloser:
        if brackets == 0 { return index == 2 && isLiteral(token(after: 1)) }
        brackets -= 1
      default: break
      }
      index += 1
    }
  }

  private func isLiteral(_ token: Token) -> Bool {
    switch token.kind {
    case .text, .number, .date, .handle: true
    default: false
    }
  }

  // bounds = "{" sum "," sum "}" | "[" sum "," sum "]" | range | sum "and" sum
  private mutating func bounds() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let first = try collection()
    switch first.kind {
    case .range: return first
    case .list(let items):
      guard items.count == 2 else {
        throw Diagnostic(
          .wrongArguments, "`between` takes two bounds, found \(items.count)", at: first.span)
      }
      return try node(.range(items[0], items[1], includesUpperBound: true), from: start)
    default:
      try expect(.and as Word)
      let last = try sum()
      return try node(.range(first, last, includesUpperBound: true), from: start)
    }
  }
}
