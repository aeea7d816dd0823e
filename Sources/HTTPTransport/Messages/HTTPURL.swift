/// An absolute URL of scheme `http` or `https`, in the form in which it is sent.
///
/// Characters that a URL may not hold are percent-encoded when it is made, among them `[` and `]` and a `%`
/// before anything but two hexadecimal digits; a fragment is dropped. Names and passwords in it are refused.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
  public let origin: HTTPOrigin

  /// Starts with a slash.
  public let path: String

  /// Without its question mark; `nil` where there is none.
  public let query: String?

  /// - Throws: ``HTTPError`` with code `http.invalid-url`.
  public init(_ text: String) throws(HTTPError) {
    guard let parts = URLParts(text), let scheme = parts.scheme, let authority = parts.authority
    else {
      throw HTTPError(.invalidURL, detail: "a URL is needed such as https://host/path")
    }
    let origin = try HTTPOrigin(scheme: scheme, authority: authority)
    self.init(origin, path: parts.path, query: parts.query)
  }

  /// Makes a URL of its parts, and percent-encodes in them what may not stand there.
  public init(_ origin: HTTPOrigin, path: String, query: String? = nil) {
    self.origin = origin
    let encoded = Self.encoded(path, allowing: Self.pathCharacters)
    self.path = encoded.hasPrefix("/") ? encoded : "/" + encoded
    self.query = query.map { Self.encoded($0, allowing: Self.queryCharacters) }
  }

  /// The whole URL, secrets and all.
  public var text: String { origin.description + target }

  /// The path and the query.
  public var target: String { path + (query.map { "?" + $0 } ?? "") }

  /// The URL with the values of parameters that hold secrets by their names as stars.
  public var description: String {
    guard let query else { return text }
    let shown = query.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
      let name = parameter.prefix { $0 != "=" }
      guard name.count < parameter.count, Self.secretNames.contains(name.lowercased()) else {
        return String(parameter)
      }
      return name + "=***"
    }
    return origin.description + path + "?" + shown.joined(separator: "&")
  }

  private static let secretNames: Set = [
    "access_token", "api_key", "api-key", "apikey", "auth", "key", "passwd", "password", "secret",
    "sig", "signature", "subscription-key", "token",
  ]
}

extension HTTPURL {
  /// The URL that a link leads to which was found under this one: absolute or relative in any way.
  ///
  /// - Throws: ``HTTPError`` with code `http.invalid-url`.
  public func resolving(_ link: String) throws(HTTPError) -> HTTPURL {
    guard let parts = URLParts(link) else {
      throw HTTPError(.invalidURL, detail: "a link holds control characters")
    }
    if parts.scheme != nil { return try HTTPURL(link) }
    if let authority = parts.authority {
      let origin = try HTTPOrigin(scheme: origin.scheme, authority: authority)
      return HTTPURL(origin, path: Self.withoutDots(parts.path), query: parts.query)
    }
    if parts.path.isEmpty { return HTTPURL(origin, path: path, query: parts.query ?? query) }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    let joined = parts.path.hasPrefix("/") ? parts.path : folder + parts.path
    return HTTPURL(origin, path: Self.withoutDots(joined), query: parts.query)
  }

  /// Takes `.` and `..` out of a path.
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }
}

extension HTTPURL {
  private static let pathCharacters = Set("-._~!$&'()*+,;=:@/%".utf8)
  private static let queryCharacters = Set("-._~!$&'()*+,;=:@/?%".utf8)

  /// Encodes what is neither a letter, a digit nor one of the characters.
  private static func encoded(_ text: String, allowing characters: Set<UInt8>) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isLonePercent =
        byte == UInt8(ascii: "%")
        && !(index + 2 < bytes.count
          && bytes[index + 1...index + 2].allSatisfy(HTTPBytes.isHexDigit))
      let isPlain = HTTPBytes.isLetter(byte) || HTTPBytes.isDigit(byte) || characters.contains(byte)
      if isPlain, !isLonePercent { result.append(byte) } else { result += percentEncoded(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func percentEncoded(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
