@_spi(_Unicode) import Swift

import FoundationEssentials

extension SortKeys {
  /// A number for the first key of a row, never greater for an earlier row than for a later one.
  ///
  /// With it most comparisons of a sort are of two integers; equal numbers need a full comparison.
  func abbreviation(of keys: [Key]) -> UInt64 {
    guard let key = keys.first, let step = steps.first else { return 0 }
    let number: UInt64 =
      switch key {
      case .value(nil): 0
      case .value(let value?): value.abbreviation
      case .name(let name): AttributeValue.abbreviation(ofName: name.leadingBytes)
      }
    if number == 0 { return step.nilOrder < 0 ? 0 : .max }
    return step.isReversed ? ~number : number
  }
}

extension AttributeValue {
  /// Its place among the kinds in the highest four bits, then as much of the value as fits; 0 for null.
  fileprivate var abbreviation: UInt64 {
    let detail: UInt64 =
      switch self {
      case .bool(let flag): flag ? 1 : 0
      case .integer(let number): Self.abbreviation(of: Double(number))
      case .real(let number): Self.abbreviation(of: number)
      case .decimal(let number): Self.abbreviation(of: number.doubleValue)
      case .text(let text): Self.abbreviation(ofBytes: text.leadingCanonicalBytes)
      case .date(let date): Self.abbreviation(of: date.timeIntervalSinceReferenceDate)
      case .null, .uuid, .data, .array, .object, .identifier: 0
      }
    return UInt64(rank) << 60 | detail
  }

  fileprivate static func abbreviation(ofName bytes: [UInt8]) -> UInt64 {
    UInt64(AttributeValue.text("").rank) << 60 | abbreviation(ofBytes: bytes)
  }

  private static func abbreviation(ofBytes bytes: [UInt8]) -> UInt64 {
    (0..<7).reduce(0) { number, index in
      number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
    } << 4
  }

  /// The order of doubles as that of integers; NaN first.
  private static func abbreviation(of number: Double) -> UInt64 {
    if number.isNaN { return 0 }
    let bits = (number == 0 ? 0 : number).bitPattern
    return (bits >> 63 == 0 ? bits | 1 << 63 : ~bits) >> 4
  }
}

extension String {
  /// The first seven bytes of the composed form, which is what Swift orders text by.
  fileprivate var leadingCanonicalBytes: [UInt8] {
    let start = Array(utf8.prefix(8))
    // Only ASCII followed by ASCII is sure to be in composed form.
    if start.allSatisfy({ $0 < 0x80 }) { return Array(start.prefix(7)) }
    var bytes: [UInt8] = []
    for scalar in _nfc {
      bytes.append(contentsOf: String(scalar).utf8)
      if bytes.count >= 7 { break }
    }
    return bytes
  }
}
