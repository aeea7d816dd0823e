import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// OData's batches of many parts, for services that take no JSON batch.
@Suite struct MultipartTests {
  private static let metadata = """
    <edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices>
    <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="S">
    <EntityType Name="City"><Key><PropertyRef Name="id"/></Key>
    <Property Name="id" Type="Edm.Int32" Nullable="false"/><Property Name="name" Type="Edm.String"/>
    <NavigationProperty Name="people" Type="Collection(S.Person)" Partner="city"/></EntityType>
    <EntityType Name="Person"><Key><PropertyRef Name="id"/></Key>
    <Property Name="id" Type="Edm.Int32" Nullable="false"/><Property Name="name" Type="Edm.String"/>
    <NavigationProperty Name="city" Type="S.City" Partner="people"/></EntityType>
    <EntityContainer Name="C"><EntitySet Name="Cities" EntityType="S.City"/>
    <EntitySet Name="People" EntityType="S.Person"/></EntityContainer>
    </Schema></edmx:DataServices></edmx:Edmx>
    """

  /// A context over a service that answers batches as it is told, and what the service was asked.
  private func service(
    json: ScriptedTransport.Reply, parts: ScriptedTransport.Reply
  ) throws -> (context: EntityContext, transport: ScriptedTransport) {
    let transport = ScriptedTransport { request in
      if request.url.path.hasSuffix("$metadata") { return .init(body: Self.metadata) }
      guard request.url.path.hasSuffix("$batch") else { return nil }
      return request.headers["Content-Type"] == "application/json" ? json : parts
    }
    let context = EntityContext()
    try context.attach(
      RESTStore(
        base: HTTPURL("http://h/s/"), dialect: RESTFixtures.dialect("odata"),
        transport: transport), as: "main")
    return (context, transport)
  }

  private func insertACityWithItsPerson(_ context: EntityContext) throws {
    func insert(_ entity: EntityName, _ values: [AttributeName: AttributeValue]) throws
      -> PersistentIdentifier
    {
      let assignments = values.sorted { $0.key < $1.key }
        .map { EntityEdit.Assignment(AttributePath($0.key), .value($0.value)) }
      return try context.perform(.insert(entity, assignments), in: "main").inserted[0]
    }
    let rome = try insert("City", ["name": .text("Rome")])
    _ = try insert("Person", ["name": .text("Ada"), "city": .identifier(rome)])
  }

  private static func parts(_ inner: String) -> ScriptedTransport.Reply {
    .init(
      headers: ["Content-Type": "multipart/mixed; boundary=b1"],
      body: "--b1\r\nContent-Type: multipart/mixed; boundary=c1\r\n\r\n\(inner)\r\n--b1--\r\n")
  }

  private static func part(_ id: Int?, _ status: String, _ body: String) -> String {
    let number = id.map { "Content-ID: \($0)\r\n" } ?? ""
    return "--c1\r\nContent-Type: application/http\r\n\(number)\r\nHTTP/1.1 \(status)\r\n"
      + "Content-Type: application/json\r\n\r\n\(body)\r\n"
  }

  private static let both =
    part(2, "201 Created", #"{"id":8,"name":"Ada"}"#)
    + part(1, "201 Created", #"{"id":7,"name":"Rome"}"#) + "--c1--\r\n"

  @Test(arguments: [400, 415, 501])
  func whereJSONIsNotTakenTheChangeSetGoesInParts(_ status: Int) throws {
    let (context, transport) = try service(
      json: .init(status: status, body: "no"), parts: Self.parts(Self.both))
    try insertACityWithItsPerson(context)

    let outcome = try context.save()

    #expect(
      outcome.stores.flatMap(\.replacements).map(\.new.description) == ["City#p7", "Person#p8"])
    #expect(outcome.stores.flatMap(\.notes).isEmpty)
    let sent = try #require(transport.requests.last)
    let type = try #require(sent.headers["Content-Type"])
    let mark = try #require(type.split(separator: "batch_").last)
    expectText(
      String(decoding: sent.body ?? [], as: UTF8.self)
        .replacing(mark, with: "X").replacing("\r\n", with: "\n"),
      """
      --batch_X
      Content-Type: multipart/mixed; boundary=changes_X

      --changes_X
      Content-Type: application/http
      Content-Transfer-Encoding: binary
      Content-ID: 1

      POST Cities HTTP/1.1
      Accept: application/json
      Prefer: return=representation
      Content-Type: application/json

      {"name":"Rome"}
      --changes_X
      Content-Type: application/http
      Content-Transfer-Encoding: binary
      Content-ID: 2

      POST People HTTP/1.1
      Accept: application/json
      Prefer: return=representation
      Content-Type: application/json

      {"name":"Ada","city@odata.bind":"$1"}
      --changes_X--

      --batch_X--

      """)
  }

  @Test func theFormThatWasTakenIsTheFirstOfTheNextSave() throws {
    let (context, transport) = try service(
      json: .init(status: 415), parts: Self.parts(Self.both))
    try insertACityWithItsPerson(context)
    try context.save()
    try insertACityWithItsPerson(context)

    try context.save()

    let batches = transport.requests.filter { $0.url.path.hasSuffix("$batch") }
    #expect(
      batches.map { $0.headers["Content-Type"]?.prefix(11) } == [
        "application", "multipart/m", "multipart/m",
      ])
  }

