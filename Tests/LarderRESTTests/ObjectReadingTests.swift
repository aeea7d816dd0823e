import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import Testing

@testable import LarderREST

@Suite struct ObjectReadingTests {
  private static func store(
    _ dialect: String, _ answer: @escaping @Sendable (HTTPRequest) -> ScriptedTransport.Reply?
  ) throws -> (RESTStore, ScriptedTransport) {
    // The service says nothing of itself.
    let transport = ScriptedTransport { request in
      ["/", "/$metadata"].contains(request.url.path) ? nil : answer(request)
    }
    let store = try RESTStore(
      base: HTTPURL("http://h.example/"), dialect: RESTFixtures.dialect(dialect),
      transport: transport, options: .init(schema: RESTFixtures.schema))
    return (store, transport)
  }

  private static func identifier(_ entity: EntityName, _ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: "http://h.example/", entityName: entity, primaryKey: .integer(key))
  }

  @Test func aSingleObjectIsReadAtItsOwnAddress() throws {
    let (store, transport) = try Self.store("drf") { request in
      request.url.path == "/people/7/"
        ? .init(headers: ["ETag": "W/\"x\""], body: PagedPeople.row(7)) : nil
    }
    let seven = Self.identifier("people", 7)

    let found = try store.snapshots(for: [seven])

    #expect(found[seven]?["name"] == .text("P7"))
    #expect(store.writes.latestETag(of: seven) == "W/\"x\"")
    #expect(transport.targets.last == "/people/7/")
    #expect(try store.snapshots(for: [Self.identifier("people", 8)]).isEmpty)
  }

  @Test func severalObjectsAreReadByTheirKeysAtOnce() throws {
    let (store, transport) = try Self.store("drf") { request in
      request.url.path == "/people/" ? PagedPeople.drf([2, 3], count: 2) : nil
    }
    let wanted = [2, 3, 9].map { Self.identifier("people", $0) }

    let found = try store.snapshots(for: wanted)

    #expect(Set(found.keys) == Set(wanted.prefix(2)))
    #expect(transport.targets.last == "/people/?ordering=id&id__in=2,3,9&page_size=100")
  }

  @Test func anObjectInPlaceOfAnotherIsCorrupt() throws {
    let (store, _) = try Self.store("drf") { _ in .init(body: PagedPeople.row(1)) }

    let error = try #require(throws: PersistenceError.self) {
      try store.snapshots(for: [Self.identifier("people", 2)])
    }
    #expect(error.code == .corrupt)
  }

  @Test func toManyRelationshipsAreReadByTheirInverseAtOnce() throws {
    let (store, transport) = try Self.store("drf") { request in
      guard request.url.path == "/people/" else { return nil }
      return .init(
        body:
          #"{"count":3,"next":null,"results":[{"id":1,"city":5},{"id":2,"city":6},{"id":3,"city":5}]}"#
      )
    }
    let cities = [5, 6, 7].map { Self.identifier("cities", $0) }

    let found = try store.destinations(of: "people", from: cities)

    #expect(found[cities[0]]?.map(\.description) == ["people#p1", "people#p3"])
    #expect(found[cities[1]]?.map(\.description) == ["people#p2"])
    #expect(found[cities[2]] == [])
    #expect(transport.targets.last == "/people/?ordering=id&city__in=5,6,7&page_size=100")
  }

  @Test func toOneRelationshipsComeWithTheirRows() throws {
    let (store, _) = try Self.store("odata") { request in
      .init(
        body: request.url.path == "/people"
          ? #"{"value":[{"id":1,"city":{"id":5}},{"id":2,"city":null}]}"# : "{}")
    }
    var cities: [AttributeValue?] = []

    try store.enumerate(EntityFetchDescriptor(entity: "people")) {
      cities.append($0["city"])
      return true
    }

    #expect(cities == [.identifier(Self.identifier("cities", 5)), .null])
  }

  @Test func valuesKeepWhatJSONSaysOfThem() throws {
    let row = #"""
      {"id":1,"name":"x","age":null,"rating":"3.50","born":"2001-01-01T21:04:05-06:00",
      "token":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f","tags":["a"],"address":{"zip":"01"},"vip":5}
      """#
    let dialect = try RESTFixtures.dialect("drf")
    let entity = try RESTFixtures.model(dialect).entity("people")
    let node = try #require(JSONReader.node(row))

    let snapshot = try RowReader(dialect: dialect, entity: entity).snapshot(node)

    #expect(snapshot["age"] == .null)
    #expect(snapshot["nick"] == nil)
    #expect(snapshot["rating"] == .real(3.5))
    #expect(snapshot["born"] == DateText.parse("2001-01-02T03:04:05Z").map { .date($0) })
    #expect(snapshot["token"]?.kind == .uuid)
    #expect(snapshot["tags"] == .array([.text("a")]))
    // A value that does not fit its declared type keeps its kind.
    #expect(snapshot["vip"] == .integer(5))
  }

  @Test(
    arguments: [
      ("odata", .text("O'Hara/x"), "People('O''Hara%2Fx')"), ("odata", .integer(5), "People(5)"),
      ("odata", .composite([.text("a"), .integer(2)]), "People(A='a',B=2)"),
      ("drf", .text("a b"), "People/a%20b/"),
      ("kinto", .text("x-1"), "collections/People/records/x-1"),
    ] as [(String, PersistentIdentifier.PrimaryKey, String)])
  func aKeyIsSpelledInAnAddress(
    _ dialect: String, _ key: PersistentIdentifier.PrimaryKey, _ path: String
  ) throws {
    let keys =
      if case .composite = key {
        [ServiceEntity.Key(wireName: "A", type: .text), .init(wireName: "B", type: .integer)]
      } else {
        [ServiceEntity.Key(wireName: "id", type: key == .integer(5) ? .integer : .text)]
      }
    let draft = EntityDraft(name: "Person", collection: "People", keys: keys)
    let model = ServiceModelBuilder(storeIdentifier: "s", drafts: [draft]).model()
    let client = try ServiceClient(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect(dialect),
      transport: ScriptedTransport { _ in nil })
    let identifier = PersistentIdentifier(
      storeIdentifier: "s", entityName: "Person", primaryKey: key)

    #expect(try client.path(of: identifier, model.entity("Person")) == path)
  }

  @Test func aLogInGivesOneTokenThatIsRenewedOnce() throws {
    let transport = ScriptedTransport { request in
      if request.url.path.hasSuffix("auth-with-password") {
        return .init(body: #"{"token":"t1"}"#)
      }
      guard request.url.path.hasSuffix("/records") else { return nil }
      return request.headers["Authorization"] == "t1"
        ? .init(body: #"{"items":[],"totalItems":0}"#) : .init(status: 401)
    }
    let base = try HTTPURL("http://h.example/")
    let store = try RESTStore(
      base: base, dialect: RESTFixtures.dialect("pocketbase"), transport: transport,
      options: .init(
        schema: RESTFixtures.schema,
        credentials: Credentials(.basic(user: "u", password: "p"), for: base.origin)))

    for _ in 0..<2 { try store.enumerate(EntityFetchDescriptor(entity: "people")) { _ in true } }

    let signIns = transport.requests.filter { $0.url.path.hasSuffix("auth-with-password") }
    #expect(signIns.count == 1)
    #expect(
      signIns.first?.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"identity":"u","password":"p"}"#)
    #expect(signIns.first?.hidesBodies == true)
  }
}
