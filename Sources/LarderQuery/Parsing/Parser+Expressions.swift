import LarderCore

extension StatementParser {
  // expr = disjunction [ "?" expr ":" expr ]
  mutating func expression() throws(Diagnostic) -> ExpressionSyntax {
    try nested { (parser) throws(Diagnostic) in
      let start = parser.current.span.lowerBound
      let condition = try parser.disjunction()
      guard parser.take(.question) else { return condition }
      let first = try parser.expression()
      try parser.expect(.colon, "`:` and the other value")
      let second = try parser.expression()
      return try parser.node(.conditional(condition, first, second), from: start)
    }
  }

  // disjunction = conjunction { ( "||" | "or" ) conjunction }
  private mutating func disjunction() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    var parts = [try conjunction()]
    while take(.or as Symbol) || take(.or as Word) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : try node(.or(parts), from: start)
  }

  // conjunction = negation { ( "&&" | "and" ) negation }
  private mutating func conjunction() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    var parts = [try negation()]
    while take(.and as Symbol) || take(.and as Word) { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : try node(.and(parts), from: start)
  }

  // negation = "not" negation | comparison
  private mutating func negation() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    guard take(.not as Word) else { return try comparison() }
    return try nested { (parser) throws(Diagnostic) in
      let operand = try parser.negation()
      return try parser.node(.not(operand), from: start)
    }
  }

  // comparison = [ quantifier ] coalescing [ comparisonTail ]
  // quantifier = "any" | "all" | "none" | "some"
  private mutating func comparison() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let quantifier = takeQuantifier()
    let left = try coalescing()
    let comparison = try comparisonTail(left, from: start)
    guard let quantifier else { return comparison }
    return try node(.quantified(quantifier, comparison), from: start)
  }

  private mutating func takeQuantifier() -> EntityPredicate.Quantifier? {
    let quantifier: EntityPredicate.Quantifier
    switch word() {
    case .any, .someOf: quantifier = .any
    case .all: quantifier = .all
    case .noneOf: quantifier = .none
    default: return nil
    }
    guard beginsPath(after: 1) else { return nil }
    advance()
    return quantifier
  }

  /// Whether a path follows a quantifier, and not an operator after an attribute of that name.
  private func beginsPath(after count: Int) -> Bool {
    switch token(after: count).kind {
    case .element, .variable, .quotedIdentifier: return true
    case .identifier(let text):
      guard let word = Word(text) else { return true }
      return !word.isReservedInExpressions && !word.isOperator && word != .is
    default: return false
    }
  }

  // coalescing = range [ "??" coalescing ]
  private mutating func coalescing() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let left = try range()
    guard take(.coalesce) else { return left }
    return try nested { (parser) throws(Diagnostic) in
      let right = try parser.coalescing()
      return try parser.node(.coalesce(left, right), from: start)
    }
  }

  // range = sum [ ( "..." | "..<" ) sum ]
  mutating func range() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let lower = try sum()
    let includesUpperBound = isSymbol(.closedRange)
    guard take(.closedRange) || take(.halfOpenRange) else { return lower }
    let upper = try sum()
    return try node(
      .range(lower, upper, includesUpperBound: includesUpperBound), from: start)
  }

  // sum = product { ( "+" | "-" ) product }
  mutating func sum() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    var left = try product()
    while let operation = takeOperator([.plus: .add, .minus: .subtract]) {
      let right = try product()
      left = try node(.arithmetic(operation, left, right), from: start)
    }
    return left
  }

  // product = prefix { ( "*" | "/" | "%" ) prefix }
  private mutating func product() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    var left = try prefix()
    while let operation = takeOperator([.star: .multiply, .slash: .divide, .percent: .remainder]) {
      let right = try prefix()
      left = try node(.arithmetic(operation, left, right), from: start)
    }
    return left
  }

  private mutating func takeOperator(
    _ operators: [Symbol: EntityExpression.ArithmeticOperator]
  ) -> EntityExpression.ArithmeticOperator? {
    guard case .symbol(let symbol) = current.kind, let operation = operators[symbol] else {
      return nil
    }
    advance()
    return operation
  }

  // prefix = ( "!" | "-" | "+" ) prefix | postfix
  private mutating func prefix() throws(Diagnostic) -> ExpressionSyntax {
    let start = current.span.lowerBound
    let symbol = current.kind
    guard take(.not as Symbol) || take(.minus) || take(.plus) else { return try postfix() }
    return try nested { (parser) throws(Diagnostic) in
      let operand = try parser.prefix()
      switch symbol {
      case .symbol(.not): return try parser.node(.not(operand), from: start)
      case .symbol(.minus): return try parser.node(.negative(operand), from: start)
      default: return operand
      }
    }
  }
}
