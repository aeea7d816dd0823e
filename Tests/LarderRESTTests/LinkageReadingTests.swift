import HTTPTransport
import LarderCore
import LarderStore
import Testing

@testable import LarderREST

/// Rows of JSON:API may hold links in place of what a relationship leads to.
@Suite struct LinkageReadingTests {
  private func store() throws -> (store: RESTStore, transport: ScriptedTransport) {
    let transport = ScriptedTransport { request in
      let links = #"{"links":{"related":"/x"}}"#
      switch request.url.target.percentDecoded {
      case "/people/1":
        return .init(
          body:
            #"{"data":{"type":"people","id":"1","attributes":{},"relationships":{"city":\#(links)}}}"#
        )
      case "/people/1/relationships/city":
        return .init(body: #"{"data":{"type":"cities","id":"7"}}"#)
      case "/people/1/relationships/friend": return .init(body: #"{"data":null}"#)
      case "/cities/7":
        return .init(
          body:
            #"{"data":{"type":"cities","id":"7","attributes":{},"relationships":{"people":\#(links)}}}"#
        )
      case "/cities/7/relationships/people?page[size]=100":
        return .init(
          body:
            #"{"data":[{"type":"people","id":"1"}],"links":{"next":"/cities/7/relationships/people?p=2"}}"#
        )
      case "/cities/7/relationships/people?p=2":
        return .init(body: #"{"data":[{"type":"people","id":"2"}],"links":{"next":null}}"#)
      case "/cities/8":
        return .init(body: #"{"data":{"type":"cities","id":"8","attributes":{}}}"#)
      default: return nil
      }
    }
    return (
      try RESTStore(
        base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect("jsonapi"), transport: transport,
        options: .init(schema: SaveFixture.schema)), transport
    )
  }

  @Test(arguments: [
    ("people", "1", "city", ["cities 7"]), ("people", "1", "friend", []),
    ("cities", "7", "people", ["people 1", "people 2"]),
  ])
  func theRelationshipsOwnAddressTells(
    _ entity: String, _ key: String, _ name: String, _ wanted: [String]
  ) throws {
    let (store, _) = try store()
    let object = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: EntityName(entity), primaryKey: .text(key))

    let found = try store.destinations(of: AttributeName(name), from: [object])

    #expect(found[object]?.map { "\($0.entity) \(BodyWriter.text($0.primaryKey))" } == wanted)
  }

  @Test func whatHasNoAddressEitherIsAnError() throws {
    let (store, _) = try store()
    let object = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: "cities", primaryKey: .text("8"))

    let error = #expect(throws: PersistenceError.self) {
      try store.destinations(of: "people", from: [object])
    }

    #expect(error?.code == .unsupported)
    #expect(error?.detail == "the service does not tell what it leads to")
  }
}
