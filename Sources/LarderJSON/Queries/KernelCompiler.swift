import FoundationEssentials
import LarderCore

/// Finds the kernel for a condition on one attribute.
struct KernelCompiler {
  let column: Column
  let path: AttributePath

  typealias Answer = (kernel: ColumnCondition.Kernel, acceptsNil: Bool)

  /// `nil` where the condition is best asked of each row by itself.
  func kernel(for predicate: EntityPredicate) -> Answer? {
    switch predicate {
    case .comparison(let comparison, .path(path), .value(let constant)):
      comparing(comparison, constant)
    case .comparison(let comparison, .value(let constant), .path(path)):
      comparing(comparison.mirrored, constant)
    case .range(.path(path), .value(let lower), .value(let upper), let includesUpper):
      range(lower, upper, includesUpper)
    case .text(let textOperator, let options, .path(path), .value(let needle)):
      text(textOperator, options, needle)
    case .membership(.path(path), in: .value(.array(let elements))):
      MembershipKernel.kernel(of: elements, in: column).map { ($0, elements.contains(.null)) }
    case .isMissing(path): (.missing, false)
    case .isEmpty(.path(path)): isEmpty
    default: nil
    }
  }

  private func comparing(
    _ comparison: EntityPredicate.ComparisonOperator, _ constant: AttributeValue
  ) -> Answer? {
    if constant == .null {
      switch comparison {
      case .equal: return (.constant(false), true)
      case .notEqual: return (.constant(true), false)
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
        return (.constant(false), false)
      }
    }
    let acceptsNil = comparison == .notEqual
    switch (column.values, constant) {
    case (.integers, .integer(let number)):
      return (Self.integers(comparison, number), acceptsNil)
    case (.integers, .real(let number)):
      return Self.integers(comparison, number).map { ($0, acceptsNil) }
    case (.reals, .real(let number)): return (Self.reals(comparison, number), acceptsNil)
    case (.reals, .integer(let number)):
      return Double(exactly: number).map { (Self.reals(comparison, $0), acceptsNil) }
    case (.dates, .date(let date)):
      return (Self.reals(comparison, date.timeIntervalSinceReferenceDate), acceptsNil)
    case (.texts, .text(let text)): return (TextKernel.compare(comparison, text), acceptsNil)
    case (.uuids, .uuid(let uuid)):
      return (TextKernel.compareUUIDs(comparison, uuid.uuidString), acceptsNil)
    default: return nil
    }
  }

  private static func integers(
    _ comparison: EntityPredicate.ComparisonOperator, _ number: Int64
  ) -> ColumnCondition.Kernel {
    switch comparison {
    case .equal: .integers(number...number, isNegated: false)
    case .notEqual: .integers(number...number, isNegated: true)
    case .lessThan: .integers(number...Int64.max, isNegated: true)
    case .lessThanOrEqual: .integers(Int64.min...number, isNegated: false)
    case .greaterThan: .integers(Int64.min...number, isNegated: true)
    case .greaterThanOrEqual: .integers(number...Int64.max, isNegated: false)
    }
  }

  /// The next integers on both sides take a fraction's place; `nil` out of the range of integers.
  private static func integers(
    _ comparison: EntityPredicate.ComparisonOperator, _ number: Double
  ) -> ColumnCondition.Kernel? {
    guard number.magnitude < 0x1p62, let below = Int64(exactly: number.rounded(.down)),
      let above = Int64(exactly: number.rounded(.up))
    else { return nil }
    switch comparison {
    case .equal: return below == above ? integers(comparison, below) : .constant(false)
    case .notEqual: return below == above ? integers(comparison, below) : .constant(true)
    case .lessThan, .greaterThanOrEqual: return integers(comparison, above)
    case .lessThanOrEqual, .greaterThan: return integers(comparison, below)
    }
  }

  /// Every number in a column is finite, so that a comparison is the opposite of its opposite.
  private static func reals(
    _ comparison: EntityPredicate.ComparisonOperator, _ number: Double
  ) -> ColumnCondition.Kernel {
    guard !number.isNaN else { return .constant(comparison == .notEqual) }
    return switch comparison {
    case .equal: .reals(number...number, isNegated: false)
    case .notEqual: .reals(number...number, isNegated: true)
    case .lessThan: .reals(number...Double.infinity, isNegated: true)
    case .lessThanOrEqual: .reals(-Double.infinity...number, isNegated: false)
    case .greaterThan: .reals(-Double.infinity...number, isNegated: true)
    case .greaterThanOrEqual: .reals(number...Double.infinity, isNegated: false)
    }
  }

  private func range(
    _ lower: AttributeValue, _ upper: AttributeValue, _ includesUpper: Bool
  ) -> Answer? {
    switch (column.values, lower, upper) {
    case (.integers, .integer(let low), .integer(let high)):
      guard low <= high, includesUpper || low < high else { return (.constant(false), false) }
      return (.integers(low...(includesUpper ? high : high - 1), isNegated: false), false)
    case (.dates, .date(let low), .date(let high)):
      return Self.range(
        low.timeIntervalSinceReferenceDate, high.timeIntervalSinceReferenceDate, includesUpper)
    case (.reals, _, _):
      guard let low = Self.real(lower), let high = Self.real(upper) else { return nil }
      return Self.range(low, high, includesUpper)
    default: return nil
    }
  }

  private static func range(_ low: Double, _ high: Double, _ includesUpper: Bool) -> Answer {
    let last = includesUpper ? high : high.nextDown
    // Also false where a bound is not a number.
    guard low <= last else { return (.constant(false), false) }
    return (.reals(low...last, isNegated: false), false)
  }

  private static func real(_ value: AttributeValue) -> Double? {
    switch value {
    case .real(let number): number
    case .integer(let number): Double(exactly: number)
    default: nil
    }
  }

  private func text(
    _ textOperator: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ needle: AttributeValue
  ) -> Answer? {
    guard case .texts = column.values, case .text(let needle) = needle else { return nil }
    return TextKernel.match(textOperator, options, needle).map { ($0, false) }
  }

  private var isEmpty: Answer? {
    switch column.values {
    case .integers, .reals, .dates, .uuids: (.constant(false), true)
    case .texts: (.texts { $0.count == 0 }, true)
    case .codes: nil
    }
  }
}
