/// A request to a service.
public struct HTTPRequest: Hashable, Sendable {
  public var method: HTTPMethod
  public var url: HTTPURL

  /// In the order sent; `Content-Length`, `Host` and `Accept-Encoding` are the transport's.
  public var headers: HTTPHeaders

  /// `nil` sends no body, empty bytes one of length 0.
  public var body: [UInt8]?

  /// How safely it may be sent again.
  public var repetition: Repetition

  /// Whether the service may redirect it.
  ///
  /// A write is then sent again, with method and body, after 307 and 308 that
  /// lead to its own origin, and never after 301, 302 and 303.
  public var followsRedirects: Bool

  /// The bodies of request and reply are shown to nobody, as those of a log-in.
  public var hidesBodies: Bool

  /// The longest time that the whole may take, with every repetition; `nil`: as the transport is set.
  public var timeout: Duration?

  /// When a transport began to send it that sends over another; it is stopped where that one is.
  package var beginning: Interruption.Mark?

  /// Makes a request; where nothing is said, reads are repeated and follow redirects, and writes are
  /// repeated as their method and an `If-Match` or `If-None-Match` allow.
  public init(
    _ method: HTTPMethod, _ url: HTTPURL, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
    repetition: Repetition? = nil, followsRedirects: Bool? = nil, hidesBodies: Bool = false,
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.repetition = repetition ?? Repetition(of: method, headers)
    self.followsRedirects = followsRedirects ?? method.isSafe
    self.hidesBodies = hidesBodies
    self.timeout = timeout
  }
}

extension HTTPRequest {
  /// How safely a request may be sent again when its reply is lost or tells of a passing fault.
  public enum Repetition: Hashable, Sendable {
    /// It changes nothing, or done twice leaves what done once does: GET, a whole PUT, DELETE.
    case safe

    /// It carries a condition, an identifier or a key by which the service does it once only: PATCH with
    /// If-Match, PUT with If-None-Match, a create with an identifier of ours.
    ///
    /// It is sent again; after a lost reply a refusal may be of what the first try did, so look at
    /// ``HTTPResponse/mayHaveBeenDoneBefore``.
    case conditional

    /// It is sent again only where the service surely did nothing: it was not reached, or answered 429, or
    /// 503 with Retry-After.
    case ifNeverDone

    /// It is sent once, whatever happens.
    case never

    init(of method: HTTPMethod, _ headers: HTTPHeaders) {
      let hasCondition = headers["If-Match"] != nil || headers["If-None-Match"] != nil
      if !method.isSafe, hasCondition {
        self = .conditional
      } else {
        self = method.isSafe || method == .put || method == .delete ? .safe : .ifNeverDone
      }
    }
  }
}
