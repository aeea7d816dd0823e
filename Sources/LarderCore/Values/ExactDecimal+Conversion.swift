extension ExactDecimal {
  public static let zero = ExactDecimal(isNegative: false, digits: [], exponent: 0)

  public init(_ integer: some BinaryInteger) {
    var digits: [UInt8] = []
    var rest = integer.magnitude
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits.append(UInt8(digit))
      rest = quotient
    }
    self.init(isNegative: integer < 0, digits: digits.reversed(), exponent: 0)
  }

  /// The number that a `Double` stands for, to its last binary digit; `nil` for infinity and NaN.
  ///
  /// 0.1 gives 0.1000000000000000055511151231257827021181583404541015625.
  public init?(exactly number: Double) {
    guard number.isFinite else { return nil }
    if let integer = Int64(exactly: number) {
      self.init(integer)
      return
    }
    let shift = Int(number.exponent) - 52
    let power = number.isNormal ? shift : -1074
    let bits = number.significandBitPattern | (number.isNormal ? 1 << 52 : 0)
    let zeros = bits.trailingZeroBitCount
    var limbs = Limbs(bits >> UInt64(zeros))
    let binaryPower = power + zeros
    limbs.multiply(by: binaryPower < 0 ? 5 : 2, times: abs(binaryPower))
    self.init(
      isNegative: number < 0, digits: limbs.digits, exponent: min(binaryPower, 0))
  }

  /// The nearest `Double`; infinite where the number is too large for one.
  public var doubleValue: Double {
    guard !digits.isEmpty else { return 0 }
    if magnitude > 400 { return isNegative ? -.infinity : .infinity }
    if magnitude < -400 { return isNegative ? -0.0 : 0 }
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    let number = Double("\(text)e\(exponent)") ?? 0
    return isNegative ? -number : number
  }

  /// The number as an `Int64`, or `nil` when it is fractional or out of range.
  public var int64Value: Int64? {
    guard exponent >= 0, magnitude <= 19 else { return nil }
    var value: Int64 = 0
    for index in 0..<(digits.count + exponent) {
      let digit = index < digits.count ? Int64(digits[index]) : 0
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if tooLarge || overflow { return nil }
      value = sum
    }
    return value
  }

  /// The number without its fraction, or `nil` where that would need too many digits.
  public var truncated: ExactDecimal {
    guard exponent < 0 else { return self }
    return ExactDecimal(
      isNegative: isNegative, digits: Array(digits.dropLast(-exponent)), exponent: 0)
  }

  /// Where the number's first digit stands: 1 for 1…9, 0 for 0.1…0.9; 0 for zero.
  var magnitude: Int { digits.isEmpty ? 0 : digits.count + exponent }
}

extension ExactDecimal: CustomStringConvertible {
  /// Plain digits for numbers of ordinary size, else a power of ten: `12.5`, `0.001`, `1e400`.
  public var description: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let text = digits.map { UInt8(ascii: "0") + $0 }
    if exponent >= 0, magnitude <= 40 {
      return sign + Self.string(text) + String(repeating: "0", count: exponent)
    }
    if exponent < 0, magnitude > 0 {
      return sign + Self.string(text[..<magnitude]) + "." + Self.string(text[magnitude...])
    }
    if exponent < 0, magnitude > -7 {
      return sign + "0." + String(repeating: "0", count: -magnitude) + Self.string(text)
    }
    let fraction = text.count > 1 ? "." + Self.string(text[1...]) : ""
    return sign + Self.string(text[..<1]) + fraction + "e\(magnitude - 1)"
  }

  private static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// A large natural number in base one thousand million, lowest limb first.
private struct Limbs {
  private static let base: UInt64 = 1_000_000_000
  private var limbs: [UInt64] = []

  init(_ number: UInt64) {
    var rest = number
    while rest > 0 {
      limbs.append(rest % Self.base)
      rest /= Self.base
    }
  }

  mutating func multiply(by factor: UInt64, times: Int) {
    var left = times
    while left > 0 {
      let step = min(left, 13)
      multiply(by: (0..<step).reduce(1) { power, _ in power * factor })
      left -= step
    }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = limbs[index] * factor + carry
      limbs[index] = product % Self.base
      carry = product / Self.base
    }
    while carry > 0 {
      limbs.append(carry % Self.base)
      carry /= Self.base
    }
  }

  /// Decimal digits, highest first, with leading zeros.
  var digits: [UInt8] {
    var result: [UInt8] = []
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        result.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    return result.reversed()
  }
}
