import LarderCore

/// What kinds of text a set of texts may all be: one form of date, or UUIDs.
struct TextForms: OptionSet, Hashable, BitwiseCopyable, Sendable {
  let rawValue: UInt8

  /// `1998-06-12`.
  static let day = TextForms(rawValue: 1)
  /// `1998/06/12`.
  static let slashedDay = TextForms(rawValue: 2)
  /// `1998-06-12T10:00:00.000Z`, with or without seconds, fraction and zone.
  static let timestamp = TextForms(rawValue: 4)
  /// `1998-06-12 10:00:00`.
  static let spacedTimestamp = TextForms(rawValue: 8)
  /// `1998/06/12 10:00`.
  static let slashedTimestamp = TextForms(rawValue: 16)
  /// `Jun 12 1998`.
  static let monthDayYear = TextForms(rawValue: 32)
  /// `Fri Jun 12 00:29:15 +0000 1998`.
  static let weekdayFirst = TextForms(rawValue: 64)
  static let uuid = TextForms(rawValue: 128)

  static let all = TextForms(rawValue: 255)
  static let dates = TextForms(rawValue: 127)
}

extension TextForms {
  /// The form of one text, given without quotes; empty when it is none of them.
  ///
  /// Can be read up to 32 bytes past its end.
  static func form(of text: UnsafePointer<UInt8>, count: Int) -> TextForms {
    guard count >= 8, count <= 40 else { return [] }
    if count == 36, UUIDText.isUUID(text) { return .uuid }
    guard FastDate.seconds(text, count: count) == nil else {
      return count == 10 ? .day : .timestamp
    }
    let buffer = UnsafeRawBufferPointer(start: text, count: count)
    guard let form = DateForm.read(buffer)?.form else { return [] }
    switch form {
    case .day(let separator): return separator == UInt8(ascii: "-") ? .day : .slashedDay
    case .timestamp(let timestamp):
      if timestamp.daySeparator == UInt8(ascii: "/") { return .slashedTimestamp }
      return timestamp.timeSeparator == UInt8(ascii: " ") ? .spacedTimestamp : .timestamp
    case .monthDayYear: return .monthDayYear
    case .weekdayFirst: return .weekdayFirst
    case .secondsSince1970, .millisecondsSince1970, .secondsSince2001: return []
    }
  }
}

/// The two most frequent forms of dates, read without detours.
enum FastDate {
  /// Seconds since 2001 of `1998-06-12T10:00:00Z` or `1998-06-12`; `nil` for every other text.
  ///
  /// Gives what ``DateForm/read(_:)`` gives.
  @inline(__always)
  static func seconds(_ text: UnsafePointer<UInt8>, count: Int) -> Double? {
    guard count == 20 || count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-")
    else { return nil }
    let year = digits(text, 0) &* 100 &+ digits(text, 2)
    let month = digits(text, 5)
    let day = digits(text, 8)
    guard year >= 0, year < 10_000, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= CivilDate.days(inMonth: month, ofYear: year)
    else { return nil }
    let days = daysSince2001(year, month, day)
    guard count == 20 else { return Double(days &* 86_400) }
    guard text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z")
    else { return nil }
    let hour = digits(text, 11)
    let minute = digits(text, 14)
    let second = digits(text, 17)
    guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60 else {
      return nil
    }
    return Double(days &* 86_400 &+ hour &* 3600 &+ minute &* 60 &+ second)
  }

  /// Two digits; very negative when they are none, so that every later check of the range fails.
  @inline(__always)
  private static func digits(_ text: UnsafePointer<UInt8>, _ index: Int) -> Int {
    let high = text[index] &- UInt8(ascii: "0")
    let low = text[index + 1] &- UInt8(ascii: "0")
    return high < 10 && low < 10 ? Int(high) &* 10 &+ Int(low) : -1_000_000
  }

  @inline(__always)
  private static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year &- 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear &- 399) / 400
    let yearOfEra = marchYear &- era &* 400
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    return era &* 146_097 &+ yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
      &- 719_468 &- 11_323
  }
}

/// The text of UUIDs: `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in capitals or not.
enum UUIDText {
  /// Whether the 36 bytes here are a UUID.
  @inline(__always)
  static func isUUID(_ text: UnsafePointer<UInt8>) -> Bool {
    let dash = UInt8(ascii: "-")
    guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else {
      return false
    }
    let all: UInt64 = 0x8080_8080_8080_8080
    let grouped = hexadecimal(text, 9) & hexadecimal(text, 14) & hexadecimal(text, 19)
    let plain = hexadecimal(text, 0) & hexadecimal(text, 24) & hexadecimal(text, 28)
    return plain & all == all && grouped | 0x80_0000_0000 == all
  }

  /// The order of two UUIDs, whatever the case of their digits.
  static func compare(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Int {
    for index in 0..<36 where left[index] | 0x20 != right[index] | 0x20 {
      return left[index] | 0x20 < right[index] | 0x20 ? -1 : 1
    }
    return 0
  }

  /// The high bit of every byte of eight that is a hexadecimal digit.
  @inline(__always)
  private static func hexadecimal(_ text: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    let word = UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self).littleEndian
    let high: UInt64 = 0x8080_8080_8080_8080
    let plain = word & ~high
    let letters = plain | 0x2020_2020_2020_2020
    // Adding 0x80 - n sets the high bit of every byte from n on.
    let isDigit =
      (plain &+ 0x5050_5050_5050_5050) & ~(plain &+ 0x4646_4646_4646_4646)
    let isLetter =
      (letters &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(letters &+ 0x1919_1919_1919_1919)
    return (isDigit | isLetter) & ~word & high
  }
}
