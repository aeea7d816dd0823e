import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// A service that does not do what it is asked gives the same as memory, or an error.
@Suite struct UnreliableServiceTests {
  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "people",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true), .init(name: "name", type: .text),
        .init(name: "age", type: .integer),
      ])
  ])

  private static func open(
    _ list: UnreliableList, pageSize: Int? = nil
  ) throws -> (store: RESTStore, transport: ScriptedTransport) {
    let transport = list.transport()
    let store = try RESTStore(
      base: HTTPURL("http://h.example/"), dialect: list.dialect, transport: transport,
      options: .init(schema: schema, pageSize: pageSize))
    return (store, transport)
  }

  private static func memory(_ store: RESTStore) throws -> InMemoryStore {
    let layout = try store.model.entity("people").layout
    let objects = UnreliableList.people.map { person in
      var snapshot = EntitySnapshot(
        identifier: PersistentIdentifier(
          storeIdentifier: store.identifier, entityName: "people",
          primaryKey: .integer(Int64(person.id))),
        layout: layout, values: Array(repeating: nil, count: layout.names.count))
      snapshot["id"] = .integer(Int64(person.id))
      snapshot["name"] = .text(person.name)
      snapshot["age"] = .integer(Int64(person.age))
      return snapshot
    }
    return InMemoryStore(identifier: store.identifier, schema: store.schema, objects: objects)
  }

  private static func condition(_ generator: inout SeededGenerator) -> EntityPredicate {
    let age = EntityPredicate.comparison(
      generator.choose(.equal, .lessThan, .greaterThanOrEqual, .notEqual), RESTFixtures.path("age"),
      .value(.integer(Int64(generator.integer(in: 0...9)))))
    let name = EntityPredicate.comparison(
      .equal, RESTFixtures.path("name"), .value(.text("P\(generator.integer(in: 0...23))")))
    return generator.choose(age, name, .and([age, name]), .or([age, name]), .not(age))
  }

  private static func descriptor(
    _ generator: inout SeededGenerator, isCut: Bool
  ) -> EntityFetchDescriptor {
    var descriptor = EntityFetchDescriptor(entity: "people")
    if generator.chance(percent: 50) { descriptor.predicate = condition(&generator) }
    let path = RESTFixtures.path(generator.choose("age", "age", "id", "name"))
    descriptor.sortDescriptors = [
      EntitySortDescriptor(path, order: generator.choose(.forward, .reverse))
    ]
    guard isCut, generator.chance(percent: 70) else { return descriptor }
    descriptor.fetchLimit = generator.integer(in: 1...5)
    descriptor.fetchOffset = generator.integer(in: 0...3)
    return descriptor
  }

  @Test(
    arguments: Dialect.builtInNames,
    [UnreliableList.Fault.ignoresConditions, .ignoresOrders, .sortsByKeyOnly, .ignoresLimits])
  func whatAServiceIgnoresIsDoneHere(_ name: String, _ fault: UnreliableList.Fault) throws {
    let list = UnreliableList(dialect: try RESTFixtures.dialect(name), fault: fault)
    SeededGenerator.forEachRound(25) { round, generator in
      let size = generator.integer(in: 1...7)
      let (store, transport) = try Self.open(list, pageSize: size)
      let descriptor = Self.descriptor(&generator, isCut: true)

      let found = try store.fetch(descriptor, environment: .standard)

      let expected = try Self.memory(store).fetch(descriptor, environment: .standard)
      #expect(
        found.map(\.identifier) == expected.map(\.identifier), "\(descriptor) \(round.comment)")
      #expect(transport.requests.count <= UnreliableList.mostRequests(pageSize: size))
    }
  }

  @Test(
    arguments: Dialect.builtInNames,
    [UnreliableList.Fault.givesTheSamePage, .givesARowTwice, .losesARow])
  func whatAServiceLosesIsAnError(_ name: String, _ fault: UnreliableList.Fault) throws {
    let dialect = try RESTFixtures.dialect(name)
    let tellsTotals = dialect.envelope.total != nil || dialect.envelope.totalHeader != nil
    // Without a total, nothing tells that an object is missing.
    guard fault != .losesARow || tellsTotals else { return }
    let list = UnreliableList(dialect: dialect, fault: fault)
    SeededGenerator.forEachRound(15) { round, generator in
      let size = generator.integer(in: 1...7)
      let (store, transport) = try Self.open(list, pageSize: size)
      let descriptor = Self.descriptor(&generator, isCut: false)
      do {
        let found = try store.fetch(descriptor, environment: .standard)
        let expected = try Self.memory(store).fetch(descriptor, environment: .standard)
        #expect(
          found.map(\.identifier) == expected.map(\.identifier), "\(descriptor) \(round.comment)")
        // Where positions go by the rows that came, one that was left out comes with the next page.
        #expect(fault != .givesTheSamePage)
      } catch PersistenceError.Code.incomplete {}
      #expect(transport.requests.count <= UnreliableList.mostRequests(pageSize: size))
    }
  }

  @Test(arguments: ["json-server", "postgrest"])
  func aServiceThatKnowsNoPagesIsNoticedOnItsSecond(_ name: String) throws {
    // No total: only the objects tell.
    let transport = ScriptedTransport { request in
      request.url.path.contains("people") ? .init(body: #"[{"id":1},{"id":2}]"#) : nil
    }
    let store = try RESTStore(
      base: HTTPURL("http://h.example/"), dialect: RESTFixtures.dialect(name),
      transport: transport, options: .init(schema: Self.schema, pageSize: 2))

    let error = try #require(throws: PersistenceError.self) {
      try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)
    }

    #expect(error.code == .incomplete)
    #expect(error.detail == "the service gives the same objects on page after page")
    #expect(transport.requests.count == 6)
  }

  @Test func aServiceThatSortsByTheKeyAloneIsNotAskedToSort() throws {
    let list = UnreliableList(dialect: try RESTFixtures.dialect("drf"), fault: .sortsByKeyOnly)
    let (store, transport) = try Self.open(list)
    var descriptor = EntityFetchDescriptor(entity: "people")
    descriptor.sortDescriptors = [EntitySortDescriptor(RESTFixtures.path("age"))]
    descriptor.fetchLimit = 1

    // The first by its key would pass for sorted.
    let found = try store.fetch(descriptor, environment: .standard)

    #expect(found.map { $0["id"] } == [.integer(10)])
    #expect(
      transport.targets.dropFirst().map(\.percentDecoded) == [
        "/people/?ordering=age,id&page_size=1", "/people/?ordering=-age,id&page_size=1",
        "/people/?ordering=id&page_size=100",
      ])
    #expect(
      store.findings.map(\.text).contains(
        "people: order by `age`: it was not seen to make a difference; "
          + "from now on it is sorted in memory"))
  }
}
