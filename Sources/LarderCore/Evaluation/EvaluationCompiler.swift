/// Turns conditions and expressions into closures, once, so that no tree is walked an object.
struct EvaluationCompiler {
  let schema: EntitySchema
  let environment: EvaluationEnvironment

  /// Whether faults of arithmetic are noted in the frame; never inside a condition.
  var reportsFailures = false

  /// What is known of the elements of each level, the query's object first.
  var levels: [ElementType]

  /// Whether something compiled reads an object other than level 0's, or a to-many relationship.
  private(set) var readsOtherObjects = false

  /// The aggregates met so far; `nil` where none are allowed.
  var aggregates: [AggregateExpression]?

  private var depth = 0

  init(
    entity: EntityName, schema: EntitySchema, environment: EvaluationEnvironment
  ) throws {
    guard schema.entity(entity) != nil else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    self.schema = schema
    self.environment = environment
    levels = [.object(entity)]
  }

  /// What is known of a value before it is read.
  enum ElementType {
    case object(EntityName)
    case value(EntitySchema.AttributeType)

    static let unknown = ElementType.value(.mixed)
  }

  /// An aggregate function with its argument; `nil` for `count()`.
  struct AggregateExpression: Hashable {
    var function: EntityExpression.AggregateFunction
    var argument: EntityExpression?
  }

  /// How deep expressions may be nested.
  static let maximumDepth = 1_000

  /// Runs a step one level deeper in the tree.
  mutating func nested<Result>(
    _ body: (inout EvaluationCompiler) throws -> Result
  ) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw PersistenceError(.unsupported, detail: "the expression is nested too deeply")
    }
    return try body(&self)
  }

  /// Runs a step with a closure's element as a further level.
  mutating func entering<Result>(
    _ element: ElementType, _ body: (inout EvaluationCompiler) throws -> Result
  ) throws -> Result {
    levels.append(element)
    defer { levels.removeLast() }
    if case .object = element { readsOtherObjects = true }
    return try body(&self)
  }
}

extension EvaluationCompiler {
  /// Finds the slots of a path.
  ///
  /// - Throws: `schema.unknown-attribute` for a name that an entity does not have; a name that a
  ///   composite does not have gives missing values.
  mutating func reader(for path: AttributePath) throws -> PathReader {
    guard levels.indices.contains(path.level) else {
      throw PersistenceError(.unsupported, detail: "a path starts outside of its closure")
    }
    var type = levels[path.level]
    var steps: [PathReader.Step] = []
    for name in path.names {
      if let last = steps.last, case .relationship = last { readsOtherObjects = true }
      let (step, next) = try self.step(name, from: type)
      if case .relationship(_, isToMany: true) = step { readsOtherObjects = true }
      steps.append(step)
      type = next
    }
    return PathReader(level: path.level, steps: steps)
  }

  /// What is known of the elements of a collection.
  func elementType(of collection: EntityExpression) -> ElementType {
    switch collection {
    case .path(let path): elementType(of: path)
    case .filtered(let inner, _): elementType(of: inner)
    case .coalesce(let inner, _): elementType(of: inner)
    default: .unknown
    }
  }

  private func elementType(of path: AttributePath) -> ElementType {
    guard levels.indices.contains(path.level) else { return .unknown }
    var type = levels[path.level]
    for name in path.names {
      guard let (_, next) = try? step(name, from: type) else { return .unknown }
      type = next
    }
    if case .value(.array(of: let element)) = type { return .value(element) }
    return type
  }

  private func step(
    _ name: AttributeName, from type: ElementType
  ) throws -> (PathReader.Step, ElementType) {
    switch type {
    case .object(let entity): return try property(name, of: entity)
    case .value(.composite(let members)):
      let member = members.first { $0.name == name }
      return (.member(name), member.map { .value($0.type) } ?? .unknown)
    case .value: return (.member(name), .unknown)
    }
  }

  /// A property of an entity, or of one below it, whose objects are among the entity's.
  private func property(
    _ name: AttributeName, of entity: EntityName
  ) throws -> (PathReader.Step, ElementType) {
    let below = schema.descendants(of: entity).subtracting([entity]).sorted()
    let reader = SlotReader(name, entities: [entity] + below, schema: schema)
    for owner in [entity] + below {
      if let attribute = schema.attribute(name, of: owner) {
        return (.attribute(reader), .value(attribute.type))
      }
      if let relationship = schema.relationship(name, of: owner) {
        return (
          .relationship(reader, isToMany: relationship.isToMany), .object(relationship.destination)
        )
      }
    }
    throw PersistenceError(.unknownAttribute, entity: entity, attribute: name)
  }
}
