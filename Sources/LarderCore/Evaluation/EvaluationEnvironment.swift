/// What evaluating a condition needs from outside the core: pattern matching.
public struct EvaluationEnvironment: Sendable {
  /// Compiles a regular expression; `isWhole` asks for a match of the whole text.
  ///
  /// Throws ``PersistenceError`` with code `value.invalid-pattern`. The function made answers whether
  /// a text matches, and false where matching would take too long.
  public typealias PatternCompiler =
    @Sendable (
      _ pattern: String, _ options: EntityPredicate.TextOptions, _ isWhole: Bool
    ) throws -> @Sendable (String) -> Bool

  public var compilePattern: PatternCompiler

  public init(compilePattern: @escaping PatternCompiler) {
    self.compilePattern = compilePattern
  }

  /// Refuses every pattern; for uses that have none.
  public static let withoutPatterns = EvaluationEnvironment { pattern, _, _ in
    throw PersistenceError(
      .invalidPattern, value: .text(pattern), detail: "regular expressions are not available here")
  }
}

/// Finds the snapshot of an object that a relationship leads to; `nil` when there is none.
public typealias ObjectLookup = (PersistentIdentifier) -> EntitySnapshot?
