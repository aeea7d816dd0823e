import FoundationEssentials
import HTTPTransport
import JSONTree

/// A token that a log-in gave.
struct AccessToken: Hashable, Sendable {
  let header: HTTPHeader

  /// When a new one is to be got; `nil` where it does not say.
  let renewal: ContinuousClock.Instant?

  /// It was refused what it had just been made for: what it is forbidden, its owner may not do.
  var isTrusted = false

  /// A token is replaced so long before its end, and one that lives shorter is not taken at its word:
  /// more likely the clocks differ.
  private static let margin = 30.0

  init(_ secret: String, header: HTTPHeader, at now: Date = Date()) {
    self.header = header
    let lifetime = Self.end(of: secret).map { $0 - now.timeIntervalSince1970 }
    renewal = lifetime.flatMap { lifetime in
      guard lifetime > 2 * Self.margin, lifetime < 1e9 else { return nil }
      return .now + .seconds(lifetime - Self.margin)
    }
  }

  /// When a JSON web token ends, in seconds since 1970.
  private static func end(of secret: String) -> Double? {
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var claims = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while claims.utf8.count % 4 != 0 { claims += "=" }
    guard let data = Data(base64Encoded: claims),
      case .number(let text)? = try? JSONReader.read(Array(data)).node.member("exp"),
      let end = Double(text), end.isFinite
    else { return nil }
    return end
  }

  /// Whether an answer may be one to a token that no longer holds.
  ///
  /// Some services take whoever has such a token for a guest, who may do less.
  func isDoubted(by status: Int) -> Bool { status == 401 || status == 403 && !isTrusted }
}
