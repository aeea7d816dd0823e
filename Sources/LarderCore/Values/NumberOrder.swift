/// Exact comparison of numbers of different kinds, never through rounding.
public enum NumberOrder {
  /// -1, 0 or 1; `nil` when a value is no number, or NaN.
  public static func compare(_ left: AttributeValue, _ right: AttributeValue) -> Int? {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a == b ? 0 : a < b ? -1 : 1
    case (.real(let a), .real(let b)): compare(a, b)
    case (.integer(let a), .real(let b)): compare(a, b)
    case (.real(let a), .integer(let b)): compare(b, a).map { -$0 }
    case (.decimal(let a), .decimal(let b)): a.compare(to: b)
    case (.decimal(let a), .integer(let b)): a.compare(to: b)
    case (.integer(let a), .decimal(let b)): -b.compare(to: a)
    case (.decimal(let a), .real(let b)): a.compare(to: b)
    case (.real(let a), .decimal(let b)): b.compare(to: a).map { -$0 }
    default: nil
    }
  }

  /// -1, 0 or 1; `nil` for NaN.
  ///
  /// Zero and minus zero are equal.
  public static func compare(_ left: Double, _ right: Double) -> Int? {
    left < right ? -1 : left > right ? 1 : left == right ? 0 : nil
  }

  /// -1, 0 or 1; `nil` for NaN.
  public static func compare(_ left: Int64, _ right: Double) -> Int? {
    if right.isNaN { return nil }
    if right >= 0x1p63 { return -1 }
    if right < -0x1p63 { return 1 }
    let whole = Int64(right)
    if left != whole { return left < whole ? -1 : 1 }
    let fraction = right - right.rounded(.towardZero)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }
}
