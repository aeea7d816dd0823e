/// Credentials as people write them down, a line each: `ORIGIN KIND VALUE`.
///
/// ```
/// # Lines that start with # are left out.
/// https://services.example.com basic anna:secret
/// http://127.0.0.1:8090 bearer eyJhbGciOi
/// https://api.example.com header X-Key: 12345
/// ```
public struct CredentialList: Sendable {
  public let credentials: [Credentials]

  /// Reads a list; messages call it by its source, a file's path or a variable's name.
  public init(_ text: String, source: String) throws(CredentialsError) {
    var credentials: [Credentials] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let words = line.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      do {
        let origin = try Self.origin(String(first))
        let value = words.count == 3 ? Self.trimmed(words[2]) : ""
        let kind = try Self.kind(words.count > 1 ? String(words[1]) : "", value)
        credentials.append(Credentials(kind, for: origin))
      } catch {
        throw CredentialsError(source: source, line: index + 1, message: error.message)
      }
    }
    self.credentials = credentials
  }

  /// A mistake in one line.
  private struct Mistake: Error { var message: String }

  private static func origin(_ text: String) throws(Mistake) -> HTTPOrigin {
    let url: HTTPURL
    do { url = try HTTPURL(text) } catch {
      throw Mistake(message: "a line starts with an origin such as https://host")
    }
    guard url.target == "/" else {
      throw Mistake(message: "credentials are for a whole origin: write \(url.origin)")
    }
    return url.origin
  }

  private static func kind(_ name: String, _ value: String) throws(Mistake) -> Credentials.Kind {
    let colon = value.firstIndex(of: ":")
    switch (name, colon) {
    case ("basic", let colon?):
      return .basic(user: String(value[..<colon]), password: String(value[colon...].dropFirst()))
    case ("basic", nil): throw Mistake(message: "after `basic` a USER:PASSWORD is needed")
    case ("bearer", _) where !value.isEmpty && !value.contains(" "): return .bearer(token: value)
    case ("bearer", _): throw Mistake(message: "after `bearer` one token is needed")
    case ("header", let colon?) where isName(value[..<colon]):
      return .header(
        name: String(value[..<colon]), value: trimmed(value[colon...].dropFirst()))
    case ("header", _): throw Mistake(message: "after `header` a NAME: VALUE is needed")
    default:
      throw Mistake(message: "after the origin comes `basic`, `bearer` or `header`")
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(HTTPBytes.isToken)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) }
    return String(start[..<(end ?? start.startIndex)])
  }
}
