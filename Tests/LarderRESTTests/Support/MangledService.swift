import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Synchronization

@testable import LarderREST

/// A context over a service on a loopback port whose replies can be made useless.
struct MangledService: SavingFixture {
  let service: FakeService
  let server: HostileServer
  let store: RESTStore
  let context = EntityContext()
  private let fault: Fault

  /// Which replies suffer, and how.
  struct Setting: Sendable {
    var mangling: Mangling?
    var methods: Set<String> = []

    /// The service does what it is asked all the same.
    var isDone = true
  }

  private final class Fault: Sendable {
    let setting = Mutex(Setting())
  }

  init(_ kind: FakeService.Kind) throws {
    let service = FakeService(kind)
    let fault = Fault()
    server = try HostileServer { connection in
      while let received = connection.nextRequest() {
        guard Self.answer(received, service, fault.setting.withLock { $0 }, connection) else {
          return
        }
      }
    }
    var settings = HTTPSettings()
    settings.limits = HTTPLimits(headers: 20_000, body: 100_000)
    let transport = CarefulTransport(
      over: CurlTransport(settings), policy: RetryPolicy(tries: 2, base: .zero))
    store = try RESTStore(
      base: HTTPURL(server.url), dialect: RESTFixtures.dialect(kind.rawValue),
      transport: transport, options: .init(schema: SaveFixture.schema))
    try context.attach(store, as: "main")
    self.service = service
    self.fault = fault
  }

  /// Answers a request; false where the connection is to end.
  private static func answer(
    _ received: ReceivedRequest, _ service: FakeService, _ setting: Setting,
    _ connection: HostileConnection
  ) -> Bool {
    guard let url = try? HTTPURL("http://h" + received.target) else { return false }
    var request = HTTPRequest(HTTPMethod(rawValue: received.method), url, body: received.body)
    for name in ["If-Match", "If-None-Match"] { request.headers[name] = received[name] }
    let mangling = setting.methods.contains(received.method) ? setting.mangling : nil
    guard mangling == nil || setting.isDone || received.method == "GET" else {
      mangling?.send(200, Array("{}".utf8), on: connection)
      return false
    }
    guard let response = try? service.send(request) else { return false }
    if let mangling {
      mangling.send(response.status, response.body, on: connection)
      return mangling.isHarmless
    }
    let headers = response.headers.fields.map { "\($0.name): \($0.value)" }
    return connection.send(
      HTTPText.reply(
        response.status, headers: headers, String(decoding: response.body, as: UTF8.self)))
  }

  /// From now on the replies to some methods are mangled; to none, with `nil`.
  func mangle(_ mangling: Mangling?, _ methods: Set<String>, isDone: Bool = true) {
    fault.setting.withLock { $0 = Setting(mangling: mangling, methods: methods, isDone: isDone) }
  }

  /// An error's text with the service's address left out.
  func text(_ error: PersistenceError?) -> String? {
    error.map { "\($0.code.rawValue): \($0.detail ?? "")".replacing(server.url, with: "") }
  }
}
