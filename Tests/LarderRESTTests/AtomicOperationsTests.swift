import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// The extension *atomic operations* of JSON:API, by its specification: documentation only, for no server
/// of the tests speaks it.
@Suite struct AtomicOperationsTests {
  private static let mediaType =
    "application/vnd.api+json; ext=\"https://jsonapi.org/ext/atomic\""

  private func service(
    _ answer: ScriptedTransport.Reply
  ) throws -> (context: EntityContext, transport: ScriptedTransport) {
    let transport = ScriptedTransport { request in
      if request.url.path.hasSuffix("operations") { return answer }
      guard request.method == .get else { return nil }
      let row =
        #"{"type":"people","id":"5","attributes":{"name":"Eva"},"relationships":"#
        + #"{"city":{"data":null},"friend":{"data":null}}}"#
      switch request.url.path {
      case "/people": return .init(body: "{\"data\":[\(row)]}")
      case "/people/8":
        return .init(body: #"{"data":{"type":"people","id":"8","attributes":{"name":"Ada"}}}"#)
      case "/people/5": return .init(body: "{\"data\":\(row)}")
      default: return .init(body: #"{"data":[]}"#)
      }
    }
    let text = Dialect.jsonAPIText.replacing(
      "\"keys\": \"given\"",
      with: "\"batch\": \"atomic\", \"batchPath\": \"operations\", \"keys\": \"service\"")
    let store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: Dialect(json: Array(text.utf8)), transport: transport,
      options: .init(schema: SaveFixture.schema))
    let context = EntityContext()
    try context.attach(store, as: "main")
    return (context, transport)
  }

  private func change(_ context: EntityContext) throws {
    let eva = try context.run(
      EntityQuery(descriptor: EntityFetchDescriptor(entity: "people")), in: "main")
    guard case .objects(let objects) = eva else { return }
    let rome = try context.perform(
      .insert("cities", [.init(AttributePath("name"), .value(.text("Rome")))]), in: "main"
    ).inserted[0]
    let ada = try context.perform(
      .insert(
        "people",
        [
          .init(AttributePath("name"), .value(.text("Ada"))),
          .init(AttributePath("city"), .value(.identifier(rome))),
        ]),
      in: "main"
    ).inserted[0]
    try context.perform(
      .update(.objects([ada]), [.init(AttributePath("friend"), .value(.identifier(ada)))]),
      in: "main")
    try context.perform(.delete(.objects(objects.map(\.identifier))), in: "main")
  }

  @Test func aSaveIsOneRequestInWhichNewObjectsAreNamed() throws {
    let results =
      #"{"atomic:results":[{"data":{"type":"cities","id":"7","attributes":{"name":"Rome"}}},"#
      + #"{"data":{"type":"people","id":"8","attributes":{"name":"Ada"}}},{"data":null},{}]}"#
    let (context, transport) = try service(.init(body: results))
    try change(context)

    let outcome = try context.save()

    let sent = try #require(transport.requests.first { $0.method == .post })
    #expect(
      sent.headers["Content-Type"] == Self.mediaType && sent.headers["Accept"] == Self.mediaType)
    #expect(
      String(decoding: sent.body ?? [], as: UTF8.self)
        == #"{"atomic:operations":["#
        + #"{"op":"add","data":{"type":"cities","attributes":{"name":"Rome"},"lid":"o1"}},"#
        + #"{"op":"add","data":{"type":"people","attributes":{"name":"Ada"},"relationships":"#
        + #"{"city":{"data":{"type":"cities","lid":"o1"}}},"lid":"o2"}},"#
        + #"{"op":"update","data":{"type":"people","lid":"o2","attributes":{},"relationships":"#
        + #"{"friend":{"data":{"type":"people","lid":"o2"}}}}},"#
        + #"{"op":"remove","href":"/people/5"}]}"#)
    #expect(
      outcome.stores.flatMap(\.replacements).map { BodyWriter.text($0.new.primaryKey) } == [
        "7", "8",
      ])
  }

  @Test func aRefusalNamesItsOperation() throws {
    let errors =
      #"{"errors":[{"status":"422","title":"Unprocessable","detail":"no Ada","#
      + #""source":{"pointer":"/atomic:operations/1/data/attributes/name"}}]}"#
    let (context, _) = try service(.init(status: 422, body: errors))
    try change(context)

    let error = #expect(throws: PersistenceError.self) { try context.save() }

    #expect(error?.code == .rejected && error?.identifier?.entity == "people")
    #expect(error?.attribute == "name")
    #expect(error?.detail == "name: no Ada (422); 0 of 3 changes were written")
  }
}
