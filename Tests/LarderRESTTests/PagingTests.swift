import HTTPTransport
import LarderCore
import LarderStore
import Testing

@testable import LarderREST

/// A store of people over scripted replies.
struct PagedPeople {
  let transport: ScriptedTransport
  let store: RESTStore

  init(
    _ dialect: String, pageSize: Int? = nil,
    _ answer: @escaping @Sendable (HTTPRequest) -> ScriptedTransport.Reply?
  ) throws {
    transport = ScriptedTransport { request in
      // The schema is declared; what a service says of itself is not asked for here.
      request.url.path.hasSuffix("/people/") || request.url.path.hasSuffix("/people")
        ? answer(request) : nil
    }
    store = try RESTStore(
      base: HTTPURL("http://h.example/api/"), dialect: RESTFixtures.dialect(dialect),
      transport: transport,
      options: .init(schema: RESTFixtures.schema, pageSize: pageSize))
  }

  func names() throws -> [String] {
    var names: [String] = []
    try store.enumerate(EntityFetchDescriptor(entity: "people")) {
      if case .text(let name)? = $0["name"] { names.append(name) }
      return true
    }
    return names
  }

  static func row(_ id: Int) -> String { #"{"id":\#(id),"name":"P\#(id)","age":\#(id * 10)}"# }

  static func drf(_ ids: [Int], count: Int? = nil, next: String? = nil) -> ScriptedTransport.Reply {
    let count = count.map { #""count":\#($0),"# } ?? ""
    let next = next.map { "\"\($0)\"" } ?? "null"
    return .init(
      body: "{\(count)\"next\":\(next),\"results\":[\(ids.map(row).joined(separator: ","))]}")
  }
}

@Suite struct PagingTests {
  private static func page(
    _ request: HTTPRequest, _ name: String = "page=", default number: Int = 1
  ) -> Int {
    let parameters = (request.url.query ?? "").split(separator: "&")
    return parameters.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
      ?? number
  }

  @Test(
    arguments: [
      "http://h.example/api/people/?page=", "/api/people/?page=", "?page=", "../people/?page=",
      "//h.example/api/people/?page=",
    ])
  func linksAreFollowedHoweverTheyAreWritten(_ link: String) throws {
    let people = try PagedPeople("drf") { request in
      let page = Self.page(request)
      return PagedPeople.drf(
        [page * 2 - 1, page * 2], count: 6, next: page < 3 ? link + "\(page + 1)" : nil)
    }

    #expect(try people.names() == ["P1", "P2", "P3", "P4", "P5", "P6"])
    #expect(people.transport.requests.count(where: { $0.url.path == "/api/people/" }) == 3)
  }

  @Test func aLinkThatWasFollowedBeforeIsAnError() throws {
    let people = try PagedPeople("drf") { request in
      PagedPeople.drf(
        Self.page(request) == 1 ? [1, 2] : [3, 4], count: 6, next: "/api/people/?page=2")
    }

    #expect(
      try failure(people)
        == "the service leads back to a page that was read before, http://h.example/api/people/?page=2"
    )
  }

  @Test func aLinkToAnotherOriginIsNotFollowed() throws {
    let people = try PagedPeople("drf") { _ in
      PagedPeople.drf([1], count: 6, next: "http://other.example/api/people/?page=2")
    }

    #expect(try failure(people) == "the next page is at another origin, http://other.example")
    #expect(!people.transport.requests.contains { $0.url.origin.host == "other.example" })
  }

  @Test func endlessEmptyPagesEnd() throws {
    let people = try PagedPeople("drf") { request in
      PagedPeople.drf([], count: 6, next: "?page=\(Self.page(request) + 1)")
    }

    #expect(
      try failure(people) == "the service gives empty pages, each with a link to a further one")
  }

