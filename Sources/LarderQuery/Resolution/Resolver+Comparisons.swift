import LarderCore

/// Comparisons, membership and ranges.
extension StatementResolver {
  mutating func comparison(
    _ comparison: ComparisonSyntax, _ left: ExpressionSyntax, _ right: ExpressionSyntax
  ) throws(Diagnostic) -> EntityPredicate {
    // `.live == status`: the side that needs the other's type comes second.
    if case .implicitMember = left.kind, case .relation(let relation) = comparison.kind {
      var mirrored = comparison
      mirrored.kind = .relation(relation.mirrored)
      return try self.comparison(mirrored, right, left)
    }
    if case .membership = comparison.kind {
      return negated(
        comparison, try membership(left, in: right, options: comparison.options))
    }
    // A literal on the left takes its type from the right.
    if Self.isLiteral(left), !Self.isLiteral(right), case .relation(let relation) = comparison.kind
    {
      let other = try value(right)
      let subject = try value(left, expecting: other.type)
      return try self.relation(relation, comparison, subject, other)
    }
    switch try meaning(left) {
    case .value(let subject): return try self.comparison(comparison, subject, right)
    case .condition(let predicate):
      if let simple = conditionComparison(comparison, predicate, right) { return simple }
      let subject = Operand(expression: .predicate(predicate), type: .bool, span: left.span)
      return try self.comparison(comparison, subject, right)
    }
  }

  private static func isLiteral(_ expression: ExpressionSyntax) -> Bool {
    switch expression.kind {
    case .number, .text, .null, .bool, .date: true
    default: false
    }
  }

  /// `name?.contains("x") == true`: a condition compared with a flag is a condition.
  private func conditionComparison(
    _ comparison: ComparisonSyntax, _ condition: EntityPredicate, _ right: ExpressionSyntax
  ) -> EntityPredicate? {
    guard case .bool(let flag) = right.kind, case .relation(let relation) = comparison.kind else {
      return nil
    }
    switch relation {
    case .equal: return flag ? condition : .not(condition)
    case .notEqual: return flag ? .not(condition) : condition
    default: return nil
    }
  }

  /// A comparison whose left side is known already.
  mutating func comparison(
    _ comparison: ComparisonSyntax, _ subject: Operand, _ right: ExpressionSyntax
  ) throws(Diagnostic) -> EntityPredicate {
    switch comparison.kind {
    case .relation(let relation):
      let other = try value(right, expecting: subject.type)
      return try self.relation(relation, comparison, subject, other)
    case .text(let operation):
      return negated(
        comparison,
        try text(operation, comparison.options, subject, right, at: comparison.span))
    case .membership:
      return negated(
        comparison, try membership(subject, in: right, options: comparison.options))
    case .between: return negated(comparison, try between(subject, right))
    }
  }

  private func negated(
    _ comparison: ComparisonSyntax, _ predicate: EntityPredicate
  ) -> EntityPredicate {
    comparison.isNegated ? .not(predicate) : predicate
  }

  private mutating func relation(
    _ relation: EntityPredicate.ComparisonOperator, _ comparison: ComparisonSyntax,
    _ left: Operand, _ right: Operand
  ) throws(Diagnostic) -> EntityPredicate {
    try refuseTextForName(left, right)
    let left = try measured(left, beside: right)
    let right = try measured(right, beside: left)
    try requireComparable(left, right, "be compared with")
    if relation == .equal || relation == .notEqual, comparison.options.isEmpty {
      try requireCase(right, of: left)
      try requireCase(left, of: right)
    }
    for side in [left, right] {
      if case .duration = side.type { throw strayDuration(side.span) }
    }
    guard !comparison.options.isEmpty else {
      return .comparison(relation, left.expression, right.expression)
    }
    let equality = EntityPredicate.text(
      .equals, comparison.options, left.expression, right.expression)
    switch relation {
    case .equal: return equality
    case .notEqual: return .not(equality)
    default:
      throw Diagnostic(
        .wrongArguments, "flags work with `==` and `!=`, not with `\(relation.rawValue)`",
        at: comparison.span)
    }
  }

  /// `x in 18...65`, `x in ["a", "b"]`, `x in tags`, `"a" in name`.
  mutating func membership(
    _ element: ExpressionSyntax, in collection: ExpressionSyntax,
    options: EntityPredicate.TextOptions
  ) throws(Diagnostic) -> EntityPredicate {
    switch collection.kind {
    case .range, .list:
      return try membership(try value(element), in: collection, options: options)
    default:
      let whole = try value(collection)
      let element = try value(element, expecting: whole.type.element)
      return try membership(element, inWhole: whole, options)
    }
  }

