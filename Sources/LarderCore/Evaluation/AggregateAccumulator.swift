/// An aggregate function fed with one value after the other.
///
/// Nil is skipped, by `sum` and `avg` also whatever is no number. Sums of integers and decimals are
/// exact: past `Int64` they are decimals. As soon as a real is among the numbers, the sum is the plain
/// `Double` sum of all of them in the order they came.
struct AggregateAccumulator {
  private let function: EntityExpression.AggregateFunction
  private var count = 0
  private var numbers = NumberSum()
  private var extreme: AttributeValue?
  private var distinct: Set<ValueKey> = []

  init(_ function: EntityExpression.AggregateFunction) { self.function = function }

  /// Counts an object itself, for `count()`.
  mutating func addObject() { count += 1 }

  mutating func add(_ value: AttributeValue?) {
    guard let value = value.nonNull else { return }
    switch function {
    case .count: count += 1
    case .countDistinct: distinct.insert(ValueKey(value))
    case .sum, .average: numbers.add(value)
    case .minimum: keep(value, if: -1)
    case .maximum: keep(value, if: 1)
    }
  }

  /// Of nothing: counts and sums are 0, the others nil.
  var result: AttributeValue? {
    switch function {
    case .count: .integer(Int64(count))
    case .countDistinct: .integer(Int64(distinct.count))
    case .sum: numbers.sum
    case .average: numbers.average
    case .minimum, .maximum: extreme
    }
  }

  private mutating func keep(_ value: AttributeValue, if order: Int) {
    if extreme == nil || AttributeValue.totalOrder(value, extreme) == order { extreme = value }
  }
}

/// The sum of numbers of all kinds.
private struct NumberSum {
  private var count = 0
  private var integers: Int128 = 0
  private var decimals: ExactDecimal?
  private var approximation = 0.0
  private var hasReal = false

  /// Whether the exact sum would need more digits than arithmetic allows.
  private var hasOverflowed = false

  mutating func add(_ value: AttributeValue) {
    switch value {
    case .integer(let number):
      integers += Int128(number)
      approximation += Double(number)
    case .real(let number):
      hasReal = true
      approximation += number
    case .decimal(let number):
      approximation += number.doubleValue
      let total = (decimals ?? .zero).adding(number)
      hasOverflowed = hasOverflowed || total == nil
      decimals = total ?? decimals
    default: return
    }
    count += 1
  }

  var sum: AttributeValue {
    if hasReal || hasOverflowed { return .real(approximation) }
    guard decimals == nil, let total = Int64(exactly: integers) else { return .decimal(exactSum) }
    return .integer(total)
  }

  /// A decimal where a decimal is among the numbers and no real, else a real; `nil` of nothing.
  var average: AttributeValue? {
    if count == 0 { return nil }
    if !hasReal, !hasOverflowed, decimals != nil,
      let quotient = exactSum.divided(by: ExactDecimal(count))
    {
      return .decimal(quotient)
    }
    let total = hasReal || hasOverflowed ? approximation : Double(integers)
    return .real(total / Double(count))
  }

  private var exactSum: ExactDecimal {
    let whole = ExactDecimal(integers)
    return decimals?.adding(whole) ?? whole
  }
}
