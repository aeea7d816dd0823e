extension ExactDecimal {
  /// The digits that a number's text may have; a longer one is not read.
  public static let maximumParsedDigits = 1_000_000

  /// The size that a number's exponent may have; a number beyond it is not read.
  public static let maximumExponent = 1_000_000_000_000

  /// Reads a whole text such as `-12.50`, `1e400` or `+7`.
  ///
  /// `nil` when the text is no number, has more than ``maximumParsedDigits`` digits, or an exponent
  /// beyond ``maximumExponent``. The cost follows the length of the text, not the size of the number.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: text.utf8)
  }

  /// Reads a whole text in UTF-8, under the rules of ``init(_:)``.
  public init?(utf8 bytes: some Sequence<UInt8>) {
    var reader = DecimalReader()
    for byte in bytes {
      guard reader.accept(byte) else { return nil }
    }
    guard let exponent = reader.finish() else { return nil }
    self.init(isNegative: reader.isNegative, digits: reader.digits, exponent: exponent)
  }
}

/// A state machine over the bytes of a number's text.
private struct DecimalReader {
  private enum Stage { case start, whole, fraction, exponentStart, exponent }

  private(set) var isNegative = false
  private(set) var digits: [UInt8] = []
  private var stage = Stage.start
  private var hasSign = false
  private var digitCount = 0
  private var fractionCount = 0
  private var isExponentNegative = false
  private var hasExponentSign = false
  private var exponentDigitCount = 0
  private var exponent = 0

  /// Whether the number can go on with this byte.
  mutating func accept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return acceptDigit(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "-"), UInt8(ascii: "+"): return acceptSign(byte == UInt8(ascii: "-"))
    case UInt8(ascii: "."):
      guard stage == .start || stage == .whole else { return false }
      stage = .fraction
      return true
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard digitCount > 0, stage == .whole || stage == .fraction else { return false }
      stage = .exponentStart
      return true
    default: return false
    }
  }

  private mutating func acceptSign(_ negative: Bool) -> Bool {
    if stage == .start, !hasSign {
      (hasSign, isNegative) = (true, negative)
      return true
    }
    if stage == .exponentStart, !hasExponentSign {
      (hasExponentSign, isExponentNegative) = (true, negative)
      return true
    }
    return false
  }

  private mutating func acceptDigit(_ digit: UInt8) -> Bool {
    switch stage {
    case .start, .whole, .fraction:
      if stage == .start { stage = .whole }
      digitCount += 1
      if stage == .fraction { fractionCount += 1 }
      if digit != 0 || !digits.isEmpty { digits.append(digit) }
      return digitCount <= ExactDecimal.maximumParsedDigits
    case .exponentStart, .exponent:
      stage = .exponent
      exponentDigitCount += 1
      exponent = exponent * 10 + Int(digit)
      return exponent <= ExactDecimal.maximumExponent
    }
  }

  /// The power of ten of the last digit; `nil` for an unfinished number.
  func finish() -> Int? {
    guard digitCount > 0, stage != .exponentStart else { return nil }
    return (isExponentNegative ? -exponent : exponent) - fractionCount
  }
}