  @Test func aRefusalOfOneIsOneOfAll() throws {
    let refusal =
      "--b1\r\nContent-Type: application/http\r\nContent-ID: 2\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n"
      + #"{"error":{"code":"x","message":"no Ada"}}"# + "\r\n--b1--"
    let (context, _) = try service(
      json: .init(status: 415),
      parts: .init(headers: ["Content-Type": "multipart/mixed;boundary=\"b1\""], body: refusal))
    try insertACityWithItsPerson(context)

    let error = #expect(throws: PersistenceError.self) { try context.save() }

    #expect(error?.code == .rejected && error?.identifier?.entity == "Person")
    #expect(error?.detail == "no Ada (400); 0 of 2 changes were written")
    #expect(error?.failures.map(\.code) == [.notTried, .rejected])
  }

  @Test(arguments: [
    "", "--c1--\r\n", part(1, "201 Created", #"{"id":7}"#), part(3, "201 Created", "{}") + "--c1--",
    part(1, "201 Created", "{}") + part(1, "201 Created", "{}") + "--c1--",
    "--c1\r\n\r\nHTTP/1.1 teapot\r\n\r\n--c1--", "--c1\r\n\r\n\r\n--c1--", "--c1\r\n--c1--",
    part(nil, "999 What", "{}") + "--c1--",
    "--c1\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 9000\r\n\r\n{}\r\n--c1--",
  ])
  func anAnswerThatIsNoneLeavesTheOutcomeUnknown(_ inner: String) throws {
    let (context, _) = try service(json: .init(status: 415), parts: Self.parts(inner))
    try insertACityWithItsPerson(context)

    let error = #expect(throws: PersistenceError.self) { try context.save() }

    #expect(error?.code == .unknownOutcome)
    #expect(context.changes(in: "main").inserted.count == 2)
  }

  @Test(arguments: [
    (
      "multipart/mixed; boundary=x", "--x\r\nA: b \r\n\r\none\r\n--x\n\ntwo\n--x--", ["one", "two"]
    ),
    (
      "Multipart/Mixed; a=b; BOUNDARY=\"x\"", "preamble\r\n--x \r\n\r\n--xy\r\n--x--\r\nend",
      ["--xy"]
    ),
    ("multipart/mixed; boundary=x", "--x\r\n\r\none\r\n--x", nil),
    ("multipart/mixed; boundary=x", "--x--", nil), ("multipart/mixed; boundary=x", "", nil),
    ("multipart/mixed", "--x\r\n\r\none\r\n--x--", nil),
    ("multipart/mixed; boundary=", "----", nil),
    ("text/plain; boundary=x", "--x\r\n\r\none\r\n--x--", nil), ("", "", nil),
  ])
  func bodiesComeApartByTheirBoundary(
    _ type: String, _ body: String, _ parts: [String]?
  ) {
    let found = MultipartReader.parts(of: Array(body.utf8), type: type)

    #expect(found?.map { String(decoding: $0.body, as: UTF8.self) } == parts)
  }

  @Test func damagedBodiesNeverTrap() throws {
    let url = try HTTPURL("http://h/")
    let whole = Array((Self.parts(Self.both).body).utf8)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { break }
      }
      let response = HTTPResponse(
        status: 200, headers: ["Content-Type": "multipart/mixed; boundary=b1"], body: bytes,
        url: url)
      if case .each(let answers) = ODataMultipartBatch().answer(response, count: 2) {
        #expect(answers.count == 2)
      }
    }
  }
}
