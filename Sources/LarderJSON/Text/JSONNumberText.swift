import LarderCore

/// Numbers as JSON text spells them.
enum JSONNumberText {
  /// The value of number text: an integer where it has neither point nor exponent, a real, or exact
  /// decimal where neither can hold it (2^70, 1e400, 1e-400); `nil` when the text is no number.
  static func value(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> AttributeValue? {
    guard let parts = Parts(bytes, range) else { return nil }
    if parts.isInteger {
      if let integer = parts.integer { return .integer(integer) }
      return parts.decimal(bytes).map(AttributeValue.decimal)
    }
    guard let real = parts.real(bytes, range) else { return nil }
    let isLost = real.isInfinite || (real == 0 && parts.hasNonZeroDigit)
    return isLost ? parts.decimal(bytes).map(AttributeValue.decimal) : .real(real)
  }

  /// The number as exact decimal.
  static func decimal(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> ExactDecimal? {
    Parts(bytes, range)?.decimal(bytes)
  }

  /// The spelling of a decimal: plain where it is short, else with an exponent.
  static func text(of decimal: ExactDecimal) -> String {
    let digits = String(decoding: decimal.digits.map { $0 &+ UInt8(ascii: "0") }, as: UTF8.self)
    let sign = decimal.isNegative ? "-" : ""
    guard !digits.isEmpty else { return "0" }
    if decimal.exponent >= 0, decimal.exponent <= 40 {
      return sign + digits + String(repeating: "0", count: decimal.exponent)
    }
    guard decimal.exponent < 0, decimal.exponent >= -60 else {
      return "\(sign)\(digits)e\(decimal.exponent)"
    }
    let places = -decimal.exponent
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}

/// The parts of number text.
private struct Parts {
  var isNegative = false
  var isInteger = true
  /// Digits before and behind the point.
  var whole: Range<Int>
  var fraction: Range<Int>
  /// The written exponent, held within ±10¹⁵.
  var exponent = 0
  /// The digits as an integer, while they fit.
  var mantissa: UInt64? = 0
  var hasNonZeroDigit = false

  init?(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var cursor = JSONCursor(bytes, in: range)
    isNegative = cursor.take(UInt8(ascii: "-"))
    whole = cursor.position..<cursor.position
    fraction = whole
    whole = takeDigits(&cursor)
    guard !whole.isEmpty else { return nil }
    if cursor.take(UInt8(ascii: ".")) {
      isInteger = false
      fraction = takeDigits(&cursor)
      guard !fraction.isEmpty else { return nil }
    }
    if cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) {
      isInteger = false
      guard takeExponent(&cursor) else { return nil }
    }
    guard cursor.isAtEnd else { return nil }
  }

  private mutating func takeDigits(_ cursor: inout JSONCursor) -> Range<Int> {
    let start = cursor.position
    while cursor.isAtDigit {
      let digit = UInt64(cursor.byte &- UInt8(ascii: "0"))
      if digit != 0 { hasNonZeroDigit = true }
      if let known = mantissa {
        let (product, isTooLong) = known.multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = product.addingReportingOverflow(digit)
        mantissa = isTooLong || isTooLarge ? nil : sum
      }
      cursor.position += 1
    }
    return start..<cursor.position
  }

  private mutating func takeExponent(_ cursor: inout JSONCursor) -> Bool {
    let isNegative = cursor.take(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.take(UInt8(ascii: "+")) }
    guard cursor.isAtDigit else { return false }
    while cursor.isAtDigit {
      exponent = min(exponent * 10 + Int(cursor.byte &- UInt8(ascii: "0")), 1_000_000_000_000_000)
      cursor.position += 1
    }
    if isNegative { exponent = -exponent }
    return true
  }

  var integer: Int64? {
    guard let mantissa else { return nil }
    if !isNegative { return Int64(exactly: mantissa) }
    return mantissa <= UInt64(Int64.max) ? -Int64(mantissa) : mantissa == 1 << 63 ? .min : nil
  }

  /// Exact for up to 15 digits and small exponents; else by the standard library.
  func real(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Double? {
    let power = exponent - fraction.count
    if let mantissa, mantissa < 1 << 53, power >= -22, power <= 22 {
      let scale = Self.powersOfTen[abs(power)]
      let value = power < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
      return isNegative ? -value : value
    }
    return Double(String(decoding: bytes[range], as: UTF8.self))
  }

  func decimal(_ bytes: UnsafeRawBufferPointer) -> ExactDecimal? {
    let digits = (Array(bytes[whole]) + Array(bytes[fraction])).map { $0 &- UInt8(ascii: "0") }
    return ExactDecimal(
      isNegative: isNegative, digits: digits, exponent: exponent - fraction.count)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
