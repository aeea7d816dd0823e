/// A moment as calendar fields in UTC, by the proleptic Gregorian calendar.
struct CivilTime: Hashable, Sendable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// Whether every field stands in its range; years from 0 to 9999.
  var isValid: Bool {
    (0...9999).contains(year) && (1...12).contains(month) && day >= 1
      && day <= Self.lengthOfMonth(month, year: year) && (0...23).contains(hour)
      && (0...59).contains(minute) && (0...59).contains(second)
  }

  var secondsSince1970: Int64 {
    Int64(Self.daysSince1970(year: year, month: month, day: day)) * 86400
      + Int64(hour * 3600 + minute * 60 + second)
  }

  /// 0 for Sunday.
  var weekday: Int {
    let days = Self.daysSince1970(year: year, month: month, day: day)
    return ((days + 4) % 7 + 7) % 7
  }
}

extension CivilTime {
  /// `nil` outside the years 0 to 9999.
  init?(secondsSince1970 seconds: Int64) {
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    let days = Int((seconds >= 0 ? seconds : seconds - 86399) / 86400)
    let rest = Int(seconds) - days * 86400
    // Counted in eras of 400 years that start on the first of March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  static func lengthOfMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
