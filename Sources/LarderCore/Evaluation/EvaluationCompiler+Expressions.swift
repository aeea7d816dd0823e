extension EvaluationCompiler {
  mutating func expression(_ expression: EntityExpression) throws -> CompiledExpression {
    try nested { try $0.compile(expression) }
  }

  private mutating func compile(_ expression: EntityExpression) throws -> CompiledExpression {
    switch expression {
    case .value(let value): return { _, _, _ in value }
    case .path(let path): return try read(path)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right)
    case .negated(let operand):
      return try computed(operand) { value throws(ComputationFault) in try value.negated() }
    case .coalesce(let first, let second):
      let (first, second) = (try self.expression(first), try self.expression(second))
      return { first($0, &$1, $2).nonNull ?? second($0, &$1, $2) }
    case .conditional(let test, let first, let second):
      let test = try condition(test)
      let (first, second) = (try self.expression(first), try self.expression(second))
      return { test($0, &$1, $2) ? first($0, &$1, $2) : second($0, &$1, $2) }
    case .predicate(let predicate):
      let condition = try condition(predicate)
      return { .bool(condition($0, &$1, $2)) }
    case .function(let function, let arguments): return try call(function, arguments)
    case .shifted(let date, let duration):
      return try computed(date) { value throws(ComputationFault) in
        try value.shifted(by: duration)
      }
    case .collection(let function, let collection, element: let element):
      return try collect(function, collection, element)
    case .filtered(let collection, let condition): return try filter(collection, condition)
    case .aggregate(let function, let argument): return try aggregate(function, argument)
    case .first:
      throw PersistenceError(.unsupported, detail: "a fetch inside an expression was not resolved")
    }
  }

  private mutating func read(_ path: AttributePath) throws -> CompiledExpression {
    let reader = try reader(for: path)
    let level = path.level
    if reader.steps.isEmpty { return { root, frame, _ in frame.element(at: level, root) } }
    if level == 0, reader.steps.count == 1, case .attribute(let slot) = reader.steps[0] {
      return { root, _, _ in slot.value(in: root) }
    }
    return { reader.value(of: $0, $1, $2) }
  }

  private mutating func arithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: EntityExpression,
    _ right: EntityExpression
  ) throws -> CompiledExpression {
    let (left, right) = (try expression(left), try expression(right))
    if reportsFailures {
      return { root, frame, objects in
        let (first, second) = (left(root, &frame, objects), right(root, &frame, objects))
        return Self.reporting(&frame, of: root) { () throws(ComputationFault) in
          try AttributeValue.compute(operation, first, second)
        }
      }
    }
    return { root, frame, objects in
      let first = left(root, &frame, objects)
      return try? AttributeValue.compute(operation, first, right(root, &frame, objects))
    }
  }

  /// A function of one value that must not be nil.
  mutating func computed(
    _ operand: EntityExpression,
    _ body: @escaping @Sendable (AttributeValue) throws(ComputationFault) -> AttributeValue?
  ) throws -> CompiledExpression {
    let value = try expression(operand)
    if reportsFailures {
      return { root, frame, objects in
        let operand = value(root, &frame, objects).nonNull
        return Self.reporting(&frame, of: root) { () throws(ComputationFault) in
          guard let operand else { throw .operandIsNil }
          return try body(operand)
        }
      }
    }
    return { root, frame, objects in
      guard let operand = value(root, &frame, objects).nonNull else { return nil }
      return try? body(operand)
    }
  }

  /// The result of a computation; a fault is noted in the frame, unless one is there already.
  private static func reporting(
    _ frame: inout Frame, of root: EntitySnapshot,
    _ body: () throws(ComputationFault) -> AttributeValue?
  ) -> AttributeValue? {
    guard frame.failures.isEmpty else { return nil }
    do {
      return try body()
    } catch {
      return frame.fail(error, of: root)
    }
  }

  private mutating func aggregate(
    _ function: EntityExpression.AggregateFunction, _ argument: EntityExpression?
  ) throws -> CompiledExpression {
    guard var known = aggregates, levels.count == 1 else {
      throw PersistenceError(
        .unsupported, detail: "`\(function.rawValue)` of a group stands outside of a projection")
    }
    let wanted = AggregateExpression(function: function, argument: argument)
    let index = known.firstIndex(of: wanted) ?? known.count
    if index == known.count { known.append(wanted) }
    aggregates = known
    return { _, frame, _ in frame.aggregates[index] }
  }
}
