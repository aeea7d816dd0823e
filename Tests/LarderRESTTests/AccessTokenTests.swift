import FoundationEssentials
import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Synchronization
import Testing

@testable import LarderREST

/// A log-in's token is replaced when it no longer holds, and what was refused is asked again once.
@Suite struct AccessTokenTests {
  /// A PocketBase whose token holds until it is revoked.
  private final class Service: Sendable {
    private struct State {
      var token = 1
      var isClosed = false
    }

    private let state = Mutex(State())
    let refusal: Int

    init(refusal: Int) { self.refusal = refusal }

    func revoke() { state.withLock { $0.token += 1 } }
    func close() { state.withLock { $0.isClosed = true } }

    func answer(_ request: HTTPRequest) -> ScriptedTransport.Reply? {
      let (token, isClosed) = state.withLock { ($0.token, $0.isClosed) }
      if request.url.path.hasSuffix("auth-with-password") {
        return isClosed
          ? .init(status: 400, body: #"{"message":"Failed to authenticate."}"#)
          : .init(body: "{\"token\":\"t\(token)\"}")
      }
      guard request.headers["Authorization"] == "t\(token)" else { return .init(status: refusal) }
      return request.method == .get
        ? .init(body: #"{"items":[],"totalItems":0}"#)
        : .init(body: #"{"id":"abcdefghijklmno","name":"Ada"}"#)
    }
  }

  private func open(_ transport: ScriptedTransport) throws -> RESTStore {
    let base = try HTTPURL("http://h.example/")
    let text = Dialect.pocketBaseText.replacing("\"batch\": \"pocketbase\",", with: "")
    return try RESTStore(
      base: base, dialect: Dialect(json: Array(text.utf8)), transport: transport,
      options: .init(
        schema: SaveFixture.schema,
        credentials: Credentials(.basic(user: "u", password: "p"), for: base.origin)))
  }

  private func signIns(_ transport: ScriptedTransport) -> Int {
    transport.targets.count { $0.hasSuffix("auth-with-password") }
  }

  @Test(arguments: [401, 403])
  func aTokenThatNoLongerHoldsIsReplacedOnAFetch(_ refusal: Int) throws {
    let service = Service(refusal: refusal)
    let transport = ScriptedTransport(service.answer)
    let store = try open(transport)
    service.revoke()

    let found = try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)

    #expect(found.isEmpty && signIns(transport) == 2)
    #expect(transport.targets.count { $0.contains("/people/records") } == 2)
  }

  @Test func aTokenIsReplacedAsOftenAsItIsRevoked() throws {
    let service = Service(refusal: 403)
    let transport = ScriptedTransport(service.answer)
    let store = try open(transport)

    for _ in 0..<3 {
      service.revoke()
      _ = try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)
    }

    #expect(signIns(transport) == 4)
  }

  @Test func aTokenThatNoLongerHoldsIsReplacedOnASave() throws {
    let service = Service(refusal: 401)
    let transport = ScriptedTransport(service.answer)
    let context = EntityContext()
    try context.attach(open(transport), as: "main")
    try context.perform(
      .insert("people", [.init(AttributePath("name"), .value(.text("Ada")))]), in: "main")
    service.revoke()

    try context.save()

    #expect(signIns(transport) == 2)
    #expect(transport.requests.count { $0.url.path.hasSuffix("/people/records") } == 2)
  }

  @Test func aSecondRefusalIsAnError() throws {
    let transport = ScriptedTransport { request in
      if request.url.path.hasSuffix("auth-with-password") { return .init(body: #"{"token":"t"}"#) }
      return request.url.path.hasSuffix("/records")
        ? .init(status: 401) : .init(body: #"{"items":[]}"#)
    }
    let store = try open(transport)

    let error = #expect(throws: PersistenceError.self) {
      try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)
    }

    #expect(error?.code == .unavailable)
    #expect(signIns(transport) == 2)
    #expect(transport.targets.count { $0.contains("/people/records") } == 2)
  }

  @Test func whatTheOwnerMayNotDoIsNotAskedTwiceEachTime() throws {
    let transport = ScriptedTransport { request in
      if request.url.path.hasSuffix("auth-with-password") { return .init(body: #"{"token":"t"}"#) }
      return request.url.path.hasSuffix("/records")
        ? .init(status: 403) : .init(body: #"{"items":[]}"#)
    }
    let store = try open(transport)

    for _ in 0..<3 {
      #expect(throws: PersistenceError.self) {
        try store.fetch(EntityFetchDescriptor(entity: "people"), environment: .standard)
      }
    }

    #expect(signIns(transport) == 2)
    #expect(transport.targets.count { $0.contains("/people/records") } == 4)
  }

  @Test func aLogInThatFailsIsNoFaultOfTheConditions() throws {
    let service = Service(refusal: 401)
    let transport = ScriptedTransport(service.answer)
    let store = try open(transport)
    service.revoke()
    service.close()
    let condition = EntityPredicate.comparison(
      .equal, RESTFixtures.path("name"), .value(.text("x")))

    let error = #expect(throws: PersistenceError.self) {
      try store.fetch(
        EntityFetchDescriptor(entity: "people", predicate: condition), environment: .standard)
    }

    #expect(error?.code == .unavailable)
    #expect(error?.detail?.hasPrefix("the log-in failed: ") == true)
    #expect(error?.detail?.contains("Failed to authenticate.") == true)
    #expect(store.memory.notes.isEmpty)
  }

  private func token(_ claims: String) -> String {
    let text = Data(claims.utf8).base64EncodedString().replacing("=", with: "")
      .replacing("+", with: "-").replacing("/", with: "_")
    return "e30.\(text).c2ln"
  }

  @Test(arguments: [
    (#"{"exp":4600}"#, true), (#"{"exp":1061}"#, true), (#"{"exp":1060}"#, false),
    (#"{"exp":900}"#, false), (#"{"exp":1e300}"#, false), (#"{"exp":"4600"}"#, false),
    ("{}", false),
    ("[]", false), ("no", false), ("", false),
  ])
  func aTokenIsTakenAtItsWordWhereItsEndIsAhead(_ claims: String, _ hasRenewal: Bool) {
    let token = AccessToken(
      token(claims), header: HTTPHeader("Authorization", "x"),
      at: Date(timeIntervalSince1970: 1_000))

    #expect((token.renewal != nil) == hasRenewal)
  }

  @Test(arguments: ["", "abc", "a.b", "a.b.c.d", "e30.%%%.x", "..", "e30.e30.e30"])
  func aTextThatIsNoTokenOfThatFormHasNoEnd(_ text: String) {
    let token = AccessToken(
      text, header: HTTPHeader("Authorization", "x"))

    #expect(token.renewal == nil)
  }
}
