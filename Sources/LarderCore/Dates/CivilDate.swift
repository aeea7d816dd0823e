package import FoundationEssentials

/// A day of the proleptic Gregorian calendar, years counted through zero.
package struct CivilDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = Self.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days after 1970-01-01.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = Self.floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days of a month, 1…12.
  package static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
  }
}

/// A date taken apart: whole seconds, and what is left of one.
package struct CivilTime: Hashable, Sendable {
  package static let secondsFrom1970To2001 = 978_307_200

  package var date: CivilDate
  package var secondOfDay: Int

  /// 0 ..< 1.
  package var fraction: Double

  /// The UTC day and time; `nil` for a date that is no number, or over 30 million years away.
  package init?(_ moment: Date, offsetInSeconds offset: Int = 0) {
    let seconds = moment.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e15 else { return nil }
    let whole = seconds.rounded(.down)
    self.init(
      secondsSince1970: Int(whole) + Self.secondsFrom1970To2001 + offset, fraction: seconds - whole)
  }

  package init(secondsSince1970 seconds: Int, fraction: Double) {
    let days = CivilDate.floorDivide(seconds, 86_400)
    date = CivilDate(daysSince1970: days)
    secondOfDay = seconds - days * 86_400
    self.fraction = fraction
  }

  package var moment: Date {
    let seconds = date.daysSince1970 * 86_400 + secondOfDay - Self.secondsFrom1970To2001
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// 1 for Sunday … 7 for Saturday.
  package var weekday: Int {
    let days = date.daysSince1970 + 4
    return days - CivilDate.floorDivide(days, 7) * 7 + 1
  }
}
