import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// Callers that are refused and requests that are led elsewhere: an error at once, and no secret lost.
@Suite struct RefusedCallerTests {
  private static let secret = "geheim-4711"

  private static func credentials(_ url: String) throws -> [Credentials] {
    [Credentials(.basic(user: "anna", password: secret), for: try HTTPURL(url).origin)]
  }

  private static func context(
    _ url: String, _ dialect: String, credentials: [Credentials] = []
  ) throws -> (store: RESTStore, context: EntityContext) {
    let store = try RESTStore(
      base: HTTPURL(url), dialect: RESTFixtures.dialect(dialect),
      transport: CarefulTransport(over: CurlTransport(), credentials: credentials),
      options: .init(schema: SaveFixture.schema))
    let context = EntityContext()
    try context.attach(store, as: "main")
    return (store, context)
  }

  private static func insert(into context: EntityContext) throws -> PersistentIdentifier {
    let name = EntityEdit.Assignment(AttributePath("name"), .value(.text("Ada")))
    return try context.perform(.insert("people", [name]), in: "main").inserted[0]
  }

  /// A service that answers every request in one way, but for the list at its root.
  private static func server(
    _ status: Int, _ headers: String..., body: String = ""
  ) throws -> HostileServer {
    try HostileServer { connection in
      while let request = connection.nextRequest() {
        let isRoot = request.target == "/"
        guard
          connection.send(
            isRoot ? HTTPText.reply(200, "{}") : HTTPText.reply(status, headers: headers, body))
        else { return }
      }
    }
  }

  @Test(arguments: [
    "WWW-Authenticate: Basic realm=\"people\"", "WWW-Authenticate: Digest nonce=\"1\"",
    "WWW-Authenticate: Bearer error=\"invalid_token\"", "WWW-Authenticate: Negotiate",
    "X-None: 1",
  ])
  func aChallengeIsAnErrorAtOnce(_ challenge: String) throws {
    let server = try Self.server(401, challenge, body: #"{"detail":"who?"}"#)
    let (store, context) = try Self.context(
      server.url, "drf", credentials: Self.credentials(server.url))

    let error = try #require(throws: PersistenceError.self) {
      try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)
    }
    let ada = try Self.insert(into: context)
    let saveError = try #require(throws: PersistenceError.self) { try context.save() }

    #expect(
      error.detail
        == "the service answered 401 to GET \(server.url)/people/?ordering=id&page_size=100: who?; "
        + "credentials come from --auth-file, the variable LARDER_AUTH or a netrc file")
    #expect(error.code == .unavailable && saveError.code == .unavailable)
    #expect(saveError.failures.map(\.code) == [.notTried])
    #expect(context.changes(in: "main").inserted == [ada])
    // Each was asked once.
    #expect(server.requests.map(\.method) == ["GET", "GET", "POST"])
    #expect(!"\(error)\(saveError)".contains(Self.secret))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aSaveThatIsLedToAnotherPortGoesNowhere(_ status: Int) throws {
    let other = try Self.server(201, body: #"{"id":1,"name":"Ada"}"#)
    let server = try Self.server(status, "Location: \(other.url)/people/")
    let (_, context) = try Self.context(
      server.url, "drf", credentials: Self.credentials(server.url))
    let ada = try Self.insert(into: context)

    let error = try #require(throws: PersistenceError.self) { try context.save() }

    #expect(error.code == .rejected)
    #expect(
      error.detail
        == "the service redirects the write to \(other.url)/people/ (\(status)), and a write is "
        + "not sent elsewhere; 0 of 1 changes were written")
    #expect(other.requests.isEmpty)
    #expect(server.requests.filter { $0.method == "POST" }.count == 1)
    #expect(context.changes(in: "main").inserted == [ada])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aFetchThatIsLedToAnotherPortTakesNoSecretAlong(_ status: Int) throws {
    let other = try Self.server(200, body: #"{"results":[{"id":1,"name":"Ada"}]}"#)
    let server = try Self.server(status, "Location: \(other.url)/people/")
    let (store, _) = try Self.context(
      server.url, "drf", credentials: Self.credentials(server.url))

    let found = try store.fetch(
      EntityFetchDescriptor(entity: "people"), environment: .standard)

    #expect(found.count == 1)
    #expect(server.requests.last?["Authorization"]?.hasPrefix("Basic ") == true)
    #expect(other.requests.count == 1)
    #expect(other.requests.allSatisfy { $0["Authorization"] == nil && $0["Cookie"] == nil })
  }

  @Test(arguments: [307, 308])
  func aWriteIsLedOnWithinItsOrigin(_ status: Int) throws {
    let server = try HostileServer { connection in
      while let request = connection.nextRequest() {
        switch (request.method, request.target) {
        case ("GET", "/"): connection.send(HTTPText.reply(200, "{}"))
        case ("POST", "/people/"):
          connection.send(HTTPText.reply(status, headers: ["Location: /v2/people/"]))
        default: connection.send(HTTPText.reply(201, #"{"id":7,"name":"Ada"}"#))
        }
      }
    }
    let (_, context) = try Self.context(
      server.url, "drf", credentials: Self.credentials(server.url))
    _ = try Self.insert(into: context)

    try context.save()

    let last = try #require(server.requests.last)
    #expect(last.method == "POST" && last.target == "/v2/people/")
    #expect(String(decoding: last.body, as: UTF8.self) == #"{"name":"Ada"}"#)
    #expect(last["Authorization"] != nil)
    #expect(!context.hasChanges)
  }

  @Test func aLoopOfRedirectsEnds() throws {
    let server = try Self.server(302, "Location: /people/?again")
    let (store, _) = try Self.context(server.url, "drf")

    let error = try #require(throws: PersistenceError.self) {
      try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)
    }

    #expect(error.detail?.contains("after 5 others") == true)
    #expect(server.requests.count { $0.target.hasPrefix("/people/") } == 6)
  }
}

