extension ExactDecimal: Comparable {
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.compare(to: rhs) < 0 }

  /// -1, 0 or 1 as this number is less than, equal to or greater than the other.
  ///
  /// Costs at most the digits of the shorter number, whatever the exponents.
  public func compare(to other: ExactDecimal) -> Int {
    if sign != other.sign { return sign < other.sign ? -1 : 1 }
    return isNegative ? other.compareSize(to: self) : compareSize(to: other)
  }

  public func compare(to other: Int64) -> Int {
    if let value = int64Value { return value == other ? 0 : value < other ? -1 : 1 }
    return compare(to: ExactDecimal(other))
  }

  /// -1, 0 or 1 against the exact binary fraction that a `Double` is; `nil` for NaN.
  public func compare(to other: Double) -> Int? {
    if other.isNaN { return nil }
    if other.isInfinite { return other < 0 ? 1 : -1 }
    // Rounding keeps the order, so that only a number that rounds to the other needs a closer look.
    let rounded = doubleValue
    if rounded != other { return rounded < other ? -1 : 1 }
    return ExactDecimal(exactly: other).map { compare(to: $0) }
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private func compareSize(to other: ExactDecimal) -> Int {
    if magnitude != other.magnitude { return magnitude < other.magnitude ? -1 : 1 }
    for (left, right) in zip(digits, other.digits) where left != right {
      return left < right ? -1 : 1
    }
    return digits.count == other.digits.count ? 0 : digits.count < other.digits.count ? -1 : 1
  }
}
