import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// Related objects that JSON:API puts beside the rows are not asked for again.
@Suite struct IncludedObjectTests {
  private static let people = #"""
    {"data":[
      {"type":"people","id":"1","attributes":{"name":"Ada"},
       "relationships":{"city":{"data":{"type":"cities","id":"7"}}}},
      {"type":"people","id":"2","attributes":{"name":"Eva"},
       "relationships":{"city":{"data":{"type":"cities","id":"8"}}}}],
     "included":[
      {"type":"cities","id":"7","attributes":{"name":"Rome"}},
      {"type":"cities","id":"8","attributes":{"name":"Oslo"}},
      {"type":"moons","id":"8","attributes":{"name":"Io"}}, {"type":"cities"}, null, 3]}
    """#

  private func store(
    _ dialect: String, refusing isRefused: Bool = false
  ) throws -> (store: RESTStore, transport: ScriptedTransport) {
    let transport = ScriptedTransport { request in
      switch request.url.path {
      case "/people":
        if isRefused, request.url.target.contains("include=") { return .init(status: 400) }
        return .init(body: Self.people)
      case "/cities":
        return .init(
          body: #"{"data":[{"type":"cities","id":"7","attributes":{"name":"Rome"}}]}"#)
      case "/cities/7":
        return .init(body: #"{"data":{"type":"cities","id":"7","attributes":{"name":"Rom"}}}"#)
      default: return nil
      }
    }
    let store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect(dialect), transport: transport,
      options: .init(schema: SaveFixture.schema))
    return (store, transport)
  }

  private func cities(_ store: RESTStore, _ keys: String...) throws -> [String] {
    let found = try store.snapshots(
      for: keys.map {
        PersistentIdentifier(
          storeIdentifier: store.identifier, entityName: "cities", primaryKey: .text($0))
      })
    return found.values.compactMap { snapshot in
      if case .text(let name)? = snapshot["name"] { name } else { nil }
    }.sorted()
  }

  private static let fetch: EntityFetchDescriptor = {
    var descriptor = EntityFetchDescriptor(entity: "people")
    descriptor.prefetchedRelationships = [AttributePath("city")]
    return descriptor
  }()

  @Test(arguments: ["jsonapi", "jsonapi-fields"])
  func whatCameAlongIsNotAskedFor(_ dialect: String) throws {
    let (store, transport) = try store(dialect)

    #expect(try store.fetch(Self.fetch, environment: .standard).count == 2)
    #expect(try cities(store, "7", "8") == ["Oslo", "Rome"])

    #expect(transport.targets.last?.contains("include=city") == true)
    #expect(transport.targets.count { $0.hasPrefix("/cities") } == 0)
  }

  @Test func itIsHandedOutOnceAndNotToWhoAsksForOneObject() throws {
    let (store, transport) = try store("jsonapi")
    _ = try store.fetch(Self.fetch, environment: .standard)

    #expect(try cities(store, "7") == ["Rom"])
    #expect(try cities(store, "7", "8") == ["Oslo", "Rome"])
    _ = try? cities(store, "7", "8")

    #expect(transport.targets.contains { $0.hasPrefix("/cities?") })
  }

  @Test func theNextFetchAndRefreshForgetIt() throws {
    let (store, transport) = try store("jsonapi")
    _ = try store.fetch(Self.fetch, environment: .standard)
    store.refresh()

    _ = try? cities(store, "7", "8")

    #expect(transport.targets.contains { $0.hasPrefix("/cities?") })
  }

  @Test func whereNothingIsWantedAlongNothingIsAskedFor() throws {
    let (store, transport) = try store("jsonapi")

    _ = try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)

    #expect(transport.targets.allSatisfy { !$0.contains("include=") })
  }

  @Test func aServiceThatRefusesIsAskedWithout() throws {
    let (store, transport) = try store("jsonapi", refusing: true)

    for _ in 0..<2 { #expect(try store.fetch(Self.fetch, environment: .standard).count == 2) }

    #expect(transport.targets.count { $0.contains("include=") } == 1)
    #expect(
      store.findings.map(\.text).contains(
        "people: objects that come along: the service answered 400; from now on they are asked for")
    )
  }
}
