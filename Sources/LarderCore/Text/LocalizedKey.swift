/// A text prepared for the order that a person expects of names.
///
/// Compared first by letters without case and accents, runs of digits as numbers, spaces before
/// punctuation, symbols, digits and letters; then by accents; then by case, lower case first; at last
/// by Swift's order, so that only canonically equivalent texts are equal. No language's own
/// alphabet is followed: ø sorts with o and æ with ae.
public struct LocalizedKey: Sendable {
  private let text: String

  /// Letters and numbers so encoded that the order of bytes is theirs.
  private let primary: [UInt8]

  public init(_ text: String) {
    self.text = text
    primary = Self.primary(of: text)
  }

  /// The first bytes of what is compared first.
  var leadingBytes: [UInt8] { Array(primary.prefix(7)) }

  /// -1, 0 or 1.
  public func compare(to other: LocalizedKey) -> Int {
    let order = Self.order(primary, other.primary)
    if order != 0 { return order }
    if text == other.text { return 0 }
    let accents = Self.order(
      TextFolding.bytes(of: text, .caseInsensitive),
      TextFolding.bytes(of: other.text, .caseInsensitive))
    return accents != 0 ? accents : compareCase(to: other)
  }

  private func compareCase(to other: LocalizedKey) -> Int {
    let order = Self.order(caseKey, other.caseKey)
    return order != 0 ? order : TextOrder.compare(text, other.text)
  }

  /// A byte a scalar, so that lower case comes first.
  private var caseKey: [UInt8] {
    TextFolding.folded(text, []).unicodeScalars.map { $0.properties.isLowercase ? 0 : 1 }
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left == right { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}

extension TextFolding {
  /// The order a person expects of two names: -1, 0 or 1; see ``LocalizedKey``.
  public static func localizedOrder(_ left: String, _ right: String) -> Int {
    LocalizedKey(left).compare(to: LocalizedKey(right))
  }
}

extension LocalizedKey {
  private enum Class: UInt8 { case space = 1, punctuation, symbol, number, letter }

  private static func primary(of text: String) -> [UInt8] {
    var key: [UInt8] = []
    var digits: [UInt8] = []
    let folded = TextFolding.folded(text, [.caseInsensitive, .diacriticInsensitive])
    for scalar in folded.unicodeScalars {
      if let digit = digit(scalar) {
        digits.append(digit)
        continue
      }
      append(number: &digits, to: &key)
      key.append(kind(of: scalar).rawValue)
      if let letters = plainLetters(for: scalar) {
        key.append(contentsOf: letters.utf8.flatMap { [$0, Class.letter.rawValue] }.dropLast())
      } else {
        key.append(contentsOf: String(scalar).utf8)
      }
    }
    append(number: &digits, to: &key)
    return key
  }

  /// Appends a run of digits as its length without leading zeros, then its digits.
  private static func append(number digits: inout [UInt8], to key: inout [UInt8]) {
    guard !digits.isEmpty else { return }
    let significant = digits.drop { $0 == 0 }
    key.append(Class.number.rawValue)
    withUnsafeBytes(of: UInt32(clamping: significant.count).bigEndian) {
      key.append(contentsOf: $0)
    }
    key.append(contentsOf: significant)
    digits.removeAll(keepingCapacity: true)
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII {
      let value = scalar.value &- 0x30
      return value < 10 ? UInt8(value) : nil
    }
    guard scalar.properties.generalCategory == .decimalNumber else { return nil }
    return scalar.properties.numericValue.flatMap { UInt8(exactly: $0) }
  }

  private static func kind(of scalar: Unicode.Scalar) -> Class {
    if scalar.isASCII, scalar.properties.isAlphabetic { return .letter }
    return switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format: .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      .punctuation
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
    case .letterNumber, .otherNumber: .number
    default: .letter
    }
  }

  /// Letters without a decomposition that sort with others.
  private static func plainLetters(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "æ": "ae"
    case "œ": "oe"
    case "ø": "o"
    case "đ", "ð": "d"
    case "ł": "l"
    case "ħ": "h"
    case "ı": "i"
    default: nil
    }
  }
}
