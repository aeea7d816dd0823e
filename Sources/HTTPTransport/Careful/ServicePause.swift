/// How long a service asks its callers to wait.
enum ServicePause {
  /// A year: longer than anyone waits, short enough for every sum.
  private static let longest: Int64 = 366 * 86400

  /// Reads a `Retry-After`, in seconds or as a date, or a `Backoff`; `nil` where it makes no sense.
  ///
  /// The time now is in seconds since 1970.
  static func reading(_ text: String, now: Int64) -> Duration? {
    let digits = text.utf8
    if !digits.isEmpty, digits.allSatisfy(HTTPBytes.isDigit) {
      return .seconds(min(Int64(text) ?? longest, longest))
    }
    guard let date = HTTPDate.seconds(text) else { return nil }
    return .seconds(min(max(date - now, 0), longest))
  }
}

/// The dates of headers.
enum HTTPDate {
  /// Seconds since 1970 of a date in one of the three forms of RFC 9110; `nil` for anything else.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split { " ,-".contains($0) }
    let numbers = words.compactMap { Int64($0) }
    guard let time = words.first(where: { $0.contains(":") }).flatMap(secondsOfDay),
      let month = words.lazy.compactMap({ monthNames.firstIndex(of: $0.lowercased()) }).first,
      numbers.count == 2, let day = numbers.first, (1...31).contains(day), let last = numbers.last,
      (0...9999).contains(last)
    else { return nil }
    let year = last >= 100 ? last : last + (last < 70 ? 2000 : 1900)
    return days(year: year, month: Int64(month) + 1, day: day) * 86400 + time
  }

  private static let monthNames = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func secondsOfDay(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
    guard parts.count == 3, zip(parts, [23, 59, 60]).allSatisfy({ (0...$1).contains($0) }) else {
      return nil
    }
    return parts.reduce(0) { $0 * 60 + $1 }
  }

  /// Days since 1970 of a date of the Gregorian calendar; years start in March here, so that leap days end them.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
