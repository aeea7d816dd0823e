/// A number in base ten of any length, such as `1e400` or 2^70, compared exactly.
public struct ExactDecimal: Hashable, Sendable {
  public let isNegative: Bool

  /// Decimal digits 0…9 without leading or trailing zeros; empty for zero.
  public let digits: [UInt8]

  /// The power of ten that the last digit counts.
  public let exponent: Int

  /// Normalises: leading and trailing zeros of the digits are dropped.
  public init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    var significant = digits[...].drop { $0 == 0 }
    var power = exponent
    while significant.last == 0 {
      significant.removeLast()
      power += 1
    }
    self.isNegative = isNegative && !significant.isEmpty
    self.digits = Array(significant)
    self.exponent = significant.isEmpty ? 0 : power
  }
}