/// The same, of real services.
@Suite(.serialized, .enabled(if: RESTServer.areInstalled)) struct LiveRefusalTests {
  private static func store(
    _ url: String, _ dialect: String, password: String? = nil
  ) throws -> RESTStore {
    let base = try HTTPURL(url)
    let credentials = password.map {
      [Credentials(.basic(user: "anna", password: $0), for: base.origin)]
    }
    return try RESTStore(
      base: base, dialect: RESTFixtures.dialect(dialect),
      transport: CarefulTransport(over: CurlTransport(), credentials: credentials ?? []),
      options: .init(schema: SaveFixture.schema, collections: ["people"]))
  }

  /// Sends changes as nobody, after the service was opened as somebody.
  private struct AnonymousWrites: HTTPTransport {
    let base = CurlTransport()

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
      var request = request
      if !request.method.isSafe { request.headers = request.headers.withoutSecrets }
      return try base.send(request)
    }

    func interrupt() { base.interrupt() }
  }

  @Test func kintoAsksWhoIsThereAndIsNotAskedAgain() throws {
    let server = try RESTServer.shared(.kinto)
    let proxy = try LossyProxy(to: server.port) { _ in false }

    let error = try #require(throws: PersistenceError.self) {
      try Self.store(proxy.url + "/v1/buckets/larder/", "kinto")
    }

    #expect(error.code == .unavailable)
    #expect(error.detail?.contains("Please authenticate yourself") == true)
    #expect(proxy.requests.count == 1)
  }

  @Test func kintoRefusesTheChangesOfNobody() throws {
    let server = try RESTServer.shared(.kinto)
    let proxy = try LossyProxy(to: server.port) { _ in false }
    let base = try HTTPURL(proxy.url + "/v1/buckets/larder/")
    let store = try RESTStore(
      base: base, dialect: RESTFixtures.dialect("kinto"),
      transport: CarefulTransport(
        over: AnonymousWrites(),
        credentials: [Credentials(.basic(user: "anna", password: "geheim"), for: base.origin)]),
      options: .init(schema: SaveFixture.schema, collections: ["people"]))
    let context = EntityContext()
    try context.attach(store, as: "main")
    let name = EntityEdit.Assignment(AttributePath("name"), .value(.text("nobody")))
    let made = try context.perform(.insert("people", [name]), in: "main").inserted

    let error = try #require(throws: PersistenceError.self) { try context.save() }

    #expect(error.code == .unavailable)
    #expect(error.failures.map(\.code) == [.notTried])
    #expect(proxy.requests.count { $0.method == "PUT" } == 1)
    #expect(context.changes(in: "main").inserted == made)
  }

  /// Django leads addresses without a slash to those with one, and says so of writes with an error.
  @Test func djangoWithoutItsSlashLosesNoWrite() throws {
    let server = try RESTServer.shared(.drf)
    let proxy = try LossyProxy(to: server.port) { _ in false }
    var text = Dialect.drfText
    text = text.replacing(#""trailingSlash": true"#, with: #""trailingSlash": false"#)
    let store = try RESTStore(
      base: HTTPURL(proxy.url), dialect: Dialect(json: Array(text.utf8)),
      transport: CarefulTransport(over: CurlTransport()),
      options: .init(schema: SaveFixture.schema, collections: ["people"]))
    let context = EntityContext()
    try context.attach(store, as: "main")
    let count = try store.count(EntityFetchDescriptor(entity: "people"))
    let name = EntityEdit.Assignment(AttributePath("name"), .value(.text("slashless")))
    try context.perform(.insert("people", [name]), in: "main")

    let error = try #require(throws: PersistenceError.self) { try context.save() }

    #expect(error.code == .rejected)
    #expect(
      error.detail?.hasPrefix(
        "the service redirects the write to /people/ (301): addresses of this service end with a "
          + "slash, which its dialect must say (`collection.trailingSlash`)") == true)
    #expect(try store.count(EntityFetchDescriptor(entity: "people")) == count)
    #expect(proxy.requests.count { $0.method == "POST" } == 1)
  }

  @Test func aGatewayInFrontKeepsChallengesAndRedirects() throws {
    guard NginxServer.isInstalled else { return }
    let server = try RESTServer.shared(.kinto)
    let gateway = try NginxServer(to: server.port)
    let path = "/up/v1/buckets/larder/"
    let friend = try Self.store(gateway.url + path, "kinto", password: "geheim")
    let descriptor = EntityFetchDescriptor(entity: "people")

    let error = try #require(throws: PersistenceError.self) {
      try Self.store(gateway.url + path, "kinto")
    }
    #expect(error.code == .unavailable)
    #expect(try friend.count(descriptor) >= 57)
  }
}
