import FoundationEssentials
import LarderCore
import Testing

@Suite struct DateTextTests {
  @Test(arguments: [
    ("2001-01-01", "2001-01-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("2024-02-29T10:00", "2024-02-29T10:00:00Z"), ("2024-02-29T10:00:30Z", "2024-02-29T10:00:30Z"),
    ("2024-02-29 10:00:30", "2024-02-29T10:00:30Z"), ("2024-02-29t10:00z", "2024-02-29T10:00:00Z"),
    ("2024-02-29T10:00:30.125Z", "2024-02-29T10:00:30.125Z"),
    ("2024-02-29T10:00:30.5", "2024-02-29T10:00:30.500Z"),
    ("2024-02-29T10:00:30.000125Z", "2024-02-29T10:00:30.000125Z"),
    ("2024-02-29T00:30:00+01:00", "2024-02-28T23:30:00Z"),
    ("2024-02-29T23:30:00-0130", "2024-03-01T01:00:00Z"),
    ("2024-02-29T10:00+05", "2024-02-29T05:00:00Z"),
    ("1969-12-31T23:59:59.750Z", "1969-12-31T23:59:59.750Z"),
    ("0001-01-01", "0001-01-01T00:00:00Z"),
    ("-0044-03-15", "-000044-03-15T00:00:00Z"), ("+012024-01-01", "+012024-01-01T00:00:00Z"),
    ("1900-02-28T23:59:60Z", "1900-03-01T00:00:00Z"), ("2000-02-29", "2000-02-29T00:00:00Z"),
    ("2024-02-29T10:00:30.99999999Z", "2024-02-29T10:00:31Z"),
  ])
  func aDateIsReadAndPrinted(_ source: String, _ printed: String) throws {
    let date = try #require(DateText.parse(source))

    #expect(DateText.text(for: date) == printed)
    #expect(DateText.parse(printed).map { abs($0.timeIntervalSince(date)) < 1e-6 } == true)
  }

  @Test(arguments: [
    "", "2024", "2024-2-9", "2024-13-01", "2023-02-29", "1900-02-29", "2024-00-10", "2024-01-00",
    "2024-01-01T", "2024-01-01T25:00", "2024-01-01T10", "2024-01-01T10:60", "2024-01-01T10:00:61",
    "2024-01-01T10:00:00.", "2024-01-01T10:00:00.5x", "2024-01-01Z", "2024-01-01T10:00+24:00",
    "2024-01-01T10:00ZZ", " 2024-01-01", "2024-01-01 ", "20240101", "2024/01/01", "+1234567-01-01",
    "2024-01-01T10:00:00+1", "٢٠٢٤-01-01",
    "2024-01-01T10:00:00." + String(repeating: "9", count: 80),
  ])
  func whatIsNoDateIsNotRead(_ source: String) {
    #expect(DateText.parse(source) == nil)
  }

  @Test func aTextWithoutAZoneTakesTheDefault() throws {
    let date = try #require(DateText.parse("2024-02-29T10:00", defaultOffset: 7200))

    #expect(DateText.text(for: date) == "2024-02-29T08:00:00Z")
    #expect(DateText.text(for: date, offset: 7200) == "2024-02-29T10:00:00+02:00")
    #expect(DateText.text(for: date, offset: -12_600) == "2024-02-29T04:30:00-03:30")
    #expect(DateText.parse("2024-02-29T08:00Z", defaultOffset: 7200) == date)
  }

  @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e16])
  func aDateBeyondTheCalendarIsPrintedAsANumber(_ seconds: Double) {
    #expect(DateText.text(for: Date(timeIntervalSinceReferenceDate: seconds)) == "\(seconds)")
  }

  @Test func everyDayOfFourCenturiesComesBack() throws {
    for day in stride(from: -150_000.0, through: 150_000, by: 97) {
      let date = Date(timeIntervalSinceReferenceDate: day * 86_400 + 3_661)
      #expect(DateText.parse(DateText.text(for: date)) == date)
    }
  }
}

@Suite struct CalendarDurationTests {
  @Test(arguments: [
    ("2024-01-31", CalendarDuration(months: 1), "2024-02-29T00:00:00Z"),
    ("2023-01-31", CalendarDuration(months: 1), "2023-02-28T00:00:00Z"),
    ("2024-02-29", CalendarDuration(months: 12), "2025-02-28T00:00:00Z"),
    ("2024-03-31T10:30", CalendarDuration(months: -1), "2024-02-29T10:30:00Z"),
    ("2024-01-15", CalendarDuration(months: -13), "2022-12-15T00:00:00Z"),
    ("2024-01-31", CalendarDuration(months: 1, days: 1), "2024-03-01T00:00:00Z"),
    ("2024-02-28", CalendarDuration(days: 2), "2024-03-01T00:00:00Z"),
    ("2024-01-01", CalendarDuration(milliseconds: -250), "2023-12-31T23:59:59.750Z"),
    ("2024-01-01", CalendarDuration(days: 7, milliseconds: 5_400_000), "2024-01-08T01:30:00Z"),
    ("0000-03-01", CalendarDuration(days: -1), "0000-02-29T00:00:00Z"),
  ])
  func aDateMovesByCalendarUnits(
    _ start: String, _ duration: CalendarDuration, _ end: String
  ) throws {
    let date = try #require(DateText.parse(start))

    #expect(DateText.text(for: duration.added(to: date)) == end)
  }

  @Test(arguments: [
    CalendarDuration(months: .max, days: .max, milliseconds: .max),
    CalendarDuration(months: .min, days: .min, milliseconds: .min),
  ])
  func anAbsurdDurationDoesNotTrap(_ duration: CalendarDuration) {
    let far = Date(timeIntervalSinceReferenceDate: 1e300)

    #expect(duration.added(to: far).timeIntervalSinceReferenceDate.isFinite)
    #expect(duration.negated.negated.added(to: Date(timeIntervalSinceReferenceDate: 0)) != far)
  }
}
