/// What a service knows its caller by, bound to the one origin that it is sent to.
///
/// Its description shows no secret.
public struct Credentials: Hashable, Sendable, CustomStringConvertible {
  /// Where it may be sent.
  public let origin: HTTPOrigin
  public let kind: Kind

  /// How a caller is known.
  public enum Kind: Hashable, Sendable {
    case basic(user: String, password: String)
    case bearer(token: String)

    /// A header of the service's own.
    case header(name: String, value: String)
  }

  public init(_ kind: Kind, for origin: HTTPOrigin) {
    self.origin = origin
    self.kind = kind
  }

  /// The header that carries it.
  public var header: HTTPHeader {
    switch kind {
    case .basic(let user, let password):
      HTTPHeader("Authorization", "Basic " + Base64.encoded(Array("\(user):\(password)".utf8)))
    case .bearer(let token): HTTPHeader("Authorization", "Bearer " + token)
    case .header(let name, let value): HTTPHeader(name, value, isSecret: true)
    }
  }

  /// Adds the header to a request for the origin that has none of its name; leaves others alone.
  public func apply(to request: inout HTTPRequest) {
    let header = header
    guard request.url.origin == origin, request.headers[header.name] == nil else { return }
    request.headers.add(header)
  }

  public var description: String {
    let words =
      switch kind {
      case .basic(let user, _): "user \(user)"
      case .bearer: "a bearer token"
      case .header(let name, _): "the header \(name)"
      }
    return "\(words) for \(origin)"
  }
}

extension Credentials: CustomDebugStringConvertible, CustomReflectable {
  public var debugDescription: String { description }

  /// Without children, so that `dump` shows no secret either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
