import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import Testing

@Suite struct SharedTableTests {
  @Test(
    arguments: [
      ("Animal", "Dog#p1 Cat#p2 Puppy#p3 Puppy#p4 Dog#p5 Cat#p6 Cat#p7"),
      ("Dog", "Dog#p1 Puppy#p3 Puppy#p4 Dog#p5"), ("Puppy", "Puppy#p3 Puppy#p4"),
      ("Cat", "Cat#p2 Cat#p6 Cat#p7"),
    ] as [(EntityName, String)])
  func objectsOfAnEntityAreThoseBelowItToo(_ entity: EntityName, _ expected: String) throws {
    let store = try SharedTable()

    let found = try store.objects(entity).map(\.identifier)

    #expect(found.map(\.description).joined(separator: " ") == expected)
    #expect(try store.count(EntityFetchDescriptor(entity: entity)) == found.count)
    let layouts = try store.objects(entity).map(\.layout)
    #expect(layouts == found.map { store.schema.layout(of: $0.entity) })
  }

  @Test func subentitiesAreLeftOutOnRequest() throws {
    let store = try SharedTable()
    let descriptor = EntityFetchDescriptor(entity: "Dog", includesSubentities: false)

    let found = try store.fetch(descriptor, environment: .standard).map(\.identifier.description)

    #expect(found == ["Dog#p1", "Dog#p5"])
    #expect(try store.count(descriptor) == 2)
    #expect(
      try store.count(EntityFetchDescriptor(entity: "Animal", includesSubentities: false)) == 0)
  }

  @Test(
    arguments: [
      ("Dog#p1", "Cat#p2", "Home#p1"), ("Cat#p2", "Dog#p1", "Home#p1"),
      ("Puppy#p4", "Puppy#p3", "nil"), ("Dog#p5", "nil", "Home#p2"), ("Cat#p6", "nil", "Home#p2"),
    ])
  func aRelationshipLeadsToAnObjectOfItsOwnEntity(
    _ owner: String, _ friend: String, _ home: String
  ) throws {
    let store = try SharedTable()

    let object = try #require(
      store.objects("Animal").first { $0.identifier.description == owner })

    #expect(object["friend"].shown == friend)
    #expect(object["home"].shown == home)
  }

  @Test func theDestinationsRowTellsItsEntityWhereNoColumnDoes() throws {
    let store = try SharedTable()

    let guards = try store.objects("Home").map { $0["guard"].shown }

    // A cat guards nothing, and what is of no known entity is nothing.
    #expect(guards == ["Puppy#p3", "nil", "nil", "Dog#p1"])
    let town = try store.keys(
      "Home", where: .comparison(.equal, .path("guard", "name"), .text("Bob")))
    #expect(town == [.integer(1)])
  }

  @Test func toManyRelationshipsLeadToObjectsOfSeveralEntities() throws {
    let store = try SharedTable()
    let homes = try store.objects("Home").map(\.identifier)

    let animals = try store.destinations(of: "animals", from: homes)

    let shown = homes.map { (animals[$0] ?? []).map(\.description) }
    #expect(shown == [["Cat#p2", "Dog#p1"], ["Cat#p6", "Dog#p5", "Puppy#p3"], [], []])
  }

  @Test func anIdentifierOfAnotherEntityFindsNothing() throws {
    let store = try SharedTable()
    func identifier(_ entity: EntityName, _ key: Int64) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: "zoo", entityName: entity, primaryKey: .integer(key))
    }
    let identifiers = [identifier("Dog", 1), identifier("Dog", 2), identifier("Puppy", 1)]

    let found = try store.snapshots(for: identifiers)

    #expect(Set(found.keys) == [identifiers[0]])
    for wanted in identifiers {
      let same = EntityPredicate.comparison(.equal, .path(), .value(.identifier(wanted)))
      #expect(try store.objects("Animal", where: same).count == (wanted == identifiers[0] ? 1 : 0))
    }
    let isOne = EntityPredicate.membership(
      .path(), in: .value(.array(identifiers.map { .identifier($0) })))
    #expect(try store.keys("Animal", where: isOne) == [.integer(1)])
    #expect(
      try store.destinations(of: "friends", from: [identifier("Dog", 2)]) == [
        identifier("Dog", 2): []
      ])
  }

  @Test func whatOnlySomeEntitiesHaveIsMissingInOthers() throws {
    let store = try SharedTable()
    func count(_ condition: EntityPredicate) throws -> Int {
      #expect(store.pushDown(for: condition, of: "Animal") == .exact)
      return try store.count(EntityFetchDescriptor(entity: "Animal", predicate: condition))
    }

    #expect(try count(.comparison(.equal, .path("size"), .integer(9))) == 2)
    #expect(try count(.isMissing(AttributePath("size"))) == 0)
    #expect(try count(.comparison(.equal, .path("age"), .value(.null))) == 5)
    #expect(try count(.isMissing(AttributePath("age"))) == 5)
    #expect(try count(.comparison(.equal, .path("mother", "name"), .text("Rex"))) == 1)
    #expect(try count(.isKind(level: 0, "Dog")) == 4)
  }

  @Test func everyQueryGivesTheSameInSQLAndInMemory() throws {
    let store = try SharedTable()
    let contents = try Contents(of: store)
    var pushedCount = 0
    SeededGenerator.forEachRound(8) { round, generator in
      for entity in store.schema.entities {
        var queries = PredicateGenerator(
          schema: store.schema, entity: entity.name, using: generator.split(),
          options: [.relationships, .quantifiers, .inheritance],
          snapshots: contents.snapshots.values.flatMap { $0 })
        for _ in 0..<15 {
          var descriptor = EntityFetchDescriptor(
            entity: entity.name, predicate: queries.predicate(),
            sortDescriptors: queries.sortDescriptors())
          descriptor.fetchLimit = generator.choose(nil, nil, 2)
          let projection = queries.projection()
          if FetchPlan(EntityQuery(descriptor: descriptor), for: store).residual == nil {
            pushedCount += 1
          }
          let expected = try contents.objects(descriptor, store.schema)
          let rows = try contents.rows(projection, descriptor, store.schema)

          let found = try store.fetch(descriptor, environment: .standard)
          let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
          let result = try store.run(query, environment: .standard)

          try #require(
            found.map(\.identifier) == expected.map(\.identifier), "\(descriptor) \(round.comment)")
          try #require(
            result == .rows(projection.items.map(\.name), rows), "\(query) \(round.comment)")
        }
      }
    }
    #expect(SeededGenerator.roundsOverride != nil || pushedCount > 100)
  }
}

extension AttributeValue? {
  fileprivate var shown: String {
    if case .identifier(let identifier)? = self { identifier.description } else { "nil" }
  }
}
