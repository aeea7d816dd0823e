import LarderCore

extension Lexer {
  /// `@2024-02-29`, or a word such as `@count`.
  mutating func at(from start: Int) {
    if dialect == .query, source[start + 1].isDigit { return date(from: start, sign: 1) }
    let length = identifierLength(at: start + 1)
    if length > 0, dialect == .query {
      offset = start + 1 + length
      return append(.atWord(source.text(start + 1..<offset)), from: start)
    }
    offset = start + 1
    if dialect == .query {
      report(.malformedDate, "expected a date after `@`", at: start..<offset, help: Self.dateHelp)
    }
    append(.symbol(.at), from: start)
  }

  private static let dateHelp = "write a date as `@2024-02-29` or `@2024-02-29T10:00Z`"

  private mutating func date(from start: Int, sign: Int) {
    let run = dateRun(from: start + sign)
    if let (date, end) = DateLiteral.read(source, at: start + sign), end == run {
      offset = end
      return append(.date(date), from: start)
    }
    offset = run
    report(
      .malformedDate, "`\(source.excerpt(start..<offset))` is no date of the calendar",
      at: start..<offset, help: Self.dateHelp)
    append(.date(DateLiteral(secondsAsUTC: 0, nanoseconds: 0, offset: 0)), from: start)
  }

  /// Where the characters that may belong to a date end.
  private func dateRun(from start: Int) -> Int {
    var end = start
    while true {
      let (byte, next) = (source[end], source[end + 1])
      let isJoint = byte == 0x2D || byte == 0x2B || byte == 0x3A || byte == 0x2E
      guard byte.isDigit || byte.isASCIILetter || (isJoint && next.isDigit) else {
        return end
      }
      end += 1
    }
  }

  /// `1990-01-01` without `@`, which would be a subtraction.
  mutating func dateWithoutSign(from start: Int) -> Bool {
    let shape: [UInt8] = Array("0000-00-00".utf8)
    let fits = shape.indices.allSatisfy {
      shape[$0] == 0x30 ? source[start + $0].isDigit : source[start + $0] == shape[$0]
    }
    guard fits, !source[start + 10].isDigit, let (date, end) = DateLiteral.read(source, at: start)
    else { return false }
    offset = end
    report(
      .dateWithoutSign, "a date needs `@` before it", at: start..<end,
      help: "write `@\(source.excerpt(start..<end))`",
      replacement: Diagnostic.Replacement(start..<start, with: "@"))
    append(.date(date), from: start)
    return true
  }

  /// `7d`, `90min`, `1h30min`; false when the letters are no unit.
  mutating func duration(from start: Int) -> Bool {
    var total = CalendarDuration()
    var position = start
    while source[position].isDigit {
      let parts = decimalParts(from: position)
      let unitLength = unitLength(at: parts.end)
      let end = parts.end + unitLength
      guard unitLength > 0, let unit = unit(source.text(parts.end..<end), parts.end..<end) else {
        return false
      }
      guard let sum = Self.add(parts, of: unit, to: total) else {
        report(
          .numberOutOfRange, "`\(source.excerpt(start..<end))` is no length of time that fits",
          at: start..<end, help: "y, mo, w and d take whole numbers")
        break
      }
      total = sum
      position = end
      if identifierLength(at: end) > 0 { return false }
    }
    offset = max(position, offset + identifierLength(at: offset))
    append(.duration(total), from: start)
    return true
  }

  /// Letters only, so that `1h30min` is two.
  private func unitLength(at start: Int) -> Int {
    var end = start
    while source[end].isASCIILetter { end += 1 }
    return end - start
  }

  private enum Unit { case months(Int), days(Int), milliseconds(Int) }

  private mutating func unit(_ text: String, _ span: Range<Int>) -> Unit? {
    switch text {
    case "y": return .months(12)
    case "mo": return .months(1)
    case "w": return .days(7)
    case "d": return .days(1)
    case "h": return .milliseconds(3_600_000)
    case "min": return .milliseconds(60_000)
    case "s": return .milliseconds(1_000)
    case "ms": return .milliseconds(1)
    case "m":
      report(
        .ambiguousUnit, "`m` could be months or minutes", at: span,
        help: "write `mo` for months or `min` for minutes")
      return .milliseconds(60_000)
    default: return nil
    }
  }

  private static func add(
    _ parts: DecimalParts, of unit: Unit, to total: CalendarDuration
  ) -> CalendarDuration? {
    guard parts.digits.count <= 15 else { return nil }
    let number = parts.digits.reduce(0) { $0 * 10 + Int($1) }
    let divisor = (0..<parts.fractionCount).reduce(1) { product, _ in product * 10 }
    var result = total
    switch unit {
    case .months(let size):
      guard divisor == 1, number <= 1_000_000 else { return nil }
      result.months += number * size
    case .days(let size):
      guard divisor == 1, number <= 100_000_000 else { return nil }
      result.days += number * size
    case .milliseconds(let size):
      let (product, isOver) = number.multipliedReportingOverflow(by: size)
      guard !isOver, product % divisor == 0 else { return nil }
      let (sum, isSumOver) = result.milliseconds.addingReportingOverflow(Int64(product / divisor))
      guard !isSumOver else { return nil }
      result.milliseconds = sum
    }
    guard result.months <= 100_000_000, result.days <= 1_000_000_000 else { return nil }
    return result
  }
}
