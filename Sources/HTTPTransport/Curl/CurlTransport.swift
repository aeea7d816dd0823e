import Glibc
import Synchronization

/// A transport over libcurl, which is opened at the first request.
///
/// It sends each request once. Connections are kept and used again. It does not repeat, nor follow redirects: that is ``CarefulTransport``'s.
public final class CurlTransport: HTTPTransport {
  public let settings: HTTPSettings
  private let interruption = Interruption()
  private let lanes = Mutex(Lanes())

  private struct Lanes {
    var idle: [CurlLane] = []
    var busy: [ObjectIdentifier: CurlLane] = [:]
  }

  public init(_ settings: HTTPSettings = HTTPSettings()) { self.settings = settings }

  public func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let mark = interruption.mark
    let start = ContinuousClock.now
    let whole = request.timeout ?? settings.timeouts.whole
    let library = try CurlLibrary.shared.get()
    let lane = try takeLane(library, for: request, mark: mark, until: start + whole)
    defer { giveBack(lane) }
    return try lane.perform(request, settings, whole: whole - start.duration(to: .now)) {
      mark.isPast || request.beginning?.isPast == true
    }
  }

  /// Something is being sent.
  package var isSending: Bool { lanes.withLock { !$0.busy.isEmpty } }

  public func interrupt() {
    interruption.interrupt()
    lanes.withLock { for lane in $0.busy.values { lane.wake() } }
  }
}

extension CurlTransport {
  private func takeLane(
    _ library: CurlLibrary, for request: HTTPRequest, mark: Interruption.Mark,
    until deadline: ContinuousClock.Instant
  ) throws(HTTPError) -> CurlLane {
    while true {
      if let lane = freeLane(library) { return lane }
      let code: HTTPError.Code? =
        mark.isPast
        ? .cancelled : ContinuousClock.now >= deadline ? .deadline : nil
      if let code { throw HTTPError(code, method: request.method, url: request.url) }
      _ = poll(nil, 0, 5)
    }
  }

  /// `nil` while as many are in use as may be.
  private func freeLane(_ library: CurlLibrary) -> CurlLane? {
    lanes.withLock { lanes in
      guard lanes.busy.count < max(1, settings.mostConnections),
        let lane = lanes.idle.popLast() ?? CurlLane(library)
      else { return nil }
      lanes.busy[ObjectIdentifier(lane)] = lane
      return lane
    }
  }

  private func giveBack(_ lane: CurlLane) {
    lanes.withLock {
      $0.busy[ObjectIdentifier(lane)] = nil
      $0.idle.append(lane)
    }
  }
}
