import HTTPTransport
import LarderCore
import LarderStore
import Testing

@testable import LarderREST

/// A 200 does not mean that a condition, an order or a limit was applied.
@Suite struct CheckedAnswerTests {
  private static let older = EntityPredicate.comparison(
    .greaterThan, RESTFixtures.path("age"), .value(.integer(20)))

  private static func rows(_ ids: [Int]) -> String {
    "{\"value\":[\(ids.map(PagedPeople.row).joined(separator: ","))]}"
  }

  private func identifiers(
    _ store: RESTStore, _ change: (inout EntityFetchDescriptor) -> Void
  ) throws -> [Int64] {
    var descriptor = EntityFetchDescriptor(entity: "people")
    change(&descriptor)
    return try store.fetch(descriptor, environment: .standard).compactMap {
      if case .integer(let key) = $0.identifier.primaryKey { key } else { nil }
    }
  }

  @Test func aConditionThatWasNotAppliedIsNotSentAgain() throws {
    let people = try PagedPeople("drf") { _ in PagedPeople.drf([1, 2, 3, 4], count: 4) }

    for _ in 0..<2 {
      #expect(try identifiers(people.store) { $0.predicate = Self.older } == [3, 4])
    }

    let sent = people.transport.targets.filter { $0.contains("people") }
    #expect(sent.count(where: { $0.contains("age__gt=20") }) == 1)
    #expect(
      people.store.findings.map(\.text).contains(
        "people: greaterThan on `age`: the service gave people#p1, of which it is not true; "
          + "from now on it is checked in memory"))
    #expect(
      people.store.pushDown(for: Self.older, of: "people")
        == .unsupported("the service did not apply it"))
  }

  @Test func whatWasHandedOutBeforeIsNotHandedOutAgain() throws {
    let people = try PagedPeople("drf") { _ in PagedPeople.drf([3, 4, 1, 5], count: 4) }
    var seen: [AttributeValue?] = []
    let descriptor = EntityFetchDescriptor(entity: "people", predicate: Self.older)

    try people.store.enumerate(descriptor) {
      seen.append($0["id"])
      return true
    }

    #expect(seen == [.integer(3), .integer(4), .integer(5)])
  }

  @Test(arguments: [400, 414, 500, 501])
  func aRefusedConditionIsCheckedHere(_ status: Int) throws {
    let people = try PagedPeople("odata") { request in
      request.url.query?.contains("filter") == true
        ? .init(status: status, body: #"{"error":{"message":"no"}}"#)
        : .init(body: Self.rows([1, 2, 3]))
    }

    #expect(try identifiers(people.store) { $0.predicate = Self.older } == [3])
  }

  @Test func aRefusedCallerIsAnError() throws {
    let people = try PagedPeople("odata") { _ in .init(status: 403, body: #"{"error":"who?"}"#) }

    let error = try #require(throws: PersistenceError.self) {
      try identifiers(people.store) { $0.predicate = Self.older }
    }

    #expect(error.code == .unavailable)
    #expect(error.detail?.contains(": who?") == true)
  }

  @Test func anOrderThatTheRowsDoNotHaveIsMadeHere() throws {
    let people = try PagedPeople("odata") { request in
      .init(body: Self.rows(request.url.query?.contains("top=2") == true ? [3, 1] : [3, 1, 2]))
    }

    let found = try identifiers(people.store) {
      $0.sortDescriptors = [EntitySortDescriptor(RESTFixtures.path("age"))]
      $0.fetchLimit = 2
    }

    #expect(found == [1, 2])
  }

  @Test func limitAndOrderGoDownWhereEverythingIsExact() throws {
    let people = try PagedPeople("odata") { request in
      // What comes first upwards tells that the service sorts.
      let isFirst = request.url.query?.percentDecoded.contains("orderby=age,id") == true
      return .init(body: Self.rows(isFirst ? [1] : [5, 4]))
    }

    let found = try identifiers(people.store) {
      $0.predicate = Self.older
      $0.sortDescriptors = [EntitySortDescriptor(RESTFixtures.path("age"), order: .reverse)]
      $0.fetchLimit = 2
      $0.fetchOffset = 1
    }

    #expect(found == [5, 4])
    #expect(
      people.transport.targets.last?.percentDecoded
        == "/api/people?$orderby=age desc,id&$top=2&$skip=1&$filter=age gt 20&$expand=city($select=id)"
    )
  }

  @Test func aLimitIsNotPushedPastASuperset() throws {
    let people = try PagedPeople("odata") { _ in .init(body: Self.rows([1, 2, 3])) }

    let found = try identifiers(people.store) {
      $0.predicate = .text(.hasSuffix, [], RESTFixtures.path("name"), .value(.text("3")))
      $0.fetchLimit = 1
    }

    #expect(found == [3])
    #expect(people.transport.targets.last?.contains("top") == false)
  }

  @Test func aNumberIsAskedForOnlyWhereUnknownConditionsAreRefused() throws {
    let odata = try PagedPeople("odata") { _ in .init(body: Self.rows([3, 4])) }
    let drf = try PagedPeople("drf") { _ in PagedPeople.drf([1, 3], count: 2) }
    let descriptor = EntityFetchDescriptor(entity: "people", predicate: Self.older)

    #expect(try odata.store.count(descriptor) == 2)
    #expect(try drf.store.count(descriptor) == 1)
    #expect(odata.transport.targets.contains { $0.hasPrefix("/api/people/$count?$filter=") })
  }

  @Test func aReplyWithAnETagIsAskedForByIt() throws {
    let people = try PagedPeople("drf") { request in
      request.headers["If-None-Match"] == "\"v1\""
        ? .init(status: 304)
        : .init(headers: ["ETag": "\"v1\""], body: PagedPeople.drf([1, 2], count: 2).body)
    }

    #expect(try people.names() == ["P1", "P2"])
    #expect(try people.names() == ["P1", "P2"])
    #expect(people.transport.requests.last?.headers["If-None-Match"] == "\"v1\"")
    people.store.refresh()
    #expect(try people.names() == ["P1", "P2"])
    #expect(people.transport.requests.last?.headers["If-None-Match"] == nil)
  }

  @Test func anExplanationShowsTheAddressesAndTheRows() throws {
    let people = try PagedPeople("drf") { _ in PagedPeople.drf([1, 2, 3], count: 3) }
    let descriptor = EntityFetchDescriptor(entity: "people", predicate: Self.older)
    _ = try people.store.fetch(descriptor, environment: .standard)

    let explanation = try people.store.explanation(of: EntityQuery(descriptor: descriptor))

    #expect(
      explanation.url?.hasPrefix("http://h.example/api/people/?ordering=id&age__gt=20") == true)
    #expect(explanation.notes.first == "2 requests, 6 rows received, 1 kept")
  }
}
