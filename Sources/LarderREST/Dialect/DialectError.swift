/// Why a description of a dialect cannot be used, and where in it.
public struct DialectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The members that lead to the fault, such as `filter.operators.equal.class`; empty for the whole.
  public var path: String

  /// What was expected and what was found, without a full stop.
  public var problem: String

  public var description: String { path.isEmpty ? problem : "`\(path)`: \(problem)" }
}
