/// The scheme, host and port of a URL: what credentials are bound to.
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String

  /// In lower case; an address of IPv6 in brackets.
  public let host: String
  public let port: Int

  var defaultPort: Int { scheme == "https" ? 443 : 80 }

  /// As a URL without a path; the port is left out where it is the scheme's own.
  public var description: String {
    "\(scheme)://\(host)" + (port == defaultPort ? "" : ":\(port)")
  }

  /// The host is this machine by its name or address.
  public var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.")
        && host.utf8.allSatisfy { HTTPBytes.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  /// A redirect may go there without a secure connection becoming an open one.
  func mayRedirect(to other: HTTPOrigin) -> Bool {
    scheme == other.scheme || other.scheme == "https"
  }
}
