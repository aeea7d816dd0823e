import LarderCore
import Testing

@Suite struct SubentityTests {
  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Vehicle",
      attributes: [EntitySchema.Attribute(name: "wheels", type: .integer)],
      relationships: [EntitySchema.Relationship(name: "owner", destination: "Vehicle")]),
    EntitySchema.Entity(
      name: "Truck", superentity: "Vehicle",
      attributes: [EntitySchema.Attribute(name: "load", type: .real)]),
    EntitySchema.Entity(
      name: "Trailer", superentity: "Truck",
      attributes: [EntitySchema.Attribute(name: "axles", type: .integer)]),
  ])

  private static func snapshot(
    _ entity: EntityName, _ values: [AttributeValue?]
  ) throws -> EntitySnapshot {
    let identifier = PersistentIdentifier(
      storeIdentifier: "s", entityName: entity, primaryKey: .integer(1))
    let layout = try #require(schema.layout(of: entity))
    return EntitySnapshot(identifier: identifier, layout: layout, values: values)
  }

  @Test(
    arguments: [
      (.comparison(.greaterThan, path("wheels"), integer(4)), ["Truck", "Trailer"]),
      (.comparison(.greaterThan, path("load"), integer(1)), ["Truck", "Trailer"]),
      (.comparison(.equal, path("load"), null), ["Vehicle"]),
      (.comparison(.equal, path("axles"), integer(3)), ["Trailer"]),
      (.comparison(.notEqual, path("owner"), null), ["Vehicle", "Trailer"]),
      (.comparison(.equal, path("owner", "wheels"), integer(4)), ["Vehicle", "Trailer"]),
      (.isKind(level: 0, "Truck"), ["Truck", "Trailer"]),
      (.isKind(level: 0, "Vehicle"), ["Vehicle", "Truck", "Trailer"]),
    ] as [(EntityPredicate, [EntityName])])
  func layoutsOfSubentitiesAreRead(_ predicate: EntityPredicate, _ entities: [EntityName]) throws {
    let owner = PersistentIdentifier(
      storeIdentifier: "s", entityName: "Vehicle", primaryKey: .integer(1))
    let vehicles = [
      try Self.snapshot("Vehicle", [.integer(4), .identifier(owner)]),
      try Self.snapshot("Truck", [.integer(6), .real(2.5), .null]),
      try Self.snapshot("Trailer", [.integer(8), .real(9), .integer(3), .identifier(owner)]),
    ]
    let evaluator = try PredicateEvaluator(
      predicate, entity: "Vehicle", schema: Self.schema, environment: .withoutPatterns)

    let found = vehicles.filter { evaluator.matches($0) { $0 == owner ? vehicles[0] : nil } }

    #expect(found.map(\.entityName) == entities)
  }
}
