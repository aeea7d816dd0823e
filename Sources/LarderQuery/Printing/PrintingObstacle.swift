import LarderCore

/// Why a condition, an order or a query has no form in another language.
public struct PrintingObstacle: Error, Hashable, Sendable {
  public let kind: Kind

  /// The part at fault, as query text.
  public let part: String

  /// What the other language lacks, in lower case, without a full stop.
  public let reason: String

  init(_ kind: Kind, _ part: String, _ reason: String) {
    self.kind = kind
    self.part = part
    self.reason = reason
  }

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Groups, aggregates, computed columns.
    case projection
    case order
    /// A text operator, or options of one.
    case textOperator
    case regularExpression
    case function
    case arithmetic
    /// Values or types that the language cannot say or compare.
    case value
    /// Nil where the language wants a value, or missing told from nil.
    case optionality
    case identifier
    /// A collection that is no relationship or array of the object.
    case collection
    case entity
  }
}

extension PrintingObstacle {
  init(_ kind: Kind, in predicate: EntityPredicate, _ reason: String) {
    self.init(kind, QueryPrinter.text(predicate), reason)
  }

  init(_ kind: Kind, in expression: EntityExpression, _ reason: String) {
    self.init(kind, QueryPrinter.text(expression), reason)
  }

  static func chain(_ predicate: EntityPredicate) -> PrintingObstacle {
    PrintingObstacle(
      .optionality, in: predicate,
      "`#Predicate` cannot call a method on what holds an optional chain")
  }
}
