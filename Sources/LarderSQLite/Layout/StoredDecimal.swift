import LarderCore

/// Numbers of any length as texts.
enum StoredDecimal {
  /// The text of a number; `nil` for NaN, an infinity and what is no number.
  static func text(of value: AttributeValue) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .real(let number): number.isFinite ? "\(number)" : nil
    case .decimal(let number): number.description
    default: nil
    }
  }

  /// The number as the kind that holds it exactly as it is written: a real is its shortest text.
  static func value(of text: String) -> AttributeValue? {
    if let integer = Int64(text) { return .integer(integer) }
    guard let decimal = ExactDecimal(text) else { return nil }
    let real = decimal.doubleValue
    if real.isFinite, ExactDecimal("\(real)") == decimal { return .real(real) }
    return .decimal(decimal)
  }
}
