public import FoundationEssentials

/// Dates as ISO 8601 text.
///
/// Read are `2024-02-29`, `2024-02-29T10:00`, `…:30`, `…:30.125` with `T`, `t` or a space between, and
/// after a time `Z`, `z`, `+01:00`, `+0100` or `+01`. Years have four digits, or a sign and four to six.
public enum DateText {
  /// The moment that a whole text names, or `nil` when it names none.
  ///
  /// `defaultOffset` is the zone of a text without one, in seconds east of UTC.
  public static func parse(_ text: some StringProtocol, defaultOffset: Int = 0) -> Date? {
    parse(utf8: Array(text.utf8)[...], defaultOffset: defaultOffset)
  }

  /// The moment that a whole text in UTF-8 names, or `nil` when it names none.
  ///
  /// Takes any bytes; `defaultOffset` is as for ``parse(_:defaultOffset:)``.
  public static func parse(utf8 bytes: ArraySlice<UInt8>, defaultOffset: Int = 0) -> Date? {
    guard bytes.count <= 64 else { return nil }
    var reader = DateReader(bytes: bytes)
    return reader.read(defaultOffset: defaultOffset)
  }

  /// `2024-02-29T10:00:30.125Z`: a fraction only where there is one, with three or six digits.
  ///
  /// A date more than 30 million years away gives its seconds since 2001 as a number. `offset` is the
  /// zone to print in, in seconds east of UTC, whole minutes.
  public static func text(for date: Date, offset: Int = 0) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e15 else { return "\(seconds)" }
    var whole = Int(seconds.rounded(.down))
    var micros = Int(((seconds - seconds.rounded(.down)) * 1e6).rounded())
    if micros >= 1_000_000 { (whole, micros) = (whole + 1, 0) }
    let time = CivilTime(
      secondsSince1970: whole + CivilTime.secondsFrom1970To2001 + offset, fraction: 0)
    let (minutes, second) = time.secondOfDay.quotientAndRemainder(dividingBy: 60)
    let clock = "\(padded(minutes / 60)):\(padded(minutes % 60)):\(padded(second))"
    return day(time.date) + "T" + clock + fraction(micros) + zone(offset)
  }

  /// `2024-02-29`.
  package static func day(_ date: CivilDate) -> String {
    let year = date.year
    let digits =
      (0...9999).contains(year)
      ? padded(year, 4) : (year < 0 ? "-" : "+") + padded(abs(year), 6)
    return "\(digits)-\(padded(date.month))-\(padded(date.day))"
  }

  private static func fraction(_ micros: Int) -> String {
    if micros == 0 { return "" }
    return micros % 1000 == 0 ? "." + padded(micros / 1000, 3) : "." + padded(micros, 6)
  }

  private static func zone(_ offset: Int) -> String {
    if offset == 0 { return "Z" }
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + "\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A cursor over the bytes of a date's text.
private struct DateReader {
  var bytes: ArraySlice<UInt8>

  mutating func read(defaultOffset: Int) -> Date? {
    guard let date = readDay() else { return nil }
    var time = CivilTime(secondsSince1970: date.daysSince1970 * 86_400, fraction: 0)
    var offset = defaultOffset
    if !bytes.isEmpty {
      guard accept("T") || accept("t") || accept(" "), readClock(into: &time) else { return nil }
      if !bytes.isEmpty {
        guard let zone = readZone(), bytes.isEmpty else { return nil }
        offset = zone
      }
    }
    return time.moment.addingTimeInterval(-Double(offset))
  }

  private mutating func readDay() -> CivilDate? {
    let isNegative = accept("-")
    let isSigned = isNegative || accept("+")
    let yearDigits = isSigned ? bytes.prefix(7).prefix { isDigit($0) }.count : 4
    guard (4...6).contains(yearDigits), let year = digits(yearDigits), accept("-"),
      let month = digits(2), (1...12).contains(month), accept("-"), let day = digits(2)
    else { return nil }
    let signedYear = isNegative ? -year : year
    guard day >= 1, day <= CivilDate.days(inMonth: month, ofYear: signedYear) else { return nil }
    return CivilDate(year: signedYear, month: month, day: day)
  }

  private mutating func readClock(into time: inout CivilTime) -> Bool {
    guard let hour = digits(2), hour < 24, accept(":"), let minute = digits(2), minute < 60 else {
      return false
    }
    time.secondOfDay = hour * 3600 + minute * 60
    guard accept(":") else { return true }
    // A leap second is the first of the next minute.
    guard let second = digits(2), second <= 60 else { return false }
    time.secondOfDay += second
    guard accept(".") || accept(",") else { return true }
    let fraction = bytes.prefix { isDigit($0) }
    guard !fraction.isEmpty else { return false }
    bytes = bytes.dropFirst(fraction.count)
    time.fraction = Double("0." + String(decoding: fraction, as: UTF8.self)) ?? 0
    return true
  }

  private mutating func readZone() -> Int? {
    if accept("Z") || accept("z") { return 0 }
    let isWest = accept("-")
    guard isWest || accept("+"), let hours = digits(2), hours <= 23 else { return nil }
    var minutes = 0
    if !bytes.isEmpty {
      _ = accept(":")
      guard let number = digits(2), number < 60 else { return nil }
      minutes = number
    }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let byte = bytes.first, byte == UInt8(ascii: character) else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  /// Exactly so many digits as a number.
  private mutating func digits(_ count: Int) -> Int? {
    let text = bytes.prefix(count)
    guard text.count == count, text.allSatisfy(isDigit) else { return nil }
    bytes = bytes.dropFirst(count)
    return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
