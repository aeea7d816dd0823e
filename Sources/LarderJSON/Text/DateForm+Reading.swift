import FoundationEssentials

extension DateForm {
  /// Reads a date in any of the textual forms; `nil` when the text is none.
  static func read(_ text: UnsafeRawBufferPointer) -> (date: Date, form: DateForm)? {
    guard text.count >= 8, text.count <= 40 else { return nil }
    var cursor = JSONCursor(text)
    return cursor.isAtDigit ? readNumeric(&cursor) : readNamed(&cursor)
  }

  static func read(_ text: String) -> (date: Date, form: DateForm)? {
    var text = text
    return text.withUTF8 { read(UnsafeRawBufferPointer($0)) }
  }

  /// The forms that start with a year.
  private static func readNumeric(_ cursor: inout JSONCursor) -> (date: Date, form: DateForm)? {
    guard let year = cursor.takeDigits(4), let separator = cursor.takeOne(of: "-/"),
      let month = cursor.takeDigits(2), cursor.take(separator), let day = cursor.takeDigits(2)
    else { return nil }
    var time = CalendarFields(year: year, month: month, day: day)
    if cursor.isAtEnd {
      return time.isValid ? (makeDate(time), .day(separator: separator)) : nil
    }
    var form = Timestamp(daySeparator: separator)
    guard let timeSeparator = cursor.takeOne(of: "Tt "), let hour = cursor.takeDigits(2),
      cursor.take(UInt8(ascii: ":")), let minute = cursor.takeDigits(2)
    else { return nil }
    form.timeSeparator = timeSeparator
    (time.hour, time.minute) = (hour, minute)
    form.hasSeconds = cursor.take(UInt8(ascii: ":"))
    var fraction = 0.0
    if form.hasSeconds {
      guard let second = cursor.takeDigits(2) else { return nil }
      time.second = second
      if cursor.take(UInt8(ascii: ".")) {
        guard let digits = cursor.takeFraction() else { return nil }
        form.fractionDigits = digits.count
        fraction = digits.value
      }
    }
    guard let zone = readZone(&cursor), cursor.isAtEnd, time.isValid else { return nil }
    form.zone = zone
    return (makeDate(time, fraction: fraction, offset: zone.minutes), .timestamp(form))
  }

  /// The forms that start with a name.
  private static func readNamed(_ cursor: inout JSONCursor) -> (date: Date, form: DateForm)? {
    if let month = cursor.takeName(of: monthNames) {
      guard cursor.take(space), let day = cursor.takeDigits(2), cursor.take(space),
        let year = cursor.takeDigits(4), cursor.isAtEnd
      else { return nil }
      let time = CalendarFields(year: year, month: month + 1, day: day)
      return time.isValid ? (makeDate(time), .monthDayYear) : nil
    }
    guard let weekday = cursor.takeName(of: weekdayNames), cursor.take(space),
      let month = cursor.takeName(of: monthNames), cursor.take(space),
      let day = cursor.takeDigits(2), cursor.take(space), let hour = cursor.takeDigits(2),
      cursor.take(UInt8(ascii: ":")), let minute = cursor.takeDigits(2),
      cursor.take(UInt8(ascii: ":")), let second = cursor.takeDigits(2), cursor.take(space),
      case .offset(let offset, .compact)? = readZone(&cursor), cursor.take(space),
      let year = cursor.takeDigits(4), cursor.isAtEnd
    else { return nil }
    let time = CalendarFields(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    guard time.isValid, time.weekday == weekday else { return nil }
    return (makeDate(time, offset: offset), .weekdayFirst(offset: offset))
  }

  private static func readZone(_ cursor: inout JSONCursor) -> Zone? {
    if cursor.isAtEnd { return Zone.none }
    if cursor.take(UInt8(ascii: "Z")) { return .zulu }
    guard let sign = cursor.takeOne(of: "+-"), let hours = cursor.takeDigits(2), hours < 24 else {
      return nil
    }
    let hasColon = cursor.take(UInt8(ascii: ":"))
    let minutes = cursor.takeDigits(2)
    guard (minutes ?? 0) < 60, !hasColon || minutes != nil else { return nil }
    let total = hours * 60 + (minutes ?? 0)
    // "-00:00" would come back as "+00:00".
    guard total != 0 || sign == UInt8(ascii: "+") else { return nil }
    let spelling: OffsetSpelling = hasColon ? .colon : minutes == nil ? .hours : .compact
    return .offset(sign == UInt8(ascii: "-") ? -total : total, spelling)
  }

  private static func makeDate(
    _ time: CalendarFields, fraction: Double = 0, offset: Int = 0
  ) -> Date {
    let seconds = time.secondsSince1970 - Int64(offset) * 60 - secondsFrom1970To2001
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  static let secondsFrom1970To2001: Int64 = 978_307_200

  private static let space = UInt8(ascii: " ")
}

extension DateForm.Zone {
  /// Minutes east of UTC; 0 where the text names no zone.
  var minutes: Int {
    switch self {
    case .none, .zulu: 0
    case .offset(let minutes, _): minutes
    }
  }
}

extension JSONCursor {
  /// Exactly so many digits.
  fileprivate mutating func takeDigits(_ count: Int) -> Int? {
    guard end - position >= count else { return nil }
    var value = 0
    for index in position..<position + count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += count
    return value
  }

  /// The digits behind a point, one to nine of them.
  fileprivate mutating func takeFraction() -> (value: Double, count: Int)? {
    var value = 0.0
    var scale = 1.0
    let start = position
    while isAtDigit, position - start < 10 {
      value = value * 10 + Double(byte &- UInt8(ascii: "0"))
      scale *= 10
      position += 1
    }
    let count = position - start
    return (1...9).contains(count) ? (value / scale, count) : nil
  }

  /// One of some bytes; returns the one met.
  fileprivate mutating func takeOne(of choices: StaticString) -> UInt8? {
    guard !isAtEnd else { return nil }
    let found = byte
    for index in 0..<choices.utf8CodeUnitCount where choices.utf8Start[index] == found {
      position += 1
      return found
    }
    return nil
  }

  /// One of some names of three letters; returns its index.
  fileprivate mutating func takeName(of names: [String]) -> Int? {
    guard end - position >= 3 else { return nil }
    let found = bytes[position..<position + 3]
    guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(found) }) else { return nil }
    position += 3
    return index
  }
}
