import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// Keys that objects are given, at services that may take them or make their own.
@Suite struct GivenKeyTests {
  /// People whose key is declared as a number.
  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "people",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true), .init(name: "name", type: .text),
      ])
  ])

  private func context(
    _ dialect: String, _ answer: @escaping @Sendable (HTTPRequest) -> ScriptedTransport.Reply?
  ) throws -> (context: EntityContext, transport: ScriptedTransport) {
    let transport = ScriptedTransport(answer)
    let context = EntityContext()
    try context.attach(
      RESTStore(
        base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect(dialect), transport: transport,
        options: .init(schema: Self.schema)), as: "main")
    try context.perform(
      .insert(
        "people",
        [
          .init(AttributePath("id"), .value(.integer(77))),
          .init(AttributePath("name"), .value(.text("Ada"))),
        ]),
      in: "main")
    return (context, transport)
  }

  private func body(_ transport: ScriptedTransport) -> String? {
    transport.requests.last { $0.method == .post }?.body.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aKeyThatIsTakenIsKept() throws {
    let (context, transport) = try context("jsonapi") { request in
      request.method == .post
        ? .init(
          status: 201, body: #"{"data":{"type":"people","id":"77","attributes":{"name":"Ada"}}}"#)
        : .init(body: #"{"data":[]}"#)
    }

    let outcome = try context.save()

    #expect(body(transport) == #"{"data":{"type":"people","id":"77","attributes":{"name":"Ada"}}}"#)
    #expect(outcome.stores.flatMap(\.notes).isEmpty)
    let found = try #require(outcome.stores.first?.replacements.first?.new)
    #expect(found.primaryKey == .text("77"))
    #expect(try context.snapshot(for: found)?["id"] == .integer(77))
  }

  @Test func aKeyThatIsNotTakenIsSaid() throws {
    let (context, _) = try context("drf") { request in
      request.method == .post
        ? .init(status: 201, body: #"{"id":9,"name":"Ada"}"#)
        : .init(body: #"{"people":"http://h/people/","results":[]}"#)
    }

    let notes = try context.save().stores.flatMap(\.notes)

    #expect(
      notes.map(\.message) == [
        "the service made a key of its own in place of the one it was sent",
        "the service changed the value",
      ])
    #expect(notes.last?.sent == .integer(77) && notes.last?.stored == .integer(9))
  }

  @Test func aServiceThatForbidsKeysIsAskedAgainWithout() throws {
    let (context, transport) = try context("jsonapi") { request in
      guard request.method == .post else { return .init(body: #"{"data":[]}"#) }
      let text = String(decoding: request.body ?? [], as: UTF8.self)
      return text.contains("77")
        ? .init(status: 403)
        : .init(
          status: 201, body: #"{"data":{"type":"people","id":"1","attributes":{"name":"Ada"}}}"#)
    }

    let notes = try context.save().stores.flatMap(\.notes)

    #expect(body(transport) == #"{"data":{"type":"people","attributes":{"name":"Ada"}}}"#)
    #expect(notes.map(\.message) == ["the service changed the value"])
  }

  @Test(arguments: [500, 502, 504])
  func aLostReplyIsNotRepeatedForTheKeyMayNotHaveBeenTaken(_ status: Int) throws {
    let (context, transport) = try context("jsonapi") { request in
      if request.method == .post { return .init(status: status) }
      return request.url.path == "/people" ? .init(body: #"{"data":[]}"#) : .init(status: 404)
    }

    for _ in 0..<2 {
      let error = #expect(throws: PersistenceError.self) { try context.save() }
      #expect(error?.code == .unknownOutcome)
    }

    #expect(transport.requests.count { $0.method == .post } == 1)
  }

  @Test func aLostReplyIsSettledWhereTheObjectIsFoundUnderItsKey() throws {
    let (context, transport) = try context("jsonapi") { request in
      if request.method == .post { return .init(status: 502) }
      let row = #"{"type":"people","id":"77","attributes":{"name":"Ada"}}"#
      return .init(body: request.url.path == "/people" ? #"{"data":[]}"# : "{\"data\":\(row)}")
    }

    try context.save()

    #expect(!context.hasChanges && transport.requests.count { $0.method == .post } == 1)
  }

  @Test(arguments: [
    ("kinto", "id == 5", #"id="5""#), ("jsonapi", "id == 5", #"{"name":"id","op":"eq","val":"5"}"#),
    ("drf", "id == 5", "id=5"),
  ])
  func conditionsOnAKeySpellItAsTheServiceKeepsIt(
    _ dialect: String, _ condition: String, _ text: String
  ) throws {
    let transport = ScriptedTransport { request in
      .init(
        body: request.url.path == "/"
          ? #"{"people":"http://h/people/"}"# : #"{"data":[],"results":[]}"#)
    }
    let store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect(dialect), transport: transport,
      options: .init(schema: Self.schema, collections: ["people"]))
    let predicate = EntityPredicate.comparison(
      .equal, RESTFixtures.path("id"), .value(.integer(5)))

    let found = try store.fetch(
      EntityFetchDescriptor(entity: "people", predicate: predicate), environment: .standard)

    let target = transport.targets.last?.percentDecoded ?? ""
    #expect(found.isEmpty && target.contains(text), "\(target)")
  }

  @Test func aPocketBaseCollectionSaysWhichKeysItTakes() throws {
    func drafts(_ field: String) throws -> EntityDraft? {
      let listing =
        #"{"items":[{"name":"people","type":"base","fields":[{"name":"id","type":"text",\#(field)}]}]}"#
      return try PocketBaseSchema(JSONReader.read(Array(listing.utf8)).node)?.drafts.first
    }
    let own = try drafts(
      #""min":1,"max":4,"pattern":"^[a-z0-9]+$","autogeneratePattern":"[a-z0-9]{4}""#)
    #expect(["t1", "abcd"].allSatisfy { own?.takenKeys?.matches($0) == true })
    #expect(["", "T1", "abcde"].allSatisfy { own?.takenKeys?.matches($0) == false })
    #expect(own?.drawnKeys?.text == "[a-z0-9]{4}")
    let unread = try drafts(#""min":1,"max":0,"pattern":"\\w+""#)
    #expect(unread?.takenKeys == nil && unread?.drawnKeys == nil)
  }

  @Test func aKeyThatIsDeclaredAsANumberAndCannotBeOneIsAText() throws {
    let transport = ScriptedTransport { _ in
      .init(
        body: #"{"items":[{"name":"people","type":"base","fields":[{"name":"id","type":"text"}]}]}"#
      )
    }

    let store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect("pocketbase"), transport: transport,
      options: .init(schema: Self.schema))

    #expect(store.schema.entity("people")?.attribute("id")?.type == .text)
    #expect(
      store.findings.map(\.text).contains(
        "people.id: it is taken for a text, for no number is a key of the service"))
  }
}
