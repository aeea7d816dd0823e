/// What a request asks for; an open set: services have methods of their own.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// As sent, in capitals where the standard has capitals.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let get = Self(rawValue: "GET")
  public static let head = Self(rawValue: "HEAD")
  public static let options = Self(rawValue: "OPTIONS")
  public static let post = Self(rawValue: "POST")
  public static let put = Self(rawValue: "PUT")
  public static let patch = Self(rawValue: "PATCH")
  public static let delete = Self(rawValue: "DELETE")

  /// By the standard it changes nothing.
  public var isSafe: Bool { [.get, .head, .options].contains(self) }
}
