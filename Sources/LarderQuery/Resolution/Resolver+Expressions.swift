import LarderCore

extension StatementResolver {
  /// An expression used for its value.
  ///
  /// The type that it meets is expected, so that `.live` and quoted UUIDs can be read.
  mutating func value(
    _ expression: ExpressionSyntax, expecting: ValueType? = nil
  ) throws(Diagnostic) -> Operand {
    switch try meaning(expression, expecting: expecting) {
    case .value(let operand): return operand
    case .condition(let predicate):
      return Operand(
        expression: .predicate(predicate), type: .bool, span: expression.span)
    }
  }

  /// An expression used as a condition.
  mutating func condition(_ expression: ExpressionSyntax) throws(Diagnostic) -> EntityPredicate {
    switch try meaning(expression, expecting: .bool) {
    case .condition(let predicate): return predicate
    case .value(let operand): return try condition(operand)
    }
  }

  func condition(_ operand: Operand) throws(Diagnostic) -> EntityPredicate {
    if case .bool(let flag) = operand.constant { return .constant(flag) }
    guard operand.type.family == .bool || operand.type == .mixed else {
      throw Diagnostic(
        .notACondition,
        "expected a condition, found `\(excerpt(operand))`, which is \(operand.type)",
        at: operand.span, help: "compare it, as in `\(excerpt(operand)) == …`")
    }
    return .isTrue(operand.expression)
  }

  mutating func meaning(
    _ expression: ExpressionSyntax, expecting: ValueType? = nil
  ) throws(Diagnostic) -> Meaning {
    let span = expression.span
    switch expression.kind {
    case .null: return .value(operand(.null, span))
    case .bool(let flag): return .value(operand(.bool(flag), span))
    case .number(let literal): return .value(number(literal, span, expecting: expecting))
    case .text(let text, _): return .value(self.text(text, span, expecting: expecting))
    case .date(let literal): return .value(operand(.date(date(literal)), span))
    case .duration(let duration):
      return .value(Operand(expression: .value(.null), type: .duration(duration), span: span))
    case .pattern(let pattern):
      return .value(operand(.text(pattern), span, type: .pattern))
    case .name(let name): return .value(try self.name(name))
    case .variable(let text):
      let name = NameSyntax(text: text, span: span, isQuoted: true)
      guard let value = value(named: text) else { throw unknownVariable(name) }
      return .value(operand(value, span))
    case .element(let number): return .value(try element(number, span))
    case .itself: return .value(try element(at: 0, span))
    case .keyPath(let names): return .value(try keyPath(names, span))
    case .implicitMember(let name): return .value(try enumerationCase(name, span, expecting))
    case .handle(let handle): return .value(try self.handle(handle))
    case .member(let base, let name): return try member(base, name, span)
    case .collectionOperator(let base, let name, let path):
      return .value(try collectionOperator(base, name, path, span))
    case .call(let call): return try self.call(call, span, expecting: expecting)
    case .index(let base, let index): return .value(try self.index(base, index, span))
    case .negative(let operand): return .value(try negative(operand, span))
    case .not(let operand): return .condition(.not(try condition(operand)))
    case .and(let parts): return .condition(.joined(try conditions(parts)))
    case .or(let parts): return .condition(.alternatives(try conditions(parts)))
    case .arithmetic(let operation, let left, let right):
      let left = try value(left)
      let right = try value(right, expecting: left.type)
      return .value(try arithmetic(operation, left, right, span))
    case .coalesce(let first, let second):
      return try coalesce(first, second, span, expecting: expecting)
    case .conditional(let condition, let first, let second):
      return try conditional(condition, first, second, span, expecting: expecting)
    case .range:
      throw Diagnostic(
        .typeMismatch, "a range stands only after `in` or `between`", at: span)
    case .comparison(let comparison, let left, let right):
      return .condition(try self.comparison(comparison, left, right))
    case .test(let operand, let test):
      return .condition(try self.test(test, of: try value(operand)))
    case .quantified(let quantifier, let body):
      return .condition(try quantified(quantifier, body))
    case .list(let items): return .value(try list(items, span, expecting: expecting))
    case .object(let members): return .value(try object(members, span, expecting: expecting))
    case .closure(let closure): return .condition(try bareClosure(closure, span))
    case .first(let query): return .value(try first(query, span))
    }
  }

  /// Every condition is looked at, so that each can report its own problem.
  private mutating func conditions(
    _ parts: [ExpressionSyntax]
  ) throws(Diagnostic) -> [EntityPredicate] {
    var result: [EntityPredicate] = []
    var firstProblem: Diagnostic?
    for part in parts {
      do {
        result.append(try condition(part))
      } catch {
        if let problem = firstProblem { diagnostics.append(problem) }
        firstProblem = error
      }
    }
    if let firstProblem { throw firstProblem }
    return result
  }

  private mutating func coalesce(
    _ first: ExpressionSyntax, _ second: ExpressionSyntax, _ span: Range<Int>,
    expecting: ValueType?
  ) throws(Diagnostic) -> Meaning {
    let left: Operand
    switch try meaning(first, expecting: expecting) {
    // A condition is never nil: `name?.contains("x") ?? false`.
    case .condition(let predicate): return .condition(predicate)
    case .value(let operand): left = operand
    }
    let right = try value(second, expecting: left.type)
    try requireComparable(left, right, "be replaced by")
    let type = left.type == .null || left.type == .mixed ? right.type : left.type
    return .value(
      Operand(
        expression: .coalesce(left.expression, right.expression), type: type, span: span))
  }

  private mutating func conditional(
    _ condition: ExpressionSyntax, _ first: ExpressionSyntax, _ second: ExpressionSyntax,
    _ span: Range<Int>, expecting: ValueType?
  ) throws(Diagnostic) -> Meaning {
    let test = try self.condition(condition)
    let left = try value(first, expecting: expecting)
    let right = try value(second, expecting: left.type)
    try requireComparable(left, right, "stand beside")
    for side in [left, right] {
      if case .duration = side.type { throw strayDuration(side.span) }
    }
    let type = left.type == .null ? right.type : left.type
    let expression = EntityExpression.conditional(test, left.expression, right.expression)
    return .value(Operand(expression: expression, type: type, span: span))
  }

  /// `{ $0.age > 3 }` where a condition stands: the body of a pasted `#Predicate`.
  private mutating func bareClosure(
    _ closure: ClosureSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> EntityPredicate {
    guard elements.count == 1 else {
      throw Diagnostic(
        .unexpectedToken, "a closure stands only after a method such as `contains`", at: span)
    }
    let name = elements[0].name
    elements[0].name = closure.parameter?.text
    defer { elements[0].name = name }
    return try condition(closure.body)
  }

  private mutating func first(
    _ query: QuerySyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    guard allowsFirst else {
      throw Diagnostic(
        .unsupportedSyntax, "a query inside a condition is not part of the language", at: span,
        help: "give it a name before: `let x = \(source.excerpt(span))`")
    }
    var inner = StatementResolver(scope: scope, source: source)
    let resolved = try inner.query(query)
    diagnostics += inner.diagnostics
    guard resolved.output == .objects else {
      throw Diagnostic(.typeMismatch, "expected an object, found rows", at: span)
    }
    return Operand(
      expression: .first(resolved.descriptor), type: .object(resolved.descriptor.entity),
      span: span)
  }
}
