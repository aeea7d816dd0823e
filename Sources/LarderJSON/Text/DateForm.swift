import FoundationEssentials

/// A way of writing dates, as met in real files.
///
/// A date read in a form and printed in the same form gives the same text. Forms without a zone are
/// read as UTC.
enum DateForm: Hashable, Sendable {
  /// `1970-01-01`, `2001/01/14`.
  case day(separator: UInt8)
  /// `2024-05-01T10:00:00Z`, `2002-05-01 00:00:00.000000`, `2001/01/14 21:55`.
  case timestamp(Timestamp)
  /// `Jun 12 1998`.
  case monthDayYear
  /// `Sun Aug 31 00:29:15 +0000 2014`; the offset in minutes.
  case weekdayFirst(offset: Int)
  /// Numbers; only where a date is declared.
  case secondsSince1970
  case millisecondsSince1970
  /// What Swift's `JSONEncoder` writes by default.
  case secondsSince2001

  struct Timestamp: Hashable, Sendable {
    var daySeparator = UInt8(ascii: "-")
    /// Between day and time: `T`, `t` or a space.
    var timeSeparator = UInt8(ascii: "T")
    var hasSeconds = true
    /// 0 to 9; 0 without a point.
    var fractionDigits = 0
    var zone = Zone.zulu
  }

  enum Zone: Hashable, Sendable {
    case none
    /// `Z`.
    case zulu
    /// Minutes east of UTC, written `+01:00`, `+0100` or `+01`.
    case offset(Int, OffsetSpelling)
  }

  enum OffsetSpelling: Hashable, Sendable { case colon, compact, hours }

  /// `2024-05-01T10:00:00Z`.
  static let standard = DateForm.timestamp(Timestamp())

  /// Whether dates in this form are JSON numbers.
  var isNumeric: Bool {
    switch self {
    case .secondsSince1970, .millisecondsSince1970, .secondsSince2001: true
    case .day, .timestamp, .monthDayYear, .weekdayFirst: false
    }
  }
}

extension DateForm {
  static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The numeric form that a declared date most likely has: milliseconds from 10¹¹ upwards, else
  /// seconds since 1970 from 10⁹ upwards, else seconds since 2001.
  static func likelyNumericForm(of number: Double) -> DateForm {
    switch abs(number) {
    case 100_000_000_000...: .millisecondsSince1970
    case 1_000_000_000...: .secondsSince1970
    default: .secondsSince2001
    }
  }

  /// The date that a number stands for; `nil` in a form of text, and far outside of every calendar.
  func date(ofNumber number: Double) -> Date? {
    guard number.magnitude < 1e16 else { return nil }
    switch self {
    case .secondsSince1970: return Date(timeIntervalSince1970: number)
    case .millisecondsSince1970: return Date(timeIntervalSince1970: number / 1000)
    case .secondsSince2001: return Date(timeIntervalSinceReferenceDate: number)
    case .day, .timestamp, .monthDayYear, .weekdayFirst: return nil
    }
  }
}
