import HTTPTransport
import Synchronization

/// Answers requests out of a function, and keeps what was asked.
final class ScriptedTransport: HTTPTransport {
  struct Reply: Sendable {
    var status = 200
    var headers: HTTPHeaders = [:]
    var body = ""
  }

  private let answer: @Sendable (HTTPRequest) -> Reply?
  private let log = Mutex<[HTTPRequest]>([])

  /// `answer` gives `nil` for what the script does not know, which is a 404.
  init(_ answer: @escaping @Sendable (HTTPRequest) -> Reply?) { self.answer = answer }

  var requests: [HTTPRequest] { log.withLock { $0 } }

  /// The paths and queries that were asked, decoded.
  var targets: [String] { requests.map { $0.url.target } }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    log.withLock { $0.append(request) }
    let reply = answer(request) ?? Reply(status: 404)
    return HTTPResponse(
      status: reply.status, headers: reply.headers, body: Array(reply.body.utf8), url: request.url)
  }

  func interrupt() {}
}
