import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Synchronization
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
    let comparison = try ReadingComparison(service)

    #expect(try comparison.run(rounds: 60, seed: 57) > 10)
  }

  @Test(arguments: LiveService.all, 1...7)
  func randomConditionsGiveTheSameOnPagesOfAnySize(_ service: LiveService, _ size: Int) throws {
    let comparison = try ReadingComparison(service, pageSize: size)

    _ = try comparison.run(rounds: 2, seed: 570 + UInt64(size))
  }

  /// What a service sorts and cuts itself is worth most where pages are small.
  @Test(arguments: LiveService.all, [1, 4])
  func ordersAndLimitsGiveTheSameOnPagesOfAnySize(_ service: LiveService, _ size: Int) throws {
    let comparison = try ReadingComparison(service, pageSize: size)
    let names = comparison.store.schema.allAttributes(of: service.people)
      .filter { [.integer, .real, .decimal, .date, .bool].contains($0.type) }.map(\.name)
    var generator = SeededGenerator(seed: UInt64(size))

    for name in names {
      var descriptor = EntityFetchDescriptor(entity: service.people)
      let order = generator.choose(EntitySortDescriptor.Order.forward, .reverse)
      let path = EntityExpression.path(AttributePath(name))
      descriptor.sortDescriptors = [EntitySortDescriptor(path, order: order)]
      descriptor.fetchLimit = generator.integer(in: 1...9)
      descriptor.fetchOffset = generator.integer(in: 0...3)
      try comparison.compare(descriptor, "size \(size)")
    }
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

  /// Kinto's lists carry ETags, and so do those of Django.
  @Test(arguments: [RESTServer.Kind.kinto, .drf])
  func aListThatDidNotChangeIsNotSentAgain(_ kind: RESTServer.Kind) throws {
    let service = try RealService(kind)
    let statuses = Mutex<[Int]>([])
    let store = try service.store(hearing: { exchange in
      if case .success(let response) = exchange.outcome, exchange.request.method == .get {
        statuses.withLock { $0.append(response.status) }
      }
    })
    let cities = EntityFetchDescriptor(entity: "cities")
    func read() throws -> (count: Int, statuses: Set<Int>) {
      statuses.withLock { $0 = [] }
      let count = try store.fetch(cities, environment: .standard).count
      return (count, statuses.withLock { Set($0) })
    }

    let first = try read()
    let second = try read()
    let context = EntityContext()
    try context.attach(service.store(), as: "main")
    let name = EntityEdit.Assignment(AttributePath("name"), .value(.text("new of \(kind)")))
    try context.perform(.insert("cities", [name]), in: "main")
    try context.save()
    let third = try read()

    #expect(second == (first.count, [304]))
    #expect(third == (first.count + 1, [200]))
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