  private mutating func membership(
    _ element: Operand, in collection: ExpressionSyntax, options: EntityPredicate.TextOptions
  ) throws(Diagnostic) -> EntityPredicate {
    switch collection.kind {
    case .range: return try between(element, collection)
    case .list(let items): return try membership(element, inList: items, collection, options)
    default: return try membership(element, inWhole: try value(collection), options)
    }
  }

  private func membership(
    _ element: Operand, inWhole whole: Operand, _ options: EntityPredicate.TextOptions
  ) throws(Diagnostic) -> EntityPredicate {
    if whole.type.family == .text {
      try requireText(element, before: "in")
      return .text(.contains, options, whole.expression, element.expression)
    }
    guard let type = whole.type.element else {
      throw Diagnostic(
        .typeMismatch,
        "expected a list or a range after `in`, found `\(excerpt(whole))`, "
          + "which is \(whole.type)", at: whole.span)
    }
    let sample = Operand(
      expression: whole.expression, type: type, span: whole.span, attribute: whole.attribute)
    try requireComparable(element, sample, "be in")
    return .membership(element.expression, in: whole.expression)
  }

  private func requireText(_ operand: Operand, before word: String) throws(Diagnostic) {
    guard operand.type.family != .text, operand.type.family != .unknown else { return }
    throw Diagnostic(
      .typeMismatch,
      "expected a text before `\(word)`, found `\(excerpt(operand))`, "
        + "which is \(operand.type)", at: operand.span)
  }

  /// A list of constants is one value; any other becomes alternatives.
  private mutating func membership(
    _ element: Operand, inList items: [ExpressionSyntax], _ list: ExpressionSyntax,
    _ options: EntityPredicate.TextOptions
  ) throws(Diagnostic) -> EntityPredicate {
    var values: [AttributeValue] = []
    var alternatives: [EntityPredicate] = []
    for item in items {
      let candidate = try measured(value(item, expecting: element.type), beside: element)
      if case .array(let rows) = candidate.constant, case .handle = item.kind {
        values += rows
        continue
      }
      try requireComparable(element, candidate, "be in a list with")
      if options.isEmpty { try requireCase(candidate, of: element) }
      if options.isEmpty, let constant = candidate.constant {
        values.append(constant)
      } else if options.isEmpty {
        alternatives.append(.comparison(.equal, element.expression, candidate.expression))
      } else {
        alternatives.append(
          .text(.equals, options, element.expression, candidate.expression))
      }
    }
    if alternatives.isEmpty || !values.isEmpty {
      let constants = EntityPredicate.membership(
        element.expression, in: .value(.array(values)))
      alternatives.insert(constants, at: 0)
    }
    return .alternatives(alternatives)
  }

  private mutating func between(
    _ subject: Operand, _ bounds: ExpressionSyntax
  ) throws(Diagnostic) -> EntityPredicate {
    guard case .range(let first, let last, let includesUpperBound) = bounds.kind else {
      throw Diagnostic(.unexpectedToken, "expected two bounds", at: bounds.span)
    }
    let lower = try measured(value(first, expecting: subject.type), beside: subject)
    let upper = try measured(value(last, expecting: subject.type), beside: subject)
    for bound in [lower, upper] { try requireComparable(subject, bound, "lie between") }
    return .range(
      subject.expression, lower.expression, upper.expression,
      includesUpperBound: includesUpperBound)
  }

  /// `is nil`, `is missing`, `is empty`, `is Novel`.
  func test(_ test: TestSyntax, of subject: Operand) throws(Diagnostic) -> EntityPredicate {
    switch test.kind {
    case .null:
      return .comparison(
        test.isNegated ? .notEqual : .equal, subject.expression, .value(.null))
    case .missing:
      guard let path = subject.path, !path.names.isEmpty else {
        throw Diagnostic(
          .typeMismatch, "only an attribute can be missing; `\(excerpt(subject))` is none",
          at: subject.span, help: "write `is nil`")
      }
      return negated(.isMissing(path), test)
    case .empty:
      guard subject.isCollectionOrText else {
        throw Diagnostic(
          .typeMismatch, "`\(excerpt(subject))` is \(subject.type) and is never empty",
          at: subject.span, help: "write `is nil`")
      }
      return negated(.isEmpty(subject.expression), test)
    case .kind(let entity):
      return negated(.isKind(level: try level(of: subject), try self.entity(entity).name), test)
    }
  }

  private func negated(_ predicate: EntityPredicate, _ test: TestSyntax) -> EntityPredicate {
    test.isNegated ? .not(predicate) : predicate
  }

  private func level(of subject: Operand) throws(Diagnostic) -> Int {
    guard let path = subject.path, path.names.isEmpty, case .object = subject.type else {
      throw Diagnostic(
        .typeMismatch, "only `self` or `$0` can be tested for its entity", at: subject.span)
    }
    return path.level
  }
}

extension EntityPredicate.ComparisonOperator {
  /// The same comparison with its sides exchanged.
  fileprivate var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
}
