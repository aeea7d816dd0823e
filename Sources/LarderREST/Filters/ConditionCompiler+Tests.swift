import LarderCore

extension ConditionCompiler {
  /// What a path leads to: a value of known kind, or the key of an object.
  struct Target {
    var path: ServicePath
    var kind: LiteralKind
    var type: EntitySchema.AttributeType
    var isOptional: Bool
    var typeName: String?

    /// The entity whose key it is; `nil` for an attribute.
    var entity: ServiceEntity?

    /// It belongs to an object that a relationship leads to.
    var isThrough = false
  }

  mutating func comparison(
    _ sign: EntityPredicate.ComparisonOperator, _ left: EntityExpression,
    _ right: EntityExpression, negated: Bool
  ) throws(Refusal) -> ServiceCondition {
    if case .value = left, case .path = right {
      return try comparison(sign.mirrored, right, left, negated: negated)
    }
    guard case .value(let value) = right else {
      throw Refusal("the service compares only a property with a value")
    }
    let target = try target(left)
    if value == .null {
      guard let name = sign.nullOperator else {
        throw Refusal("nothing is less or greater than nil")
      }
      return try test((negated ? name.opposite : name) ?? name, target, [])
    }
    return try test(sign.filterOperator, target, literals(value, target), negated: negated)
  }

  mutating func membership(
    _ value: EntityExpression, _ collection: EntityExpression, negated: Bool
  ) throws(Refusal) -> ServiceCondition {
    if case .value(let element) = value, case .path = collection {
      guard !negated else { throw Refusal("the service is asked only what an array holds") }
      let target = try elementTarget(collection)
      return try test(.hasElement, target, literals(element, target))
    }
    guard case .value(.array(let elements)) = collection, !elements.isEmpty else {
      throw Refusal("the service compares only a property with values")
    }
    let target = try target(value)
    var conditions: [ServiceCondition] = []
    if elements.contains(.null) {
      conditions.append(try test(negated ? .isNotNull : .isNull, target, []))
    }
    var values: [ServiceLiteral] = []
    for element in elements where element != .null {
      values += try literals(element, target)
    }
    if !values.isEmpty { conditions.append(try list(values, target, negated: negated)) }
    return try negated
      ? joined(conditions)
      : combined(conditions, form.or, ServiceCondition.or)
  }

  /// One of some values: by the operator for lists, else one by one.
  private mutating func list(
    _ values: [ServiceLiteral], _ target: Target, negated: Bool
  ) throws(Refusal) -> ServiceCondition {
    let name: FilterOperator = negated ? .isNotIn : .isIn
    if values.count > 1, form.operators[name] != nil {
      return try test(name, target, values)
    }
    var conditions: [ServiceCondition] = []
    for value in values {
      conditions.append(try test(.equal, target, [value], negated: negated))
    }
    return try negated
      ? joined(conditions)
      : combined(conditions, form.or, ServiceCondition.or)
  }

  mutating func text(
    _ name: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ path: EntityExpression, _ needle: EntityExpression, negated: Bool
  ) throws(Refusal) -> ServiceCondition {
    guard options.isEmpty else { throw Refusal("the service folds text by rules of its own") }
    guard case .value(.text(let text)) = needle else {
      throw Refusal("the service looks only for a given text")
    }
    let found: FilterOperator
    switch name {
    case .equals: return try comparison(.equal, path, needle, negated: negated)
    case .contains: found = .contains
    case .hasPrefix: found = .hasPrefix
    case .hasSuffix: found = .hasSuffix
    case .like, .matches, .containsPattern: throw Refusal("the service matches no patterns")
    }
    guard !negated else { throw Refusal("its opposite would be too small") }
    guard text.canonicalForms?.count == 1, !text.isEmpty else { throw Refusal.text }
    let target = try target(path)
    guard target.kind == .text else { throw Refusal("the property is no text") }
    // Within a letter and its marks there is no match here, but one for the service.
    weaken("a letter may have marks that the service does not see")
    return try test(found, target, [ServiceLiteral(value: .text(text), kind: .text)])
  }

  mutating func emptiness(
    _ expression: EntityExpression, negated: Bool
  ) throws(Refusal) -> ServiceCondition {
    let target = try target(expression)
    guard target.kind == .text else { throw Refusal("the service knows no emptiness") }
    let empty = try test(
      .equal, target, [ServiceLiteral(value: .text(""), kind: .text)], negated: negated)
    guard target.isOptional else { return empty }
    let null = try test(negated ? .isNotNull : .isNull, target, [])
    return try negated
      ? joined([empty, null])
      : combined([empty, null], form.or, ServiceCondition.or)
  }

