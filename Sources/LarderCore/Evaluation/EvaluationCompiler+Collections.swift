extension EvaluationCompiler {
  /// A function over the elements of a collection; a collection that is nil has none.
  mutating func collect(
    _ function: EntityExpression.CollectionFunction, _ collection: EntityExpression,
    _ element: EntityExpression?
  ) throws -> CompiledExpression {
    let elements = try expression(collection)
    guard let element else {
      if function == .count { return { .integer(Int64(elements($0, &$1, $2)?.elementCount ?? 0)) } }
      return { root, frame, objects in
        var accumulator = AggregateAccumulator(function.aggregate)
        for value in Self.elements(elements(root, &frame, objects)) { accumulator.add(value) }
        return accumulator.result
      }
    }
    let value = try entering(elementType(of: collection)) { try $0.expression(element) }
    return { root, frame, objects in
      var accumulator = AggregateAccumulator(function.aggregate)
      for item in Self.elements(elements(root, &frame, objects)) {
        frame.elements.append(Frame.Element(item, objects))
        accumulator.add(value(root, &frame, objects))
        frame.elements.removeLast()
      }
      return accumulator.result
    }
  }

  /// The elements that meet a condition, in order.
  mutating func filter(
    _ collection: EntityExpression, _ predicate: EntityPredicate
  ) throws -> CompiledExpression {
    let elements = try expression(collection)
    let condition = try entering(elementType(of: collection)) { try $0.condition(predicate) }
    return { root, frame, objects in
      var kept: [AttributeValue] = []
      for element in Self.elements(elements(root, &frame, objects)) {
        frame.elements.append(Frame.Element(element, objects))
        if condition(root, &frame, objects) { kept.append(element) }
        frame.elements.removeLast()
      }
      return .array(kept)
    }
  }
}

extension EntityExpression.CollectionFunction {
  fileprivate var aggregate: EntityExpression.AggregateFunction {
    switch self {
    case .count: .count
    case .sum: .sum
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    }
  }
}
