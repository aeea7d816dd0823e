import FoundationEssentials
import LarderCore

extension DateForm {
  /// The date in this form, without quotes, cut to what the form holds; `nil` outside the years 0 to
  /// 9999, which no form can hold.
  func text(of date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    switch self {
    case .secondsSince2001: return Self.numberText(seconds)
    case .secondsSince1970: return Self.numberText(date.timeIntervalSince1970)
    case .millisecondsSince1970: return Self.numberText(date.timeIntervalSince1970 * 1000)
    case .day(let separator):
      return Self.fields(seconds, digits: 0, offset: 0).map { Self.dayText($0.time, separator) }
    case .timestamp(let form):
      return Self.fields(seconds, digits: form.fractionDigits, offset: form.zone.minutes).map {
        form.text(of: $0.time, fraction: $0.fraction)
      }
    case .monthDayYear:
      return Self.fields(seconds, digits: 0, offset: 0).map { time, _ in
        "\(Self.monthNames[time.date.month - 1]) \(padded(time.date.day)) \(padded(time.date.year, 4))"
      }
    case .weekdayFirst(let offset):
      return Self.fields(seconds, digits: 0, offset: offset).map { time, _ in
        "\(Self.weekdayNames[time.weekday]) \(Self.monthNames[time.date.month - 1]) \(padded(time.date.day)) "
          + "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second)) "
          + "\(Zone.offset(offset, .compact).text) \(padded(time.date.year, 4))"
      }
    }
  }

  /// The first form, from this one on, that holds a date to its last bit.
  ///
  /// A form without seconds, fraction or time is widened until it does.
  func widened(toHold date: Date) -> DateForm {
    if holds(date) { return self }
    var form = Timestamp()
    if case .timestamp(let own) = self { form = own }
    form.hasSeconds = true
    for digits in [form.fractionDigits, 3, 6, 9] where digits >= form.fractionDigits {
      form.fractionDigits = digits
      if Self.timestamp(form).holds(date) { break }
    }
    return .timestamp(form)
  }

  private func holds(_ date: Date) -> Bool {
    guard !isNumeric else { return true }
    return text(of: date).flatMap(Self.read)?.date == date
  }

  /// The calendar fields at an offset, and the fraction of a second as an integer of so many digits.
  private static func fields(
    _ secondsSince2001: Double, digits: Int, offset: Int
  ) -> (time: CalendarFields, fraction: Int)? {
    guard secondsSince2001.magnitude < 1e12 else { return nil }
    var whole = secondsSince2001.rounded(.down)
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    var fraction = ((secondsSince2001 - whole) * scale).rounded()
    if digits == 0 {
      fraction = 0
    } else if fraction >= scale {
      fraction = 0
      whole += 1
    }
    let seconds = Int64(whole) + secondsFrom1970To2001 + Int64(offset) * 60
    return CalendarFields(secondsSince1970: seconds).map { ($0, Int(fraction)) }
  }

  fileprivate static func dayText(_ time: CalendarFields, _ separator: UInt8) -> String {
    let mark = String(UnicodeScalar(separator))
    return
      "\(padded(time.date.year, 4))\(mark)\(padded(time.date.month))\(mark)\(padded(time.date.day))"
  }

  /// Without a point where the number is whole.
  private static func numberText(_ number: Double) -> String? {
    guard number.magnitude < 1e16 else { return nil }
    return number == number.rounded() ? String(Int64(number)) : number.description
  }
}

extension DateForm.Timestamp {
  fileprivate func text(of time: CalendarFields, fraction: Int) -> String {
    var text = DateForm.dayText(time, daySeparator) + String(UnicodeScalar(timeSeparator))
    text += "\(padded(time.hour)):\(padded(time.minute))"
    if hasSeconds { text += ":\(padded(time.second))" }
    if fractionDigits > 0 { text += ".\(padded(fraction, fractionDigits))" }
    return text + zone.text
  }
}

extension DateForm.Zone {
  fileprivate var text: String {
    switch self {
    case .none: return ""
    case .zulu: return "Z"
    case .offset(let minutes, let spelling):
      let sign = minutes < 0 ? "-" : "+"
      let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
      switch spelling {
      case .colon: return "\(sign)\(padded(hours)):\(padded(rest))"
      case .compact: return "\(sign)\(padded(hours))\(padded(rest))"
      case .hours: return "\(sign)\(padded(hours))"
      }
    }
  }
}

private func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
