extension EvaluationCompiler {
  mutating func compare(
    _ comparison: EntityPredicate.ComparisonOperator, _ left: EntityExpression,
    _ right: EntityExpression
  ) throws -> CompiledCondition {
    if case .value(let constant) = right, !constant.isCollection {
      return try applying(Self.test(comparison, constant), to: left)
    }
    if case .value(let constant) = left, !constant.isCollection {
      return try applying(Self.test(comparison.mirrored, constant), to: right)
    }
    let (left, right) = (try expression(left), try expression(right))
    let test = comparison.test
    return { root, frame, objects in
      let first = left(root, &frame, objects)
      return test(first, right(root, &frame, objects))
    }
  }

  typealias ValueTest = @Sendable (AttributeValue?) -> Bool

  /// A condition on an expression's value; an attribute of the query's object is read directly.
  mutating func applying(
    _ test: @escaping ValueTest, to operand: EntityExpression
  ) throws -> CompiledCondition {
    if case .path(let path) = operand, path.level == 0, path.names.count == 1,
      case .attribute(let slot)? = try reader(for: path).steps.first
    {
      return { root, _, _ in test(slot.value(in: root)) }
    }
    let value = try expression(operand)
    return { test(value($0, &$1, $2)) }
  }

  /// A comparison with a constant on its right, decided by the constant's kind where that is faster.
  private static func test(
    _ comparison: EntityPredicate.ComparisonOperator, _ constant: AttributeValue
  ) -> ValueTest {
    let general = comparison.test
    switch constant {
    case .integer(let number): return integerTest(comparison, number, general)
    case .real(let number): return realTest(comparison, number, general)
    case .text(let text) where comparison == .equal:
      return { if case .text(let value)? = $0 { value == text } else { false } }
    case .text(let text) where comparison == .notEqual:
      return { if case .text(let value)? = $0 { value != text } else { true } }
    default: return { general($0, constant) }
    }
  }

  private static func integerTest(
    _ comparison: EntityPredicate.ComparisonOperator, _ number: Int64,
    _ general: @escaping @Sendable (AttributeValue?, AttributeValue?) -> Bool
  ) -> ValueTest {
    let constant = AttributeValue.integer(number)
    func test(_ compare: @escaping @Sendable (Int64) -> Bool) -> ValueTest {
      { value in
        if case .integer(let value)? = value { compare(value) } else { general(value, constant) }
      }
    }
    return switch comparison {
    case .equal: test { $0 == number }
    case .notEqual: test { $0 != number }
    case .lessThan: test { $0 < number }
    case .lessThanOrEqual: test { $0 <= number }
    case .greaterThan: test { $0 > number }
    case .greaterThanOrEqual: test { $0 >= number }
    }
  }

  private static func realTest(
    _ comparison: EntityPredicate.ComparisonOperator, _ number: Double,
    _ general: @escaping @Sendable (AttributeValue?, AttributeValue?) -> Bool
  ) -> ValueTest {
    let constant = AttributeValue.real(number)
    func test(_ compare: @escaping @Sendable (Double) -> Bool) -> ValueTest {
      { value in
        if case .real(let value)? = value { compare(value) } else { general(value, constant) }
      }
    }
    return switch comparison {
    case .equal: test { $0 == number }
    case .notEqual: test { $0 != number }
    case .lessThan: test { $0 < number }
    case .lessThanOrEqual: test { $0 <= number }
    case .greaterThan: test { $0 > number }
    case .greaterThanOrEqual: test { $0 >= number }
    }
  }
}

extension AttributeValue {
  fileprivate var isCollection: Bool { kind == .array || kind == .object }
}

extension EntityPredicate.ComparisonOperator {
  /// The operator with its sides exchanged.
  public var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }

  /// Whether two values stand in this relation; see ``EntityPredicate`` for nil.
  public func holds(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    switch self {
    case .equal: AttributeValue.areEqual(left, right)
    case .notEqual: !AttributeValue.areEqual(left, right)
    case .lessThan: AttributeValue.order(left, right).map { $0 < 0 } ?? false
    case .lessThanOrEqual: AttributeValue.order(left, right).map { $0 <= 0 } ?? false
    case .greaterThan: AttributeValue.order(left, right).map { $0 > 0 } ?? false
    case .greaterThanOrEqual: AttributeValue.order(left, right).map { $0 >= 0 } ?? false
    }
  }

  fileprivate var test: @Sendable (AttributeValue?, AttributeValue?) -> Bool {
    { holds($0, $1) }
  }
}
