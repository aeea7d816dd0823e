import Glibc
import LarderTestSupport
import Synchronization

/// A service of notes that takes clients' keys, and holds back the reply to a request of a test's choice.
///
/// Its dialect is a description of the user's: see ``dialect``.
final class HoldingService: Sendable {
  private let server: HostileServer
  private let state: State

  /// A description for `--dialect`.
  static let dialect = #"""
    {
      "name": "notes",
      "writing": {"keys": "put", "keyPattern": "[a-z0-9]{15}", "concurrency": "none"}
    }
    """#

  private final class State: Sendable {
    let rows = Mutex<[String: String]>([:])
    let held = Mutex<(@Sendable (ReceivedRequest) -> Bool)?>(nil)
    let arrivals: (reading: Int32, writing: Int32)

    init(_ arrivals: (reading: Int32, writing: Int32)) { self.arrivals = arrivals }

    deinit {
      close(arrivals.reading)
      close(arrivals.writing)
    }
  }

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let state = State((ends[0], ends[1]))
    self.state = state
    server = try HostileServer { connection in
      while let request = connection.nextRequest() {
        if state.held.withLock({ $0?(request) ?? false }) {
          var byte: UInt8 = 1
          _ = write(state.arrivals.writing, &byte, 1)
          connection.fallSilent()
          return
        }
        guard connection.send(Self.reply(to: request, state)) else { return }
      }
    }
  }

  struct Failure: Error { var code: Int32 }

  var address: String { "rest+\(server.url)/" }

  /// What was asked, as `PUT /notes/a`.
  var targets: [String] { server.requests.map { "\($0.method) \($0.target)" } }

  /// The notes by their keys.
  var rows: [String: String] { state.rows.withLock { $0 } }

  func put(_ text: String, _ key: String) {
    state.rows.withLock { $0[key] = #"{"id":"\#(key)","text":"\#(text)"}"# }
  }

  /// From now on the replies to some requests are held back for ever; with `nil` to none.
  func hold(_ isHeld: (@Sendable (ReceivedRequest) -> Bool)?) {
    state.held.withLock { $0 = isHeld }
  }

  /// Waits until a request came whose reply is held back; false where none does.
  func waitForHeldRequest() -> Bool {
    var source = pollfd(fd: state.arrivals.reading, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, 20_000) > 0 else { return false }
    var byte: UInt8 = 0
    return read(state.arrivals.reading, &byte, 1) == 1
  }

  private static func reply(to request: ReceivedRequest, _ state: State) -> String {
    let path = request.target.prefix { $0 != "?" }.split(separator: "/")
    let key = path.count > 1 ? String(path[1]) : nil
    return state.rows.withLock { rows in
      switch (request.method, key) {
      case ("GET", nil):
        let all = rows.sorted { $0.key < $1.key }.map(\.value)
        return HTTPText.reply(200, "[\(all.joined(separator: ","))]")
      case ("GET", let key?):
        return rows[key].map { HTTPText.reply(200, $0) } ?? HTTPText.reply(404)
      case ("PUT", let key?):
        if rows[key] != nil { return HTTPText.reply(412) }
        let body = String(decoding: request.body, as: UTF8.self)
        rows[key] = #"{"id":"\#(key)","# + body.drop { $0 == "{" }
        return HTTPText.reply(201, rows[key] ?? "")
      default: return HTTPText.reply(405)
      }
    }
  }
}
