/// What kept a service's reply away, or made it useless.
///
/// Match on ``code``, which is stable. The text of `description` is for people and may change; it holds no secrets.
public struct HTTPError: Error, Hashable, Sendable {
  public let code: Code

  /// Whether the service may have done what was asked.
  public var delivery: Delivery

  /// `nil` where no request was made yet.
  public let method: HTTPMethod?

  /// `nil` where the URL itself is at fault.
  public let url: HTTPURL?

  /// The status of the reply, where one had begun.
  public let status: Int?

  /// Where a refused redirect leads, as the service wrote it.
  public let location: String?

  /// What a person needs besides, without a final full stop.
  public let detail: String?

  /// How often the request was sent.
  public var tries: Int

  /// From the first try to the failure.
  public var duration: Duration

  public init(
    _ code: Code, delivery: Delivery = .notSent, method: HTTPMethod? = nil, url: HTTPURL? = nil,
    status: Int? = nil, location: String? = nil, detail: String? = nil, tries: Int = 0,
    duration: Duration = .zero
  ) {
    self.code = code
    self.delivery = delivery
    self.method = method
    self.url = url
    self.status = status
    self.location = location
    self.detail = detail
    self.tries = tries
    self.duration = duration
  }

  /// How far a request came.
  public enum Delivery: Hashable, Sendable {
    /// The service surely did nothing.
    case notSent

    /// The request, or a part of it, was sent and no reply came: it may have been done.
    case unknown

    /// A reply began: ``HTTPError/status`` tells whether it was done, what else it said is lost.
    case answered
  }
}

extension HTTPError {
  /// An open set of failure kinds: a new code is not a breaking change.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Lets a `catch` clause name the code: `catch HTTPError.Code.unreachable`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? HTTPError)?.code == code
    }
  }
}

extension HTTPError.Code {
  /// libcurl is missing or too old.
  public static let libraryMissing = Self(rawValue: "http.library-missing")
  public static let invalidURL = Self(rawValue: "http.invalid-url")
  /// A method or header that cannot be sent.
  public static let invalidRequest = Self(rawValue: "http.invalid-request")
  /// The host has no address, or nothing listens there.
  public static let unreachable = Self(rawValue: "http.unreachable")
  /// No connection, or no secure one, within the time for it.
  public static let connectTimeout = Self(rawValue: "http.connect-timeout")
  /// No byte either way for too long.
  public static let idleTimeout = Self(rawValue: "http.idle-timeout")
  /// The time for the whole is over.
  public static let deadline = Self(rawValue: "http.deadline")
  /// The connection broke before a reply began.
  public static let connectionLost = Self(rawValue: "http.connection-lost")
  /// The reply's body ended too early.
  public static let truncated = Self(rawValue: "http.truncated")
  /// The reply is not as the protocol asks.
  public static let malformed = Self(rawValue: "http.malformed")
  /// The reply is larger than allowed, decompressed or not.
  public static let tooLarge = Self(rawValue: "http.too-large")
  /// No secure connection: a certificate that is not trusted, a protocol too old.
  public static let insecure = Self(rawValue: "http.insecure")
  /// The service answers from elsewhere, and the request may not simply go there.
  public static let redirectRefused = Self(rawValue: "http.redirect-refused")
  /// The service asks for a longer pause than there is time.
  public static let pauseTooLong = Self(rawValue: "http.pause-too-long")
  /// It was stopped from outside.
  public static let cancelled = Self(rawValue: "http.cancelled")
  /// libcurl reported something else.
  public static let failed = Self(rawValue: "http.failed")
}
