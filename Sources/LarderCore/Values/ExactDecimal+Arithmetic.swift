extension ExactDecimal {
  /// The digits that a result of arithmetic may have; beyond it an operation overflows.
  public static let maximumArithmeticDigits = 4_000

  /// The significant digits of a quotient.
  public static let quotientDigits = 38

  public static prefix func - (number: ExactDecimal) -> ExactDecimal {
    ExactDecimal(
      isNegative: !number.isNegative, digits: number.digits, exponent: number.exponent)
  }

  /// The exact sum; `nil` where it needs more than ``maximumArithmeticDigits`` digits.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    if digits.isEmpty { return other }
    if other.digits.isEmpty { return self }
    guard let (left, right, exponent) = aligned(with: other) else { return nil }
    if isNegative == other.isNegative {
      return ExactDecimal(
        isNegative: isNegative, digits: Digits.sum(left, right), exponent: exponent)
    }
    let isLarger = !Digits.isLess(left, right)
    return ExactDecimal(
      isNegative: isLarger ? isNegative : other.isNegative,
      digits: isLarger ? Digits.difference(left, right) : Digits.difference(right, left),
      exponent: exponent)
  }

  /// The exact difference; `nil` where it needs more than ``maximumArithmeticDigits`` digits.
  public func subtracting(_ other: ExactDecimal) -> ExactDecimal? { adding(-other) }

  /// The exact product; `nil` where it needs more than ``maximumArithmeticDigits`` digits.
  public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    guard digits.count + other.digits.count <= Self.maximumArithmeticDigits else { return nil }
    let power = exponent + other.exponent
    guard abs(power) <= Self.maximumExponent else { return nil }
    return ExactDecimal(
      isNegative: isNegative != other.isNegative, digits: Digits.product(digits, other.digits),
      exponent: power)
  }

  /// The quotient to ``quotientDigits`` significant digits, ties to even; `nil` for a division by
  /// zero or operands with more than ``maximumArithmeticDigits`` digits.
  public func divided(by other: ExactDecimal) -> ExactDecimal? {
    guard !other.digits.isEmpty, digits.count <= Self.maximumArithmeticDigits,
      other.digits.count <= Self.maximumArithmeticDigits
    else { return nil }
    let padding = max(0, other.digits.count + Self.quotientDigits + 1 - digits.count)
    let power = exponent - padding - other.exponent
    guard abs(power) <= Self.maximumExponent else { return nil }
    let numerator = digits + [UInt8](repeating: 0, count: padding)
    let (quotient, remainder) = Digits.quotient(numerator, other.digits)
    return ExactDecimal(
      isNegative: isNegative != other.isNegative, digits: quotient, exponent: power
    ).rounded(toDigits: Self.quotientDigits, isInexact: remainder.contains { $0 != 0 })
  }

  /// What a truncating division leaves over, with the sign of this number; `nil` as for
  /// ``divided(by:)``.
  public func remainder(dividingBy other: ExactDecimal) -> ExactDecimal? {
    guard !other.digits.isEmpty else { return nil }
    if magnitude < other.magnitude || digits.isEmpty { return self }
    guard let (left, right, exponent) = aligned(with: other) else { return nil }
    let remainder = Digits.quotient(left, right).remainder
    return ExactDecimal(isNegative: isNegative, digits: remainder, exponent: exponent)
  }

  /// The nearest whole number under a rule.
  public func rounded(_ rule: FloatingPointRoundingRule) -> ExactDecimal {
    guard exponent < 0 else { return self }
    let away = isNegative ? ExactDecimal(-1) : ExactDecimal(1)
    let whole = truncated
    let needsStep: Bool =
      switch rule {
      case .up: !isNegative
      case .down: isNegative
      case .awayFromZero: true
      case .towardZero: false
      case .toNearestOrEven:
        firstFractionDigit > 5
          || (firstFractionDigit == 5 && (magnitude + 1 < digits.count || !whole.isEven))
      case .toNearestOrAwayFromZero: firstFractionDigit >= 5
      @unknown default: firstFractionDigit >= 5
      }
    return needsStep ? whole.adding(away) ?? whole : whole
  }

  private var firstFractionDigit: UInt8 {
    magnitude >= 0 && magnitude < digits.count ? digits[magnitude] : 0
  }

  private var isEven: Bool { exponent > 0 || (digits.last ?? 0) % 2 == 0 }

  /// Both numbers' digits, to be counted from one power of ten.
  private func aligned(with other: ExactDecimal) -> ([UInt8], [UInt8], exponent: Int)? {
    let power = min(exponent, other.exponent)
    guard max(magnitude, other.magnitude) - power <= Self.maximumArithmeticDigits else {
      return nil
    }
    let left = digits + [UInt8](repeating: 0, count: exponent - power)
    let right = other.digits + [UInt8](repeating: 0, count: other.exponent - power)
    return (left, right, power)
  }

  /// Keeps a number of significant digits, ties to even; `isInexact` says whether something other
  /// than zeros follows the last digit.
  private func rounded(toDigits limit: Int, isInexact: Bool) -> ExactDecimal {
    guard digits.count > limit else { return self }
    let next = digits[limit]
    let isTie = next == 5 && digits.count == limit + 1 && !isInexact
    let roundsUp = isTie ? digits[limit - 1] % 2 == 1 : next >= 5
    let kept = Array(digits[..<limit])
    return ExactDecimal(
      isNegative: isNegative, digits: roundsUp ? Digits.sum(kept, [1]) : kept,
      exponent: exponent + digits.count - limit)
  }
}

