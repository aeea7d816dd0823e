/// One try of a request and what came of it, for a trace.
public struct HTTPExchange: Sendable {
  public let request: HTTPRequest
  public let outcome: Result<HTTPResponse, HTTPError>

  /// From 1.
  public let tryNumber: Int

  /// Of this try alone.
  public let duration: Duration

  public init(
    request: HTTPRequest, outcome: Result<HTTPResponse, HTTPError>, tryNumber: Int,
    duration: Duration
  ) {
    self.request = request
    self.outcome = outcome
    self.tryNumber = tryNumber
    self.duration = duration
  }
}

/// Hears of every try, on the thread that made it.
public typealias HTTPTraceListener = @Sendable (HTTPExchange) -> Void
