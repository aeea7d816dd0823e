import HTTPTransport
import Synchronization

/// Outcomes in order, for what no server can be made to do on demand; the last is repeated.
final class ScriptedTransport: HTTPTransport {
  private let outcomes: [Outcome]
  private let sent = Mutex<[HTTPRequest]>([])

  enum Outcome: Sendable {
    case reply(Int, HTTPHeaders = [:])
    case failure(HTTPError.Code, HTTPError.Delivery)
  }

  init(_ outcomes: [Outcome]) { self.outcomes = outcomes }

  var requests: [HTTPRequest] { sent.withLock(\.self) }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let index = sent.withLock { sent in
      sent.append(request)
      return min(sent.count, outcomes.count) - 1
    }
    switch outcomes[index] {
    case .reply(let status, let headers):
      return HTTPResponse(status: status, headers: headers, url: request.url)
    case .failure(let code, let delivery):
      throw HTTPError(
        code, delivery: delivery, method: request.method, url: request.url, tries: 1)
    }
  }

  func interrupt() {}
}

/// A clock that only waiting moves, and that notes the waits.
final class ScriptedClock: Sendable {
  private let state = Mutex((now: Duration.zero, waits: [Duration]()))

  var waits: [Duration] { state.withLock(\.waits) }

  /// The pace with this clock, the date 1000 s after 1970 at its start, and always the same chance.
  func pace(fraction: Double = 0.5) -> Pace {
    Pace(
      now: { self.state.withLock(\.now) },
      date: { 1000 + self.state.withLock(\.now).components.seconds },
      fraction: { fraction },
      wait: { duration, _ in
        self.state.withLock { state in
          state.waits.append(duration)
          state.now += duration
        }
      })
  }
}
