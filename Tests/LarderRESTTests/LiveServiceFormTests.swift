import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// Forms that one real service has and others do not.
@Suite(.enabled(if: RESTServer.areInstalled)) struct LiveServiceFormTests {
  private func insert(
    _ entity: EntityName, _ values: [AttributeName: AttributeValue], in context: EntityContext
  ) throws -> PersistentIdentifier {
    let assignments = values.sorted { $0.key < $1.key }
      .map { EntityEdit.Assignment(AttributePath($0.key), .value($0.value)) }
    return try context.perform(.insert(entity, assignments), in: "main").inserted[0]
  }

  /// A context over a service, and what its requests go through.
  private func context(
    _ server: RESTServer, _ dialect: Dialect, _ collections: [String] = []
  ) throws -> (context: EntityContext, store: RESTStore, proxy: LossyProxy) {
    let proxy = try LossyProxy(to: server.port) { _ in false }
    let base = try HTTPURL(server.url.replacing(":\(server.port)/", with: ":\(proxy.port)/"))
    let store = try RESTStore(
      base: base, dialect: dialect, transport: CarefulTransport(over: CurlTransport()),
      options: .init(
        collections: collections,
        credentials: server.account.map {
          Credentials(.basic(user: $0.user, password: $0.password), for: base.origin)
        }))
    let context = EntityContext()
    try context.attach(store, as: "main")
    return (context, store, proxy)
  }

  @Test func odatasChangeSetGoesInParts() throws {
    let text = Dialect.odataText.replacing("\"batch\": \"odata\"", with: "\"batch\": \"multipart\"")
    let server = try RESTServer(.odata)
    let (context, store, proxy) = try context(server, Dialect(json: Array(text.utf8)))
    let city = try insert("City", ["name": .text("Łódź in parts")], in: context)
    let person = try insert(
      "Person", ["name": .text("p,a\"rts"), "vip": .bool(true), "city": .identifier(city)],
      in: context)

    let made = try context.save().stores.flatMap(\.replacements)

    let writes = proxy.requests.filter { $0.method != "GET" }
    #expect(writes.map(\.target) == ["/$batch"])
    #expect(writes.first?["Content-Type"]?.hasPrefix("multipart/mixed") == true)
    let new = try #require(made.first { $0.old == person }?.new)
    #expect(try store.snapshots(for: [new])[new]?["name"] == .text("p,a\"rts"))
    #expect(
      try store.destinations(of: "city", from: [new])[new]
        == made.filter { $0.old == city }.map(\.new))
  }

  @Test func aConflictInAPartIsOneOfTheWholeChangeSet() throws {
    let text = Dialect.odataText.replacing("\"batch\": \"odata\"", with: "\"batch\": \"multipart\"")
    let dialect = try Dialect(json: Array(text.utf8))
    let server = try RESTServer(.odata)
    let (mine, store, proxy) = try context(server, dialect)
    let theirs = try context(server, dialect)
    let person = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: "Person", primaryKey: .integer(2))
    func setAge(_ age: Int64, of person: PersistentIdentifier, in context: EntityContext) throws {
      _ = try context.snapshot(for: person)
      try context.perform(
        .update(.objects([person]), [.init(AttributePath("age"), .value(.integer(age)))]),
        in: "main")
    }
    try setAge(41, of: person, in: mine)
    _ = try insert("Person", ["name": .text("with it"), "vip": .bool(true)], in: mine)
    let same = PersistentIdentifier(
      storeIdentifier: theirs.store.identifier, entityName: "Person", primaryKey: .integer(2))
    try setAge(42, of: same, in: theirs.context)
    try theirs.context.save()

    let error = #expect(throws: PersistenceError.self) { try mine.save() }

    #expect(error?.code == .conflict)
    #expect(error?.failures.map(\.code.rawValue).sorted() == ["save.not-tried", "store.conflict"])
    #expect(try store.snapshots(for: [person])[person]?["age"] == .integer(42))
    #expect(try store.count(EntityFetchDescriptor(entity: "Person")) == 57)
    #expect(proxy.requests.count { $0.target == "/$batch" } == 1)
    #expect(theirs.proxy.requests.count { $0.method == "PATCH" } == 1)
  }

  @Test func jsonAPIsRelatedObjectsComeAlong() throws {
    let (context, store, proxy) = try context(
      RESTServer.shared(.jsonAPI), RESTFixtures.dialect("jsonapi"), ["people", "city"])
    var descriptor = EntityFetchDescriptor(entity: "people")
    descriptor.prefetchedRelationships = [AttributePath("city")]
    let people = try store.fetch(descriptor, environment: .standard)
    let cities = Set(people.flatMap { $0["city"]?.destinationIdentifiers ?? [] }).sorted()
    let count = proxy.requests.count

    let found = try store.snapshots(for: cities)

    #expect(
      Set(found.values.compactMap { $0["name"] }) == [.text("Oslo"), .text("Łódź, \"old\" town")])
    #expect(proxy.requests.count == count)
    #expect(!context.hasChanges)
  }

  @Test func jsonAPIsRelationshipsAreEditedFromBothEnds() throws {
    let server = try RESTServer(.jsonAPI)
    let (context, store, proxy) = try context(
      server, RESTFixtures.dialect("jsonapi"), ["people", "city"])
    #expect(store.schema.relationship("people", of: "city")?.inverse == "city")
    let person = try insert(
      "people", ["name": .text("both ends"), "vip": .bool(false)], in: context)
    let city = try insert("city", ["name": .text("Bergen")], in: context)
    try context.perform(
      .append(to: city, AttributePath("people"), [.value(.array([.identifier(person)]))]),
      in: "main")
    try context.save()
    let (ida, bergen) = (
      context.permanentIdentifier(for: person), context.permanentIdentifier(for: city)
    )
    #expect(try store.destinations(of: "people", from: [bergen])[bergen] == [ida])

    try context.perform(
      .update(.objects([ida]), [.init(AttributePath("city"), .value(.null))]), in: "main")
    try context.save()

    #expect(try store.destinations(of: "people", from: [bergen])[bergen] == [])
    #expect(try store.destinations(of: "city", from: [ida])[ida] == [])
    #expect(
      proxy.requests.filter { $0.method != "GET" }.map(\.method) == ["POST", "POST", "PATCH"])
  }

  @Test func pocketBasesTokenIsReplacedWhenItIsRevoked() throws {
    let server = try RESTServer(.pocketBase)
    let superuser = try server.superuser()
    try server.send(
      .post, "api/collections",
      ["name": "secrets", "type": "base", "fields": [["name": "word", "type": "text"]]], superuser)
    try server.send(
      .post, "api/collections/secrets/records", ["word": "sesame"], superuser)
    let (context, store, proxy) = try context(server, RESTFixtures.dialect("pocketbase"))
    try server.revokeTokens()

    let found = try store.fetch(EntityFetchDescriptor(entity: "secrets"), environment: .standard)
    #expect(found.map { $0["word"] } == [.text("sesame")])
    try server.revokeTokens()
    _ = try insert("secrets", ["word": .text("open")], in: context)
    try context.save()

    #expect(proxy.requests.count { $0.target.hasSuffix("auth-with-password") } == 3)
    #expect(try store.count(EntityFetchDescriptor(entity: "secrets")) == 2)
  }
}
