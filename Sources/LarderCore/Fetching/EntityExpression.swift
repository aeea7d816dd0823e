/// Something that has a value for an element: a literal, a path, arithmetic, a function.
///
/// Inside a condition an operation on nil, an overflow and a division by zero give nil; inside an
/// edit they are errors (`value.overflow`, `value.division-by-zero`, `value.operand-is-nil`).
public indirect enum EntityExpression: Hashable, Sendable {
  case value(AttributeValue)
  /// A property, or with an empty path the element itself (the identifier of an object).
  case path(AttributePath)
  case arithmetic(ArithmeticOperator, EntityExpression, EntityExpression)
  case negated(EntityExpression)
  /// `a ?? b`.
  case coalesce(EntityExpression, EntityExpression)
  /// `condition ? a : b`.
  case conditional(EntityPredicate, EntityExpression, EntityExpression)
  /// A condition used as a value.
  case predicate(EntityPredicate)
  case function(Function, [EntityExpression])
  /// A date moved by calendar units and exact seconds.
  case shifted(EntityExpression, CalendarDuration)
  /// An operation over a collection: `items.sum(\.price)`, `tags.count`.
  ///
  /// `element` is evaluated one level further in; nil means the element itself.
  case collection(CollectionFunction, EntityExpression, element: EntityExpression?)
  /// `collection.filter { … }`; the condition is one level further in.
  case filtered(EntityExpression, EntityPredicate)
  /// A function over the objects of a group; `argument` is nil for `count()`.
  case aggregate(AggregateFunction, EntityExpression?)
  /// The identifier of the first object of a fetch, or null; only in edits.
  case first(EntityFetchDescriptor)
}

extension EntityExpression {
  /// Integer operands give integers by Swift's rules; `/` on integers truncates.
  public enum ArithmeticOperator: String, Hashable, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  /// A function of values.
  ///
  /// Text functions of a value that is not text are nil.
  public enum Function: String, Hashable, Sendable, CaseIterable {
    case lowercased, uppercased, trimmed
    /// Characters of a text, elements of an array, members of an object.
    case count
    case abs, rounded, floor, ceiling
    /// Calendar components in UTC.
    case year, month, day, hour, minute, second, weekday
    case text, integer, real
    /// First and last element of an array.
    case first, last
  }

  /// A function over the elements of a to-many relationship or an array.
  public enum CollectionFunction: String, Hashable, Sendable, CaseIterable {
    case count, sum, average = "avg", minimum = "min", maximum = "max"
  }

  /// A function over a group of objects.
  ///
  /// All but `count()` skip nil.
  public enum AggregateFunction: String, Hashable, Sendable, CaseIterable {
    case count
    case countDistinct
    case sum
    case average = "avg"
    case minimum = "min"
    case maximum = "max"
  }
}

/// A length of time in calendar units and exact milliseconds: `2y`, `1mo`, `90min`.
public struct CalendarDuration: Hashable, Sendable {
  public var months: Int
  public var days: Int
  public var milliseconds: Int64

  public init(months: Int = 0, days: Int = 0, milliseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.milliseconds = milliseconds
  }
}
