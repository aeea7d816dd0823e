public import FoundationEssentials

extension DateText {
  /// The moment that a whole text names, or `nil` when it names none.
  ///
  /// `defaultOffset` is the zone of a text without one, in seconds east of UTC.
  public static func parse(_ text: some StringProtocol, defaultOffset: Int = 0) -> Date? {
    var text = String(text)
    return text.withUTF8 { parse(utf8: $0, defaultOffset: defaultOffset) }
  }

  /// The moment that a whole text in UTF-8 names, or `nil` when it names none.
  ///
  /// Takes any bytes; `defaultOffset` is as for ``parse(_:defaultOffset:)``.
  public static func parse(
    utf8 bytes: UnsafeBufferPointer<UInt8>, defaultOffset: Int = 0
  ) -> Date? {
    guard bytes.count <= 64 else { return nil }
    var reader = DateReader(bytes: bytes)
    return reader.read(defaultOffset: defaultOffset)
  }
}

/// A cursor over the bytes of a date's text.
private struct DateReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func read(defaultOffset: Int) -> Date? {
    guard let date = readDay() else { return nil }
    var time = CivilTime(secondsSince1970: date.daysSince1970 * 86_400, fraction: 0)
    var offset = defaultOffset
    if !isAtEnd {
      guard accept("T") || accept("t") || accept(" "), readClock(into: &time) else { return nil }
      if !isAtEnd {
        guard let zone = readZone(), isAtEnd else { return nil }
        offset = zone
      }
    }
    return time.moment.addingTimeInterval(-Double(offset))
  }

  private var isAtEnd: Bool { place >= bytes.count }

  private mutating func readDay() -> CivilDate? {
    let isNegative = accept("-")
    let isSigned = isNegative || accept("+")
    let yearDigits = isSigned ? digitCount(atMost: 7) : 4
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
    let count = digitCount(atMost: bytes.count)
    guard count > 0 else { return false }
    let fraction = UnsafeBufferPointer(rebasing: bytes[place..<place + count])
    place += count
    time.fraction = Double("0." + String(decoding: fraction, as: UTF8.self)) ?? 0
    return true
  }

  private mutating func readZone() -> Int? {
    if accept("Z") || accept("z") { return 0 }
    let isWest = accept("-")
    guard isWest || accept("+"), let hours = digits(2), hours <= 23 else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = accept(":")
      guard let number = digits(2), number < 60 else { return nil }
      minutes = number
    }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Exactly so many digits as a number.
  private mutating func digits(_ count: Int) -> Int? {
    guard digitCount(atMost: count) == count else { return nil }
    var number = 0
    for byte in bytes[place..<place + count] { number = number * 10 + Int(byte & 0xF) }
    place += count
    return number
  }

  /// How many digits follow.
  private func digitCount(atMost limit: Int) -> Int {
    bytes[place...].prefix(limit).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      .count
  }
}
