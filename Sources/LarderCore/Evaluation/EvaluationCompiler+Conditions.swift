extension EvaluationCompiler {
  mutating func condition(_ predicate: EntityPredicate) throws -> CompiledCondition {
    let outer = reportsFailures
    reportsFailures = false
    defer { reportsFailures = outer }
    return try nested { try $0.compile(predicate) }
  }

  private mutating func compile(_ predicate: EntityPredicate) throws -> CompiledCondition {
    switch predicate {
    case .constant(let answer): return { _, _, _ in answer }
    case .and(let parts): return try all(of: parts)
    case .or(let parts): return try any(of: parts)
    case .not(let part):
      let condition = try condition(part)
      return { !condition($0, &$1, $2) }
    case .comparison(let comparison, let left, let right):
      return try compare(comparison, left, right)
    case .text(let textOperator, let options, let text, let needle):
      return try match(textOperator, options, text, needle)
    case .membership(let value, in: let collection): return try membership(value, collection)
    case .range(let value, let lower, let upper, let includesUpper):
      return try range(value, lower, upper, includesUpper)
    case .quantified(let quantifier, let collection, let part):
      return try quantified(quantifier, collection, part)
    case .isMissing(let path): return try isMissing(path)
    case .isEmpty(let operand):
      let value = try expression(operand)
      return { Self.isEmpty(value($0, &$1, $2)) }
    case .isTrue(let operand):
      let value = try expression(operand)
      return { if case .bool(true)? = value($0, &$1, $2) { true } else { false } }
    case .isKind(let level, let entity): return try isKind(level, entity)
    }
  }

  private mutating func all(of parts: [EntityPredicate]) throws -> CompiledCondition {
    let conditions = try parts.map { try condition($0) }
    if conditions.count == 2 {
      let (first, second) = (conditions[0], conditions[1])
      return { first($0, &$1, $2) && second($0, &$1, $2) }
    }
    return { root, frame, objects in
      for condition in conditions where !condition(root, &frame, objects) { return false }
      return true
    }
  }

  private mutating func any(of parts: [EntityPredicate]) throws -> CompiledCondition {
    let conditions = try parts.map { try condition($0) }
    if conditions.count == 2 {
      let (first, second) = (conditions[0], conditions[1])
      return { first($0, &$1, $2) || second($0, &$1, $2) }
    }
    return { root, frame, objects in
      for condition in conditions where condition(root, &frame, objects) { return true }
      return false
    }
  }

  private mutating func membership(
    _ value: EntityExpression, _ collection: EntityExpression
  ) throws -> CompiledCondition {
    let value = try expression(value)
    if case .value(.array(let elements)) = collection {
      let keys = Set(elements.map(ValueKey.init))
      // A key equals itself even as NaN, which in a condition equals nothing.
      return { root, frame, objects in
        let candidate = value(root, &frame, objects)
        return keys.contains(ValueKey(candidate)) && !Self.isNaN(candidate)
      }
    }
    let collection = try expression(collection)
    return { root, frame, objects in
      guard case .array(let elements)? = collection(root, &frame, objects) else { return false }
      let candidate = value(root, &frame, objects)
      return elements.contains { AttributeValue.areEqual($0, candidate) }
    }
  }

  private mutating func range(
    _ value: EntityExpression, _ lower: EntityExpression, _ upper: EntityExpression,
    _ includesUpper: Bool
  ) throws -> CompiledCondition {
    let (value, lower, upper) = (
      try expression(value), try expression(lower), try expression(upper)
    )
    return { root, frame, objects in
      guard let candidate = value(root, &frame, objects).nonNull,
        let above = AttributeValue.order(lower(root, &frame, objects), candidate), above <= 0,
        let below = AttributeValue.order(candidate, upper(root, &frame, objects))
      else { return false }
      return includesUpper ? below <= 0 : below < 0
    }
  }

  private mutating func quantified(
    _ quantifier: EntityPredicate.Quantifier, _ collection: EntityExpression,
    _ part: EntityPredicate
  ) throws -> CompiledCondition {
    let elements = try expression(collection)
    let condition = try entering(elementType(of: collection)) { try $0.condition(part) }
    // `all` looks for a counterexample, the others for an example.
    let wanted = quantifier != .all
    let answerIfFound = quantifier == .any
    return { root, frame, objects in
      for element in Self.elements(elements(root, &frame, objects)) {
        frame.elements.append(Frame.Element(element, objects))
        let answer = condition(root, &frame, objects)
        frame.elements.removeLast()
        if answer == wanted { return answerIfFound }
      }
      return !answerIfFound
    }
  }

  private mutating func isMissing(_ path: AttributePath) throws -> CompiledCondition {
    let reader = try reader(for: path)
    switch reader.steps.last {
    // Elements and relationships may be nil but are never absent from their record.
    case nil, .relationship?: return { _, _, _ in false }
    case .attribute?, .member?: return { reader.value(of: $0, $1, $2) == nil }
    }
  }

  private func isKind(_ level: Int, _ entity: EntityName) throws -> CompiledCondition {
    guard schema.entity(entity) != nil else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    guard levels.indices.contains(level) else {
      throw PersistenceError(.unsupported, detail: "a condition asks for an element outside of it")
    }
    let kinds = schema.descendants(of: entity)
    return { root, frame, _ in
      guard case .identifier(let identifier)? = frame.element(at: level, root) else { return false }
      return kinds.contains(identifier.origin.entityName)
    }
  }
}

extension EvaluationCompiler {
  /// The elements of a collection's value; nil and whatever is no array has none.
  static func elements(_ value: AttributeValue?) -> [AttributeValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  static func isEmpty(_ value: AttributeValue?) -> Bool {
    switch value {
    case nil, .null?: true
    case .text(let text)?: text.isEmpty
    case .array(let elements)?: elements.isEmpty
    case .object(let object)?: object.members.isEmpty
    case .bool?, .integer?, .real?, .decimal?, .date?, .uuid?, .data?, .identifier?: false
    }
  }

  static func isNaN(_ value: AttributeValue?) -> Bool {
    if case .real(let number)? = value { number.isNaN } else { false }
  }
}
