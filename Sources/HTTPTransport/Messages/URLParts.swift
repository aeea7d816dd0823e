/// The text of a URL or of a relative link, cut where its parts meet (RFC 3986); nothing in it is checked.
struct URLParts {
  /// In lower case.
  var scheme: String?
  var authority: String?
  var path = ""
  var query: String?

  /// `nil` where the text holds control characters.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    var rest = text.prefix { $0 != "#" }
    scheme = Self.takeScheme(&rest)
    if rest.hasPrefix("//") {
      let after = rest.dropFirst(2)
      let end = after.firstIndex { $0 == "/" || $0 == "?" } ?? after.endIndex
      authority = String(after[..<end])
      rest = after[end...]
    }
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    path = String(rest[..<mark])
    if mark < rest.endIndex { query = String(rest[mark...].dropFirst()) }
  }

  private static func takeScheme(_ rest: inout Substring) -> String? {
    guard let colon = rest.firstIndex(of: ":") else { return nil }
    let name = rest[..<colon]
    guard let first = name.utf8.first, HTTPBytes.isLetter(first),
      name.utf8.allSatisfy({
        HTTPBytes.isLetter($0) || HTTPBytes.isDigit($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    rest = rest[colon...].dropFirst()
    return name.lowercased()
  }
}

extension HTTPOrigin {
  /// Reads `host` or `host:port`.
  init(scheme: String, authority: String) throws(HTTPError) {
    guard scheme == "http" || scheme == "https" else {
      throw HTTPError(.invalidURL, detail: "a URL's scheme is http or https, not \(scheme)")
    }
    guard !authority.contains("@") else {
      throw HTTPError(
        .invalidURL, detail: "a URL holds no name and password: others could read them there")
    }
    let portMark = Self.portMark(in: authority)
    let host = authority[..<(portMark ?? authority.endIndex)].lowercased()
    guard Self.isHost(host) else {
      throw HTTPError(.invalidURL, detail: "`\(host)` is no host of a URL")
    }
    let digits = portMark.map { authority[$0...].dropFirst() } ?? ""
    self.scheme = scheme
    self.host = host
    if digits.isEmpty {
      port = scheme == "https" ? 443 : 80
    } else if digits.utf8.allSatisfy(HTTPBytes.isDigit), let number = Int(digits),
      (1...65535).contains(number)
    {
      port = number
    } else {
      throw HTTPError(.invalidURL, detail: "`\(digits)` is no port of a URL")
    }
  }

  /// The colon before the port, outside the brackets of an address of IPv6.
  private static func portMark(in authority: String) -> String.Index? {
    let start = authority.lastIndex(of: "]") ?? authority.startIndex
    return authority[start...].firstIndex(of: ":")
  }

  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 2 {
      return host.dropFirst().dropLast().utf8.allSatisfy {
        HTTPBytes.isHexDigit($0) || ":.".utf8.contains($0)
      }
    }
    return !host.isEmpty
      && host.utf8.allSatisfy {
        HTTPBytes.isLetter($0) || HTTPBytes.isDigit($0) || "-._".utf8.contains($0)
      }
  }
}
