import Synchronization

/// Sends over another transport with care: credentials, repetitions, pauses, redirects, a trace.
///
/// * Credentials go to their own origin only.
/// * A request is sent again as its ``HTTPRequest/repetition`` allows, after growing pauses with jitter, while
///   there is time and the budget lasts. `Retry-After` and `Backoff` are kept to.
/// * Reads follow redirects, never from a secure to an open connection, and without secrets to another
///   origin. What a redirect would do to a write is ``HTTPError/Code/redirectRefused``.
public final class CarefulTransport<Base: HTTPTransport>: HTTPTransport {
  let base: Base
  let policy: RetryPolicy
  let pace: Pace
  private let credentials: [Credentials]
  private let timeout: Duration
  private let interruption = Interruption()
  private let state = Mutex(State())

  private struct State {
    var budget = RetryBudget()
    var pauseEnds: [HTTPOrigin: Duration] = [:]
    var listener: HTTPTraceListener?
  }

  /// Makes a transport over another; the timeout is for the whole of each request that sets none.
  public init(
    over base: Base, credentials: [Credentials] = [], policy: RetryPolicy = RetryPolicy(),
    timeout: Duration = HTTPTimeouts().whole, pace: Pace = .system
  ) {
    self.base = base
    self.credentials = credentials
    self.policy = policy
    self.timeout = timeout
    self.pace = pace
  }

  /// Sets who hears of every try; `nil`: nobody, as at first.
  public func setListener(_ listener: HTTPTraceListener?) {
    state.withLock { $0.listener = listener }
  }

  public func interrupt() {
    interruption.interrupt()
    base.interrupt()
  }

  public func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let start = pace.now()
    var call = Call(
      start: start, deadline: start + (request.timeout ?? timeout), mark: interruption.mark)
    var request = request
    var redirects = 0
    while true {
      for credential in credentials { credential.apply(to: &request) }
      let response = try repeating(request, &call)
      guard let next = try redirected(request, by: response, after: redirects) else {
        return response
      }
      request = next
      redirects += 1
    }
  }

  /// One call of ``send(_:)``, over all its tries.
  struct Call {
    let start: Duration
    let deadline: Duration
    let mark: Interruption.Mark
    var tries = 0
    var mayHaveBeenDone = false
  }
}

extension CarefulTransport {
  /// Sends a request until a reply is worth returning, or nothing more can be done.
  private func repeating(
    _ request: HTTPRequest, _ call: inout Call
  ) throws(HTTPError) -> HTTPResponse {
    while true {
      try waitAsAsked(request, call)
      let outcome = sendOnce(request, &call)
      let pause = pauseBeforeRepeating(request, after: outcome, call)
      if let pause {
        pace.wait(pause) { call.mark.isPast }
        if !call.mark.isPast {
          noteDoubt(of: outcome, in: &call)
          continue
        }
        throw failure(.cancelled, request, call, after: outcome)
      }
      return try result(of: outcome, call)
    }
  }

  private func sendOnce(
    _ request: HTTPRequest, _ call: inout Call
  ) -> Result<HTTPResponse, HTTPError> {
    call.tries += 1
    let begin = pace.now()
    var once = request
    once.timeout = max(call.deadline - begin, .zero)
    once.beginning = call.mark
    let outcome = Result { () throws(HTTPError) in try base.send(once) }
    let end = pace.now()
    let listener = state.withLock { state in
      if case .success(let response) = outcome {
        if !request.mayBeRepeated(after: response) { state.budget.earn() }
        noteBackoff(response, of: request.url.origin, at: end, in: &state)
      }
      return state.listener
    }
    listener?(
      HTTPExchange(
        request: request, outcome: outcome, tryNumber: call.tries, duration: end - begin))
    return outcome
  }

  /// The outcome as the caller sees it: with every try counted, and every doubt.
  private func result(
    of outcome: Result<HTTPResponse, HTTPError>, _ call: Call
  ) throws(HTTPError) -> HTTPResponse {
    switch outcome {
    case .success(var response):
      response.tries = call.tries
      response.duration = pace.now() - call.start
      response.mayHaveBeenDoneBefore = call.mayHaveBeenDone
      return response
    case .failure(var error):
      error.tries = call.tries
      error.duration = pace.now() - call.start
      let isDone = error.delivery == .answered && (200...299).contains(error.status ?? 0)
      if call.mayHaveBeenDone, !isDone { error.delivery = .unknown }
      throw error
    }
  }

  private func failure(
    _ code: HTTPError.Code, _ request: HTTPRequest, _ call: Call,
    after outcome: Result<HTTPResponse, HTTPError>? = nil, detail: String? = nil
  ) -> HTTPError {
    var call = call
    if let outcome { noteDoubt(of: outcome, in: &call) }
    return HTTPError(
      code, delivery: call.mayHaveBeenDone ? .unknown : .notSent, method: request.method,
      url: request.url, detail: detail, tries: call.tries, duration: pace.now() - call.start)
  }
}

// Pauses: those between tries, and those that the service asks for.
extension CarefulTransport {
  /// How long to wait before the next try; `nil` where there is none.
  private func pauseBeforeRepeating(
    _ request: HTTPRequest, after outcome: Result<HTTPResponse, HTTPError>, _ call: Call
  ) -> Duration? {
    guard call.tries < policy.tries else { return nil }
    var minimum = Duration.zero
    switch outcome {
    case .success(let response):
      guard request.mayBeRepeated(after: response) else { return nil }
      let asked = response.headers["Retry-After"]
      minimum = asked.flatMap { ServicePause.reading($0, now: pace.date()) } ?? .zero
    case .failure(let error): guard request.mayBeRepeated(after: error) else { return nil }
    }
    let pause = policy.pause(
      afterTries: call.tries, minimum: minimum, fraction: pace.fraction())
    guard pace.now() + pause < call.deadline else { return nil }
    return state.withLock { $0.budget.spend() } ? pause : nil
  }

  private func noteDoubt(of outcome: Result<HTTPResponse, HTTPError>, in call: inout Call) {
    switch outcome {
    case .success(let response): if response.leavesDoubt { call.mayHaveBeenDone = true }
    case .failure(let error): if error.delivery != .notSent { call.mayHaveBeenDone = true }
    }
  }

  private func noteBackoff(
    _ response: HTTPResponse, of origin: HTTPOrigin, at now: Duration, in state: inout State
  ) {
    guard let text = response.headers["Backoff"],
      let pause = ServicePause.reading(text, now: pace.date()), pause > .zero
    else { return }
    state.pauseEnds[origin] = now + min(pause, policy.longestPause)
  }

  /// Waits as long as the service's last `Backoff` asked for.
  private func waitAsAsked(_ request: HTTPRequest, _ call: Call) throws(HTTPError) {
    let end = state.withLock { $0.pauseEnds[request.url.origin] } ?? .zero
    let rest = end - pace.now()
    if rest > .zero {
      guard end < call.deadline else {
        throw failure(.pauseTooLong, request, call, detail: "\(rest.wholeSeconds) s more")
      }
      pace.wait(rest) { call.mark.isPast }
    }
    if call.mark.isPast { throw failure(.cancelled, request, call) }
  }
}

extension Duration {
  /// In seconds, rounded up.
  fileprivate var wholeSeconds: Int64 {
    let (seconds, attoseconds) = components
    return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
  }
}