  @Test func aCursorThatLosesNullsIsNotTrusted() throws {
    let people = try PagedPeople("drf") { _ in
      PagedPeople.drf([1], next: "/api/people/?cursor=cD02MA%3D%3D")
    }

    #expect(
      try failure(people)
        == "the service pages by `cursor` and tells no total, so objects without a value in its order "
        + "would be left out unseen")
  }

  @Test func lostRowsAreAnError() throws {
    let people = try PagedPeople("drf") { request in
      Self.page(request) == 1
        ? PagedPeople.drf([1, 2], count: 5, next: "?page=2") : PagedPeople.drf([4, 5], count: 5)
    }

    #expect(try failure(people) == "the service tells of 5 objects and gave 4")
  }

  @Test func anObjectOnTwoPagesComesOnce() throws {
    let people = try PagedPeople("drf") { request in
      Self.page(request) == 1
        ? PagedPeople.drf([1, 2], count: 3, next: "?page=2") : PagedPeople.drf([2, 3], count: 3)
    }

    #expect(try people.names() == ["P1", "P2", "P3"])
  }

  @Test func aNumberThatChangesAllTheTimeIsAnErrorInTheEnd() throws {
    let people = try PagedPeople("drf") { request in
      Self.page(request) == 1
        ? PagedPeople.drf([1, 2], count: 3, next: "?page=2") : PagedPeople.drf([3], count: 4)
    }

    #expect(
      try failure(people) == "the number of objects went from 3 to 4 while they were read")
  }

  @Test(arguments: 1...7)
  func pagesByNumberGiveEveryRowOnce(_ size: Int) throws {
    let people = try PagedPeople("json-server", pageSize: size) { request in
      let first = (Self.page(request, "_page=") - 1) * size
      let ids = first < 17 ? Array(first + 1...min(first + size, 17)) : []
      return .init(body: "[\(ids.map(PagedPeople.row).joined(separator: ","))]")
    }

    #expect(try people.names() == (1...17).map { "P\($0)" })
  }

  @Test func offsetsGoOnBehindTheRowsThatCame() throws {
    let people = try PagedPeople("postgrest", pageSize: 10) { request in
      // The service gives less than it is asked for.
      let first = Self.page(request, "offset=", default: 0)
      let ids = first < 7 ? Array(first + 1...min(first + 3, 7)) : []
      return .init(
        headers: ["Content-Range": "\(first)-\(first + ids.count - 1)/7"],
        body: "[\(ids.map(PagedPeople.row).joined(separator: ","))]")
    }

    #expect(try people.names() == (1...7).map { "P\($0)" })
    #expect(people.transport.requests.count(where: { $0.url.path == "/api/people" }) == 3)
  }

  @Test func aLinkInAHeaderIsReadByItsBrackets() {
    let header =
      #"<http://h/?filter=[{"name":"age","op":"gt"}],x>; rel="first", <http://h/?page=2,3>; rel="next""#

    #expect(LinkHeader.next(in: [header]) == "http://h/?page=2,3")
    #expect(LinkHeader.next(in: ["<a>; rel=prev", "<b>; title=\"x\"; rel=\"last next\""]) == "b")
    #expect(LinkHeader.next(in: ["<a>; rel=\"prev\"", "<broken"]) == nil)
  }

  @Test(
    arguments: [
      ("<html>Not Found</html>", "it is no JSON"), (#"{"results": 5}"#, "no rows"),
      (#"{"results": [{"id":1,"id":2}]}"#, "twice"), (#"{"results": [{"name":"x"}]}"#, "no key"),
    ])
  func aReplyThatIsNotAsTheDialectSaysIsCorrupt(_ body: String, _ reason: String) throws {
    let people = try PagedPeople("drf") { _ in .init(body: body) }

    let error = try #require(throws: PersistenceError.self, "\(reason)") { try people.names() }

    #expect(error.code == .corrupt)
  }

  private func failure(_ people: PagedPeople) throws -> String? {
    let error = try #require(throws: PersistenceError.self) { try people.names() }
    #expect(error.code == .incomplete)
    return error.detail
  }
}
