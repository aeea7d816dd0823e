import HTTPTransport
import LarderTestSupport

extension CurlTransport {
  /// A transport with times in milliseconds; what a test does not wait for is long enough for a busy machine.
  static func quick(
    connect: Int = 10_000, idle: Int = 10_000, whole: Int = 20_000,
    limits: HTTPLimits = HTTPLimits(),
    security: HTTPSecurity = HTTPSecurity()
  ) -> CurlTransport {
    var settings = HTTPSettings()
    settings.timeouts = HTTPTimeouts(
      connect: .milliseconds(connect), idle: .milliseconds(idle), whole: .milliseconds(whole))
    settings.limits = limits
    settings.security = security
    return CurlTransport(settings)
  }

  /// The reply to a GET.
  func get(_ url: String) throws -> HTTPResponse {
    try send(HTTPRequest(.get, try HTTPURL(url)))
  }
}

extension HTTPResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPError {
  /// The summary, and how far the request came.
  var outcome: String { "\(summary) [\(delivery)]" }
}
