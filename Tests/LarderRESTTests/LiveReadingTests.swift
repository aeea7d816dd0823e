import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// What real servers answer is what the same rows give in memory.
@Suite(.serialized, .enabled(if: RESTServer.areInstalled)) struct LiveReadingTests {
  private static func all(_ store: RESTStore, _ entity: EntityName) throws -> [EntitySnapshot] {
    var rows: [EntitySnapshot] = []
    try store.enumerate(EntityFetchDescriptor(entity: entity)) {
      rows.append($0)
      return true
    }
    return rows
  }

  @Test(arguments: LiveService.all, 1...7)
  func everyRowComesOnceWhateverThePage(_ service: LiveService, _ size: Int) throws {
    let store = try service.open(pageSize: size)

    let rows = try Self.all(store, service.people)

    #expect(rows.count == 57)
    #expect(Set(rows.map(\.identifier)).count == 57)
    #expect(try store.count(EntityFetchDescriptor(entity: service.people)) == 57)
  }

  @Test(arguments: LiveService.all)
  func randomConditionsGiveWhatMemoryGives(_ service: LiveService) throws {
    let store = try service.open()
    let people = try Self.all(store, service.people)
    var cities = try Self.all(store, service.cities)
    for relationship in store.schema.allRelationships(of: service.cities) {
      let found = try store.destinations(
        of: relationship.name, from: cities.map(\.identifier))
      for index in cities.indices {
        cities[index][relationship.name] = .array(
          (found[cities[index].identifier] ?? []).map { .identifier($0) })
      }
    }
    let memory = InMemoryStore(
      identifier: store.identifier, schema: store.schema, objects: people + cities)
    var generator = SeededGenerator(seed: 57)
    var predicates = PredicateGenerator(
      schema: store.schema, entity: service.people, using: generator.split(), snapshots: people)
    var pushedCount = 0

    for round in 0..<60 {
      var descriptor = EntityFetchDescriptor(entity: service.people)
      descriptor.predicate = predicates.predicate(depth: round % 3)
      if generator.chance(percent: 40) { descriptor.sortDescriptors = predicates.sortDescriptors() }
      if generator.chance(percent: 40) {
        descriptor.fetchLimit = generator.integer(in: 0...9)
        descriptor.fetchOffset = generator.integer(in: 0...3)
      }
      let condition = descriptor.predicate ?? .constant(true)
      if case .unsupported = store.pushDown(for: condition, of: service.people) {
      } else {
        pushedCount += 1
      }
      let expected = try memory.fetch(descriptor, environment: .standard)
      let found = try store.fetch(descriptor, environment: .standard)
      #expect(
        found.map(\.identifier) == expected.map(\.identifier), "round \(round): \(descriptor)")
      let query = EntityQuery(descriptor: descriptor, output: .count)
      #expect(
        try store.run(query, environment: .standard) == memory.run(query, environment: .standard),
        "round \(round)")
    }
    #expect(pushedCount > 10)
  }

  @Test func aCursorOverANullableColumnFailsLoudly() throws {
    let service = try #require(LiveService.all.first { $0.kind == .drf })
    let store = try service.open(pageSize: 5, collections: ["people-cursor"])

    let error = try #require(throws: PersistenceError.self) {
      try Self.all(store, "people-cursor")
    }
    #expect(error.code == .incomplete)
  }

  @Test func everyWayOfPagingOfOneServerGivesTheSame() throws {
    let service = try #require(LiveService.all.first { $0.kind == .drf })
    let names = ["people", "people-lo", "people-all"]
    let store = try service.open(collections: names)

    let keys = try names.map { name in
      try Self.all(store, EntityName(name)).map(\.identifier.primaryKey)
    }

    #expect(keys[0].count == 57)
    #expect(keys[1] == keys[0] && keys[2] == keys[0])
  }

  @Test func aConditionThatAServerIgnoresIsCheckedHere() throws {
    let service = try #require(LiveService.all.first { $0.kind == .drf })
    let server = try RESTServer.shared(.drf)
    let schema = EntitySchema(entities: [
      EntitySchema.Entity(
        name: "people",
        attributes: [
          .init(name: "id", type: .integer, isUnique: true),
          .init(name: "bogus", type: .integer, isOptional: true),
        ])
    ])
    let store = try RESTStore(
      base: server.url(service.path), dialect: RESTFixtures.dialect("drf"),
      transport: CarefulTransport(over: CurlTransport()), options: .init(schema: schema))
    let descriptor = EntityFetchDescriptor(
      entity: "people",
      predicate: .comparison(.equal, RESTFixtures.path("bogus"), .value(.integer(5))))

    #expect(store.pushDown(for: descriptor.predicate ?? .constant(true), of: "people") == .exact)
    #expect(try store.fetch(descriptor, environment: .standard).isEmpty)
    #expect(store.memory.notes.count == 1)
  }

  @Test(arguments: LiveService.all)
  func objectsAreReadByTheirKeys(_ service: LiveService) throws {
    let store = try service.open()
    let people = try Self.all(store, service.people)
    let some = Array(people.prefix(9))

    let found = try store.snapshots(for: some.map(\.identifier))

    #expect(found.count == 9)
    for snapshot in some { #expect(found[snapshot.identifier] == snapshot) }
    let one = try #require(some.last)
    #expect(try store.snapshots(for: [one.identifier]) == [one.identifier: one])
  }

  @Test(arguments: LiveService.all)
  func relationshipsLeadBothWays(_ service: LiveService) throws {
    let store = try service.open()
    guard let link = store.schema.allRelationships(of: service.people).first else { return }
    let people = try Self.all(store, service.people)
    let cities = try Self.all(store, service.cities)
    guard let back = store.schema.allRelationships(of: service.cities).first else { return }

    let found = try store.destinations(of: back.name, from: cities.map(\.identifier))

    let expected = Dictionary(
      grouping: people.filter { $0[link.name] != .null }, by: { $0[link.name] })
    for city in cities {
      let members = (expected[.identifier(city.identifier)] ?? []).map(\.identifier)
      #expect(Set(found[city.identifier] ?? []) == Set(members))
    }
    #expect(!expected.isEmpty)
  }
}
