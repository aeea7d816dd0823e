import LarderCore
import LarderStore
import Testing

extension EntitySchema {
  /// Companies with people and badges: every kind of inverse and of delete rule, and a subentity.
  static let people = EntitySchema(entities: [
    .init(
      name: "Company",
      attributes: [
        .init(name: "name", type: .text, isUnique: true),
        .init(name: "address", type: .composite(.address), isOptional: true),
      ],
      relationships: [
        .init(
          name: "staff", destination: "Person", isToMany: true, inverse: "employer",
          deleteRule: .deny),
        .init(
          name: "rooms", destination: "Room", isToMany: true, inverse: "company",
          deleteRule: .cascade),
      ]),
    .init(
      name: "Room", attributes: [.init(name: "number", type: .integer)],
      relationships: [
        .init(name: "company", destination: "Company", isOptional: false, inverse: "rooms")
      ]),
    .init(
      name: "Person",
      attributes: [
        .init(name: "name", type: .text),
        .init(name: "age", type: .integer, isOptional: true),
        .init(name: "weight", type: .real, isOptional: true),
        .init(name: "tags", type: .array(of: .text), defaultValue: .array([])),
        .init(name: "mood", type: .mood, defaultValue: .text("good")),
      ],
      relationships: [
        .init(name: "employer", destination: "Company", inverse: "staff"),
        .init(
          name: "badge", destination: "Badge", inverse: "owner", deleteRule: .cascade),
        .init(
          name: "friends", destination: "Person", isToMany: true, inverse: "friends",
          maximumCount: 3),
        .init(name: "idol", destination: "Person", deleteRule: .noAction),
      ]),
    .init(
      name: "Manager", superentity: "Person",
      attributes: [.init(name: "bonus", type: .decimal, isOptional: true)]),
    .init(
      name: "Badge", attributes: [.init(name: "code", type: .text)],
      relationships: [.init(name: "owner", destination: "Person", inverse: "badge")]),
  ])
}

extension [EntitySchema.Attribute] {
  fileprivate static let address: Self = [
    .init(name: "street", type: .text, isOptional: true),
    .init(name: "city", type: .text, isOptional: true),
    .init(name: "zip", type: .integer, isOptional: true),
  ]
}

extension EntitySchema.AttributeType {
  fileprivate static let mood = Self.enumeration(
    name: "Mood", rawType: .text,
    cases: ["good", "bad"].map { .init(name: $0, rawValue: .text($0)) })
}

/// A context over one store of the people schema, with short ways to edit it.
struct People {
  let context: EntityContext
  let store: InMemoryStore

  init(
    _ pushDown: InMemoryPushDown = .everything, loadsToMany: Bool = true,
    schema: EntitySchema = .people
  ) throws {
    context = EntityContext()
    store = InMemoryStore(
      identifier: "people", schema: schema, pushDown: pushDown, loadsToMany: loadsToMany)
    try context.attach(store, as: "main")
  }

  /// A second context over the same store, as another process would have.
  func makeRival() throws -> People { try People(store: store) }

  private init(store: InMemoryStore) throws {
    context = EntityContext()
    self.store = store
    try context.attach(store, as: "main")
  }

  @discardableResult
  func insert(
    _ entity: EntityName, _ values: [AttributeName: AttributeValue]
  ) throws -> PersistentIdentifier {
    let assignments = values.sorted { $0.key < $1.key }.map { assignment($0.key, $0.value) }
    let outcome = try context.perform(.insert(entity, assignments), in: "main")
    return try #require(outcome.inserted.first ?? outcome.updated.first)
  }

  @discardableResult
  func set(
    _ object: PersistentIdentifier, _ name: AttributeName, _ value: AttributeValue
  ) throws -> EditOutcome {
    try context.perform(.update(.objects([object]), [assignment(name, value)]), in: "main")
  }

  @discardableResult
  func update(
    _ entity: EntityName, where predicate: EntityPredicate? = nil,
    set assignments: [EntityEdit.Assignment]
  ) throws -> EditOutcome {
    let target = EntityFetchDescriptor(entity: entity, predicate: predicate)
    return try context.perform(.update(.matching(target), assignments), in: "main")
  }

  func append(
    _ values: [AttributeValue], to name: AttributeName, of object: PersistentIdentifier
  ) throws {
    try context.perform(
      .append(to: object, AttributePath(name), values.map(EntityExpression.value)), in: "main")
  }

  func remove(
    _ values: [AttributeValue], from name: AttributeName, of object: PersistentIdentifier
  ) throws {
    try context.perform(
      .remove(from: object, AttributePath(name), values.map(EntityExpression.value)), in: "main")
  }

  @discardableResult
  func delete(_ objects: PersistentIdentifier...) throws -> EditOutcome {
    try context.perform(.delete(.objects(objects)), in: "main")
  }

  /// A value of an object with its pending edits; `nil` too where the object is gone.
  func value(_ name: AttributeName, of object: PersistentIdentifier) throws -> AttributeValue? {
    try context.snapshot(for: object).flatMap { $0[name] }
  }

  func destinations(
    _ name: AttributeName, of object: PersistentIdentifier
  ) throws -> [PersistentIdentifier] {
    try context.destinations(of: name, from: object)
  }

  func objects(_ descriptor: EntityFetchDescriptor) throws -> [EntitySnapshot] {
    let result = try context.run(EntityQuery(descriptor: descriptor), in: "main")
    guard case .objects(let snapshots) = result else { return [] }
    return snapshots
  }

  func names(_ descriptor: EntityFetchDescriptor) throws -> [String] {
    try objects(descriptor).map { if case .text(let name)? = $0["name"] { name } else { "?" } }
  }

  func count(_ entity: EntityName, where predicate: EntityPredicate? = nil) throws -> Int? {
    let descriptor = EntityFetchDescriptor(entity: entity, predicate: predicate)
    let result = try context.run(EntityQuery(descriptor: descriptor, output: .count), in: "main")
    guard case .count(let number) = result else { return nil }
    return number
  }

  private func assignment(
    _ name: AttributeName, _ value: AttributeValue
  ) -> EntityEdit.Assignment { .init(AttributePath(name), .value(value)) }
}

/// `path operation value`.
func compare(
  _ names: AttributeName..., is operation: EntityPredicate.ComparisonOperator,
  _ value: AttributeValue
) -> EntityPredicate {
  .comparison(operation, .path(AttributePath(names)), .value(value))
}

/// The error that something throws, if it is one of ours.
func failure(_ body: () throws -> Void) -> PersistenceError? {
  do {
    try body()
  } catch let error as PersistenceError {
    return error
  } catch {
    Issue.record(error)
  }
  return nil
}
