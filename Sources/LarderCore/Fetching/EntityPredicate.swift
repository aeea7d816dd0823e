/// A condition that is true or false of one element.
///
/// **The meaning of null is Swift's**, in every store: `nil == nil` is true, `nil != 3` is true,
/// `nil < 3` is false, and so is every text operator on nil; `not` turns any of them round. A missing
/// attribute counts as nil everywhere but in ``isMissing(_:)``.
///
/// **The meaning of text is Swift's**: canonical equivalence for equality, order and substrings.
///
/// **Numbers compare exactly**, whatever their kinds. Values of different kinds are unequal and
/// unordered.
public indirect enum EntityPredicate: Hashable, Sendable {
  case constant(Bool)
  case and([EntityPredicate])
  case or([EntityPredicate])
  case not(EntityPredicate)
  case comparison(ComparisonOperator, EntityExpression, EntityExpression)
  /// A text operator; the second expression is the needle or the pattern.
  case text(TextOperator, TextOptions, EntityExpression, EntityExpression)
  /// The first expression equals an element of the second, which is an array or a to-many
  /// relationship.
  case membership(EntityExpression, in: EntityExpression)
  /// `lower <= x && x <= upper`, or `<` at the top where the upper bound is excluded.
  case range(EntityExpression, EntityExpression, EntityExpression, includesUpperBound: Bool)
  /// A condition on the elements of a collection, one level further in. Over nothing `any` is false,
  /// `all` and `none` are true; a collection that is nil counts as nothing.
  case quantified(Quantifier, EntityExpression, EntityPredicate)
  /// The attribute is absent from its record, which null is not.
  case isMissing(AttributePath)
  /// Nil, empty text or an empty collection.
  case isEmpty(EntityExpression)
  /// The expression's value is `true`.
  case isTrue(EntityExpression)
  /// The object at a level is of an entity or of one below it.
  case isKind(level: Int, EntityName)
}

extension EntityPredicate {
  public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessThan = "<"
    case lessThanOrEqual = "<="
    case greaterThan = ">"
    case greaterThanOrEqual = ">="
  }

  public enum TextOperator: String, Hashable, Sendable, CaseIterable {
    case contains
    case hasPrefix
    case hasSuffix
    /// Equality under the options.
    case equals
    /// `*` and `?` wildcards over the whole text.
    case like
    /// A regular expression over the whole text.
    case matches
    /// A regular expression anywhere in the text.
    case containsPattern
  }

  /// What a text operator does not distinguish.
  public struct TextOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let caseInsensitive = TextOptions(rawValue: 1)
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
  }

  public enum Quantifier: String, Hashable, Sendable, CaseIterable {
    case any, all, none
  }

  /// The conditions joined by "and" at the top; a constant `true` is none.
  public var conjuncts: [EntityPredicate] {
    switch self {
    case .and(let parts): parts.flatMap(\.conjuncts)
    case .constant(true): []
    default: [self]
    }
  }

  /// The conditions joined by "and"; `nil` when there are none.
  public static func conjunction(of conditions: [EntityPredicate]) -> EntityPredicate? {
    conditions.count > 1 ? .and(conditions) : conditions.first
  }
}
