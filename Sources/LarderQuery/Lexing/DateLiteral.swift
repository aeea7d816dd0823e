import LarderCore

/// A date as it was written: fields of a clock, and the clock's offset where one was given.
struct DateLiteral: Hashable, Sendable {
  /// Seconds since 1970 of a clock in UTC that shows the same fields.
  var secondsAsUTC: Int64
  var nanoseconds: Int

  /// Seconds east of UTC; `nil` for the zone of the session.
  var offset: Int?

  /// Reads `2024-02-29`, `2024-02-29T10:00`, with seconds, a fraction, and `Z` or `+02:00`.
  ///
  /// - Returns: The date and the offset after it; `nil` when the text is no date of the calendar.
  static func read(_ source: SourceText, at start: Int) -> (date: DateLiteral, end: Int)? {
    var reader = Reader(source: source, offset: start)
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2),
      reader.take("-"), let day = reader.digits(2),
      month >= 1, month <= 12, day >= 1, day <= CivilDate.days(inMonth: month, ofYear: year)
    else { return nil }
    var date = DateLiteral(
      secondsAsUTC: Int64(CivilDate(year: year, month: month, day: day).daysSince1970) * 86_400,
      nanoseconds: 0)
    guard reader.takesTime() else { return (date, reader.offset) }
    guard let time = reader.time() else { return nil }
    date.secondsAsUTC += Int64(time.seconds)
    date.nanoseconds = time.nanoseconds
    guard let zone = reader.zone() else { return nil }
    date.offset = zone.offset
    return (date, reader.offset)
  }
}

extension DateLiteral {
  private struct Reader {
    let source: SourceText
    var offset: Int

    mutating func digits(_ count: Int) -> Int? {
      var value = 0
      for index in 0..<count {
        guard source[offset + index].isDigit else { return nil }
        value = value * 10 + Int(source[offset + index] - 0x30)
      }
      offset += count
      return value
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard source[offset] == UInt8(sign) else { return false }
      offset += 1
      return true
    }

    mutating func takesTime() -> Bool {
      guard source[offset + 1].isDigit else { return false }
      return take("T") || take("t")
    }

    mutating func time() -> (seconds: Int, nanoseconds: Int)? {
      guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else {
        return nil
      }
      guard take(":") else { return (hour * 3600 + minute * 60, 0) }
      guard let second = digits(2), second < 60 else { return nil }
      return (hour * 3600 + minute * 60 + second, fraction())
    }

    mutating func fraction() -> Int {
      guard source[offset] == 0x2E, source[offset + 1].isDigit else { return 0 }
      offset += 1
      var (value, scale) = (0, 100_000_000)
      while source[offset].isDigit {
        value += Int(source[offset] - 0x30) * scale
        scale /= 10
        offset += 1
      }
      return value
    }

    /// The inner `nil` is no zone, the outer one a malformed zone.
    mutating func zone() -> (offset: Int?, Void)? {
      if take("Z") || take("z") { return (0, ()) }
      let sign = source[offset]
      guard sign == 0x2B || sign == 0x2D, source[offset + 1].isDigit else { return (nil, ()) }
      offset += 1
      guard let hour = digits(2), hour <= 18 else { return nil }
      _ = take(":")
      let minute = source[offset].isDigit ? digits(2) : 0
      guard let minute, minute < 60 else { return nil }
      return ((hour * 3600 + minute * 60) * (sign == 0x2D ? -1 : 1), ())
    }
  }
}
