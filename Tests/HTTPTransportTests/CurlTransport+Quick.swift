import HTTPTransport
import LarderTestSupport

extension CurlTransport {
  /// A transport that waits no longer than tests can.
  static func quick(
    connect: Int = 300, idle: Int = 300, whole: Int = 3000, limits: HTTPLimits = HTTPLimits(),
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