/// Schoolbook arithmetic on natural numbers of decimal digits, highest first.
private enum Digits {
  static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (left, right) = (left.drop { $0 == 0 }, right.drop { $0 == 0 })
    return left.count == right.count
      ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var carry: UInt8 = 0
    for offset in 0..<max(left.count, right.count) {
      let total = digit(left, offset) + digit(right, offset) + carry
      result.append(total % 10)
      carry = total / 10
    }
    result.append(carry)
    return result.reversed()
  }

  /// `left` must not be less than `right`.
  static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var borrow: UInt8 = 0
    for offset in 0..<max(left.count, right.count) {
      let (minuend, subtrahend) = (digit(left, offset), digit(right, offset) + borrow)
      borrow = minuend < subtrahend ? 1 : 0
      result.append(minuend + borrow * 10 - subtrahend)
    }
    return result.reversed()
  }

  static func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var cells = [UInt32](repeating: 0, count: left.count + right.count)
    for (i, a) in left.enumerated() {
      for (j, b) in right.enumerated() { cells[i + j + 1] += UInt32(a) * UInt32(b) }
    }
    var carry: UInt32 = 0
    for index in cells.indices.reversed() {
      let total = cells[index] + carry
      cells[index] = total % 10
      carry = total / 10
    }
    return cells.map(UInt8.init)
  }

  /// Long division; `divisor` must have no leading zero.
  static func quotient(
    _ dividend: [UInt8], _ divisor: [UInt8]
  ) -> (quotient: [UInt8], remainder: [UInt8]) {
    var quotient: [UInt8] = []
    var remainder: [UInt8] = []
    for next in dividend {
      if !remainder.isEmpty || next != 0 { remainder.append(next) }
      var count: UInt8 = 0
      while !isLess(remainder, divisor) {
        remainder = Array(difference(remainder, divisor).drop { $0 == 0 })
        count += 1
      }
      quotient.append(count)
    }
    return (quotient, remainder)
  }

  /// The digit so many places from the right; zero beyond the left end.
  private static func digit(_ digits: [UInt8], _ offset: Int) -> UInt8 {
    offset < digits.count ? digits[digits.count - 1 - offset] : 0
  }
}