  mutating func quantified(
    _ collection: EntityExpression, _ inner: EntityPredicate, depth: Int
  ) throws(Refusal) -> ServiceCondition {
    guard form.any != nil else { throw Refusal("the service looks at no related objects") }
    guard case .path(let path) = collection, path.names.count == 1, path.level == scopes.count - 1,
      let scope = scopes.last, let name = path.names.first,
      let link = scope.entity.relationship(name), link.relationship.isToMany,
      let destination = model.entities[link.relationship.destination]
    else { throw Refusal("the service looks only at the objects of a relationship") }
    noteOtherObjects()
    let variable = "x\(scopes.count)"
    let condition = try inside(destination, variable: variable) {
      (compiler: inout ConditionCompiler) throws(Refusal) in
      try compiler.condition(inner, negated: false, depth: depth + 1)
    }
    return .any(
      ServicePath(names: [link.wireName], variable: scope.variable), variable: variable, condition)
  }

  /// A test, or its opposite.
  mutating func test(
    _ name: FilterOperator, _ target: Target, _ values: [ServiceLiteral], negated: Bool
  ) throws(Refusal) -> ServiceCondition {
    if values.count > 1, name == .equal || name == .notEqual {
      return try list(values, target, negated: (name == .notEqual) != negated)
    }
    guard negated else { return try test(name, target, values) }
    if let opposite = name.opposite, form.operators[opposite] != nil {
      let turned = try test(opposite, target, values)
      guard name.isOrdering, target.isOptional else { return turned }
      // Nil is neither less nor greater, so the opposite is true of it.
      return try combined([turned, try test(.isNull, target, [])], form.or, ServiceCondition.or)
    }
    guard let not = form.not, not.ofNull == .isTrue || !target.isOptional else {
      throw Refusal("the service turns no conditions round")
    }
    guard form.operators[name]?.strength == .exact,
      case .test(let test) = try test(name, target, values)
    else { throw Refusal("its opposite would be too small") }
    return .not(test)
  }

  mutating func test(
    _ name: FilterOperator, _ target: Target, _ values: [ServiceLiteral]
  ) throws(Refusal) -> ServiceCondition {
    guard let spelled = form.operators[name] else {
      throw Refusal("the service does not know the condition")
    }
    if let kinds = spelled.kinds, !kinds.contains(target.kind) {
      throw Refusal("the service does not know the condition of such a property")
    }
    if target.isThrough, !name.survivesMissingObjects {
      throw Refusal("the service may leave out objects that lead to none")
    }
    if spelled.takesWordsOnly, !values.allSatisfy(\.isWords) {
      throw Refusal("the service gives some characters of the text a meaning")
    }
    if name.isOrdering {
      switch target.kind {
      case .number, .date, .day: break
      case .text, .bool, .uuid, .enumeration, .identifier:
        throw Refusal("the service has an order of its own")
      }
    }
    if refused.contains(ConditionKey(name: name, path: target.path.names)) {
      throw Refusal("the service did not apply it")
    }
    for value in values where LiteralWriter(form.literals).canWrite(value, in: name) == false {
      throw Refusal("the value cannot be spelled for the service")
    }
    if target.isThrough { noteOtherObjects() }
    if spelled.strength == .superset { weaken(spelled.reason) }
    return .test(ServiceTest(name: name, path: target.path, values: values))
  }
}

extension Refusal {
  /// Why a text is not looked for.
  static let text = Refusal("the service does not know texts that are canonically equivalent")
}

extension ServiceLiteral {
  /// Only letters and digits of ASCII and spaces.
  fileprivate var isWords: Bool {
    guard case .text(let text) = value else { return true }
    return text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "):
        true
      default: false
      }
    }
  }
}

extension FilterOperator {
  /// The answer is large enough where a service joins related objects by an inner join.
  fileprivate var survivesMissingObjects: Bool {
    switch self {
    case .equal, .isIn, .contains, .hasPrefix, .hasSuffix, .hasElement, .isNotMissing, .isNotNull:
      true
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    case .notEqual, .isNull, .isMissing, .isNotIn: false
    }
  }
}

extension EntityPredicate.ComparisonOperator {
  fileprivate var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }

  fileprivate var filterOperator: FilterOperator {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .lessThan: .lessThan
    case .lessThanOrEqual: .lessThanOrEqual
    case .greaterThan: .greaterThan
    case .greaterThanOrEqual: .greaterThanOrEqual
    }
  }

  /// What is asked of a comparison with nil; `nil <= nil` is false, as in Swift's optionals.
  fileprivate var nullOperator: FilterOperator? {
    switch self {
    case .equal: .isNull
    case .notEqual: .isNotNull
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: nil
    }
  }
}
