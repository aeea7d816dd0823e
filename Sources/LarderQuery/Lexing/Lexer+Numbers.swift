import LarderCore

extension Lexer {
  /// A number, a duration, or a date that lacks its sign.
  mutating func number(from start: Int) {
    if dialect == .query, dateWithoutSign(from: start) { return }
    if source[start] == UInt8(ascii: "0"), let base = Self.bases[source[start + 1] | 0x20] {
      return prefixedInteger(from: start, base: base)
    }
    let parts = decimalParts(from: start)
    offset = parts.end
    let unitLength = identifierLength(at: offset)
    if unitLength == 0 { return append(.number(literal(parts, from: start)), from: start) }
    if dialect == .query, parts.exponent == nil, duration(from: start) { return }
    offset = parts.end + unitLength
    report(
      .malformedNumber, "`\(source.excerpt(start..<offset))` is neither a number nor a duration",
      at: start..<offset, help: "durations end in y, mo, w, d, h, min, s or ms")
    append(.number(literal(parts, from: start)), from: start)
  }

  private static let bases: [UInt8: Int] = [
    UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
  ]

  /// A decimal number in pieces; underscores are skipped.
  struct DecimalParts {
    var digits: [UInt8] = []
    var fractionCount = 0
    /// The power after `e`; `nil` without one.
    var exponent: Int?
    var isOutOfRange = false
    var end: Int

    var isInteger: Bool { fractionCount == 0 && exponent == nil }

    var exact: ExactDecimal {
      ExactDecimal(isNegative: false, digits: digits, exponent: (exponent ?? 0) - fractionCount)
    }
  }

  func decimalParts(from start: Int) -> DecimalParts {
    var parts = DecimalParts(end: start)
    appendDigits(&parts)
    let point = parts.end
    if source[point] == UInt8(ascii: "."), source[point + 1].isDigit {
      parts.end += 1
      let count = parts.digits.count
      appendDigits(&parts)
      parts.fractionCount = parts.digits.count - count
    }
    readExponent(&parts)
    return parts
  }

  private func appendDigits(_ parts: inout DecimalParts) {
    while source[parts.end].isDigit || source[parts.end] == UInt8(ascii: "_") {
      if source[parts.end].isDigit { parts.digits.append(source[parts.end] - 0x30) }
      parts.end += 1
    }
  }

  private func readExponent(_ parts: inout DecimalParts) {
    guard source[parts.end] | 0x20 == UInt8(ascii: "e") else { return }
    var end = parts.end + 1
    let isNegative = source[end] == UInt8(ascii: "-")
    if isNegative || source[end] == UInt8(ascii: "+") { end += 1 }
    guard source[end].isDigit else { return }
    var value = 0
    while source[end].isDigit {
      value = min(value * 10 + Int(source[end] - 0x30), 1_000_000_000)
      end += 1
    }
    parts.isOutOfRange = value == 1_000_000_000
    parts.exponent = isNegative ? -value : value
    parts.end = end
  }

  private mutating func literal(_ parts: DecimalParts, from start: Int) -> NumberLiteral {
    if parts.isOutOfRange {
      report(
        .numberOutOfRange, "the exponent of `\(source.excerpt(start..<parts.end))` is too large",
        at: start..<parts.end)
    }
    let exact = parts.exact
    let text = source.text(start..<parts.end).filter { $0 != "_" }
    if parts.isInteger {
      return NumberLiteral(value: Int64(text).map { .integer($0) } ?? .decimal(exact), exact: exact)
    }
    guard let real = Double(text), real.isFinite, real != 0 || exact.digits.isEmpty else {
      return NumberLiteral(value: .decimal(exact), exact: exact)
    }
    return NumberLiteral(value: .real(real), exact: exact)
  }

  private mutating func prefixedInteger(from start: Int, base: Int) {
    offset = start + 2
    var value: Int64? = 0
    let digitsStart = offset
    while identifierLength(at: offset) > 0 || source[offset].isDigit {
      if source[offset] != UInt8(ascii: "_") {
        let digit = source[offset].digitValue.map(Int64.init)
        guard let digit, digit < base else { break }
        value = value.flatMap { Self.appended(digit, to: $0, base: Int64(base)) }
      }
      offset += 1
    }
    let rest = source[offset].isDigit ? 1 : identifierLength(at: offset)
    if rest > 0 || offset == digitsStart {
      offset += rest
      report(
        .malformedNumber, "`\(source.excerpt(start..<offset))` is not a number of base \(base)",
        at: start..<offset)
    } else if value == nil {
      report(
        .numberOutOfRange,
        "`\(source.excerpt(start..<offset))` is larger than an integer can be",
        at: start..<offset, help: "use a value up to \(Int64.max)")
    }
    let digits = String(value ?? 0).utf8.map { $0 - 0x30 }
    append(
      .number(
        NumberLiteral(
          value: .integer(value ?? 0),
          exact: ExactDecimal(isNegative: false, digits: digits, exponent: 0))), from: start)
  }

  private static func appended(_ digit: Int64, to value: Int64, base: Int64) -> Int64? {
    let (product, isOver) = value.multipliedReportingOverflow(by: base)
    let (sum, isSumOver) = product.addingReportingOverflow(digit)
    return isOver || isSumOver ? nil : sum
  }
}
