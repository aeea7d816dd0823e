/// Credentials that cannot be read from where they are kept; it holds none of them.
public struct CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or variable.
  public let source: String

  /// Counted from 1, or `nil` where the whole is at fault.
  public let line: Int?
  public let message: String

  public var description: String {
    (line.map { "\(source):\($0)" } ?? source) + ": " + message
  }
}
