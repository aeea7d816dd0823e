import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import Testing

@testable import LarderREST

/// What a store says of writing to its service, entity by entity.
@Suite struct WriteFindingTests {
  private static let given =
    "new objects get keys of the service's, or keep the one that they are given if it takes that"
  private static let unchecked =
    "the service does not check for changes by others: objects are read and compared just before they are written"

  @Test(arguments: [
    (
      FakeService.Kind.drf,
      [
        "each object of a save is a request", "people: \(given)", "cities: \(given)",
        "people: whether the service checks for changes by others is found out by the first change",
        "cities: whether the service checks for changes by others is found out by the first change",
      ]
    ),
    (
      .kinto,
      [
        "a save goes in batches of 25 at most, with an outcome for each object",
        "people: new objects keep the key that they are given, else get one here: [A-Za-z0-9_-]+",
        "cities: new objects keep the key that they are given, else get one here: [A-Za-z0-9_-]+",
        "people: the service is known to check for changes by others (If-Match)",
        "cities: the service is known to check for changes by others (If-Match)",
      ]
    ),
    (
      .pocketbase,
      [
        "a save is one unit, a transaction of 50 at most, or several where it is larger",
        "people: new objects keep the key that they are given, else get one here: [a-z0-9]{15}",
        "cities: new objects keep the key that they are given, else get one here: [a-z0-9]{15}",
        unchecked,
      ]
    ),
  ])
  func everyEntityIsDescribed(_ kind: FakeService.Kind, _ texts: [String]) throws {
    #expect(try SaveFixture(kind).store.writeFindings.map(\.text) == texts)
  }

  @Test func whatWasFoundOutIsSaidInItsPlace() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.existing("8", [("name", .text("Ada"))])
    try fixture.set(ada, "name", .text("Ida"))
    try fixture.context.save()

    let texts = fixture.store.writeFindings.map(\.text)

    #expect(texts.contains("people: \(Self.unchecked)"))
    #expect(
      texts.contains(
        "cities: whether the service checks for changes by others is found out by the first change")
    )
  }

  @Test func batchesThatWereRefusedAreSaidToBe() throws {
    let fixture = try SaveFixture(.pocketbase)
    fixture.service.update { $0.takesBatches = false }
    try fixture.insert(named: ["a", "b"]).forEach { _ in }
    try fixture.context.save()

    #expect(
      fixture.store.writeFindings.first?.text
        == "the service was seen to take no batches: each object of a save is a request")
  }

  @Test func nothingIsSaidOfWritingWhereNobodyWrites() throws {
    let store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect("kinto"),
      transport: FakeService(.kinto), options: .init(schema: SaveFixture.schema, isReadOnly: true))

    #expect(store.writeFindings.isEmpty)
  }

  @Test(arguments: [
    (RESTFixtures.schema, [], ["/", "/people/", "/cities/"]), (nil, ["logs"], ["/logs/"]),
    (nil, [], ["/", "/people/", "/logs/", "/cities/"]),
  ])
  func onlyTheCollectionsThatAreWantedAreLookedAt(
    _ schema: EntitySchema?, _ names: [String], _ paths: [String]
  ) throws {
    let transport = ScriptedTransport { request in
      .init(
        body: request.url.path == "/"
          ? #"{"people":"http://h/people/","logs":"http://h/logs/","cities":"http://h/cities/"}"#
          : #"{"results":[{"id":1}]}"#)
    }

    _ = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect("drf"), transport: transport,
      options: .init(schema: schema, collections: names))

    #expect(transport.requests.map(\.url.path) == paths)
  }
}
