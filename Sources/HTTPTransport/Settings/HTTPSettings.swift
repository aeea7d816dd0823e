/// How a transport reaches services, and how much it takes from them.
public struct HTTPSettings: Hashable, Sendable {
  public var timeouts = HTTPTimeouts()
  public var limits = HTTPLimits()
  public var security = HTTPSecurity()
  public var proxy = HTTPProxy.environment

  /// Sent with requests that name no `User-Agent`.
  public var userAgent = "larder"

  /// The most connections in use at one time; who sends more waits.
  public var mostConnections = 6

  public init() {}
}

/// The three times that a request may take.
public struct HTTPTimeouts: Hashable, Sendable {
  /// Until there is a connection, and a secure one where that is asked for.
  public var connect: Duration

  /// Without a byte sent or received.
  public var idle: Duration

  /// The whole, with every repetition, where a request sets none of its own.
  public var whole: Duration

  public init(
    connect: Duration = .seconds(5), idle: Duration = .seconds(30), whole: Duration = .seconds(120)
  ) {
    self.connect = connect
    self.idle = idle
    self.whole = whole
  }
}

/// The most that is taken of a reply, in bytes.
public struct HTTPLimits: Hashable, Sendable {
  /// Of headers, with those of interim replies.
  public var headers: Int

  /// Of a body after decompression.
  public var body: Int

  public init(headers: Int = 256 << 10, body: Int = 128 << 20) {
    self.headers = headers
    self.body = body
  }
}

/// The way to a service; one on this machine is always reached directly.
public enum HTTPProxy: Hashable, Sendable {
  /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
  case environment
  case none

  /// A proxy's URL, and the hosts and domains that are reached without it.
  case url(String, exceptions: [String])
}

/// What makes a connection secure enough.
///
/// Certificates and host names are always checked.
public struct HTTPSecurity: Hashable, Sendable {
  /// A file of authorities in PEM form that are trusted instead of the system's.
  public var authorities: String?
  public var certificate: ClientCertificate?
  public var minimumVersion = Version.tls12

  public enum Version: Hashable, Sendable { case tls12, tls13 }

  public init(authorities: String? = nil, certificate: ClientCertificate? = nil) {
    self.authorities = authorities
    self.certificate = certificate
  }

  /// A certificate that tells a service who calls, and its key, as files in PEM form.
  public struct ClientCertificate: Hashable, Sendable {
    public var path: String

    /// `nil` where the certificate's file holds the key.
    public var keyPath: String?

    public init(path: String, keyPath: String? = nil) {
      self.path = path
      self.keyPath = keyPath
    }
  }
}
