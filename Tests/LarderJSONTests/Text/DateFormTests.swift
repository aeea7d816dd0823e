import FoundationEssentials
import Testing

@testable import LarderJSON

@Suite struct DateFormTests {
  @Test(arguments: [
    ("1970-01-01", 0.0), ("2000-02-29", 951_782_400), ("2001/01/14", 979_430_400),
    ("2024-05-01T10:00:00Z", 1_714_557_600), ("2024-05-01t10:00:00Z", 1_714_557_600),
    ("2024-05-01T10:00Z", 1_714_557_600), ("2024-05-01T10:00", 1_714_557_600),
    ("2024-05-01T10:00:00.250Z", 1_714_557_600.25),
    ("2024-05-01T12:00:00+02:00", 1_714_557_600), ("2024-05-01T12:00:00+0200", 1_714_557_600),
    ("2024-05-01T12:00:00+02", 1_714_557_600), ("2009-04-01T00:00:00.000-0700", 1_238_569_200),
    ("2002-05-01 00:00:00.000000", 1_020_211_200), ("2002-05-01 00:00:00", 1_020_211_200),
    ("2001/01/14 21:55", 979_509_300), ("1969-12-31T23:59:59.5Z", -0.5),
    ("0001-01-01", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("Jun 12 1998", 897_609_600), ("Sun Aug 31 00:29:15 +0000 2014", 1_409_444_955),
    ("Sat Aug 30 19:29:15 -0500 2014", 1_409_444_955),
  ])
  func aDateIsReadAndPrintedBackInItsForm(text: String, seconds: Double) throws {
    let (date, form) = try #require(DateForm.read(text))

    #expect(date.timeIntervalSince1970 == seconds)
    #expect(form.text(of: date) == text)
  }

  @Test(arguments: [
    "", "2024", "20240501", "2024-13-01", "2024-02-30", "2023-02-29", "2024-05-01T", "2024-5-1",
    "2024-05-01T24:00:00Z", "2024-05-01T10:60:00Z", "2024-05-01T10:00:00ZZ", "2024-05/01",
    "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00.1234567890Z", "2024-05-01T10:00:00-00:00",
    "2024-05-01T10:00:00+25:00", "Jun 31 1998", "jun 12 1998", "Mon Aug 31 00:29:15 +0000 2014",
    "2024-05-01 \u{E9}", "hello world", "99999999999999999999",
  ])
  func textThatIsNoDateIsRefused(text: String) {
    #expect(DateForm.read(text) == nil)
  }

  @Test(arguments: [
    ("2024-05-01", "2024-05-02T12:30:00.250Z", "2024-05-02T12:30:00.250Z"),
    ("2024-05-01T10:00:00+02:00", "2024-05-02T12:30:00.5Z", "2024-05-02T14:30:00.500+02:00"),
    ("2001/01/14 21:55", "2024-05-02T12:30:07Z", "2024/05/02 12:30:07"),
    ("2001/01/14 21:55", "2024-05-02T12:30:00Z", "2024/05/02 12:30"),
    ("Jun 12 1998", "2024-05-02T12:30:00Z", "2024-05-02T12:30:00Z"),
    ("Sun Aug 31 00:29:15 +0000 2014", "2014-08-31T00:29:16Z", "Sun Aug 31 00:29:16 +0000 2014"),
  ])
  func aFormIsWidenedOnlyWhereItLosesTime(found: String, new: String, expected: String) throws {
    let form = try #require(DateForm.read(found)).form
    let date = try #require(DateForm.read(new)).date

    #expect(form.widened(toHold: date).text(of: date) == expected)
  }

  @Test func everyDayOfFourCenturiesComesBack() {
    for day in stride(from: -150_000, to: 150_000, by: 7) {
      let date = Date(timeIntervalSince1970: Double(day) * 86400 + 3661)
      let text = DateForm.standard.text(of: date)

      #expect(text.flatMap { DateForm.read($0) }?.date == date)
    }
  }

  @Test(arguments: [
    (DateForm.secondsSince1970, "1000000000.5"), (.millisecondsSince1970, "1000000000500"),
    (.secondsSince2001, "21692800.5"),
  ])
  func numericFormsCountFromTheirEpoch(form: DateForm, text: String) throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000.5)

    #expect(form.text(of: date) == text)
    #expect(form.date(ofNumber: try #require(Double(text))) == date)
  }

  @Test func noFormHoldsTheYear12000() {
    let date = Date(timeIntervalSince1970: 316_516_000_000)

    #expect(DateForm.standard.text(of: date) == nil)
    #expect(DateForm.standard.text(of: Date(timeIntervalSinceReferenceDate: .infinity)) == nil)
  }
}
