import LarderCore

/// A moment as a date's text spells it: a day and a time of day.
struct CalendarFields: Hashable, Sendable {
  var date: CivilDate
  var hour = 0
  var minute = 0
  var second = 0

  init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    date = CivilDate(year: year, month: month, day: day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// `nil` outside the years 0 to 9999.
  init?(secondsSince1970 seconds: Int64) {
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    let days = CivilDate.floorDivide(Int(seconds), 86400)
    let rest = Int(seconds) - days * 86400
    date = CivilDate(daysSince1970: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// Whether every field stands in its range; years from 0 to 9999.
  var isValid: Bool {
    (0...9999).contains(date.year) && (1...12).contains(date.month) && date.day >= 1
      && date.day <= CivilDate.days(inMonth: date.month, ofYear: date.year)
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
  }

  var secondsSince1970: Int64 {
    Int64(date.daysSince1970) * 86400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// 0 for Sunday.
  var weekday: Int { ((date.daysSince1970 + 4) % 7 + 7) % 7 }
}
