/// How often, how soon and after what a request is sent again.
public struct RetryPolicy: Hashable, Sendable {
  /// The most times that one request is sent.
  public var tries: Int

  /// The longest pause before the first repetition; it doubles with each.
  public var base: Duration

  /// The longest pause, unless the service asks for more.
  public var longestPause: Duration

  /// The most redirects that a request follows.
  public var redirects: Int

  public init(
    tries: Int = 4, base: Duration = .milliseconds(300), longestPause: Duration = .seconds(20),
    redirects: Int = 5
  ) {
    self.tries = tries
    self.base = base
    self.longestPause = longestPause
    self.redirects = redirects
  }

  /// The pause after some tries, with full jitter: anything up to the longest, and the service's minimum on top.
  func pause(afterTries tries: Int, minimum: Duration, fraction: Double) -> Duration {
    let doublings = min(max(tries - 1, 0), 20)
    return minimum + min(longestPause, base * (1 << doublings)) * fraction
  }
}

extension HTTPRequest {
  /// It may be sent again after a failure.
  func mayBeRepeated(after error: HTTPError) -> Bool {
    let passing: Set<HTTPError.Code> = [.unreachable, .connectTimeout, .connectionLost, .truncated]
    guard passing.contains(error.code) else { return false }
    return switch repetition {
    case .safe, .conditional: true
    case .ifNeverDone: error.delivery == .notSent
    case .never: false
    }
  }

  /// It may be sent again after a reply that tells of a passing fault.
  func mayBeRepeated(after response: HTTPResponse) -> Bool {
    switch repetition {
    case .safe, .conditional: [408, 425, 429, 502, 503, 504].contains(response.status)
    case .ifNeverDone:
      [425, 429].contains(response.status)
        || response.status == 503 && response.headers["Retry-After"] != nil
    case .never: false
    }
  }
}
