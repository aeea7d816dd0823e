public import FoundationEssentials

extension CalendarDuration {
  /// A date moved by months, then days, then milliseconds, in UTC and the proleptic Gregorian
  /// calendar.
  ///
  /// A day beyond the end of its month becomes the month's last: a month after January 31 is February
  /// 28 or 29. A date or a duration of more than 30 million years is moved by average months instead.
  public func added(to date: Date) -> Date {
    var moved = date
    if months != 0 || days != 0 {
      moved = movedByCalendar(date) ?? movedByAverages(date)
    }
    return moved.addingTimeInterval(Double(milliseconds) / 1000)
  }

  /// The opposite length; lengths at the very end of their range are cut to fit.
  public var negated: CalendarDuration {
    CalendarDuration(
      months: months == .min ? .max : -months, days: days == .min ? .max : -days,
      milliseconds: milliseconds == .min ? .max : -milliseconds)
  }

  private func movedByCalendar(_ date: Date) -> Date? {
    guard var time = CivilTime(date), abs(Double(months)) < 4e8, abs(Double(days)) < 1.2e10 else {
      return nil
    }
    let month = time.date.month - 1 + months
    let years = CivilDate.floorDivide(month, 12)
    time.date.year += years
    time.date.month = month - years * 12 + 1
    time.date.day = min(
      time.date.day, CivilDate.days(inMonth: time.date.month, ofYear: time.date.year))
    time.date = CivilDate(daysSince1970: time.date.daysSince1970 + days)
    return time.moment
  }

  private func movedByAverages(_ date: Date) -> Date {
    date.addingTimeInterval(Double(months) * 2_629_746 + Double(days) * 86_400)
  }
}
