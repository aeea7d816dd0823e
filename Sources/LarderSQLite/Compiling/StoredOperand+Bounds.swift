import FoundationEssentials
import LarderCore
import SQLiteDriver

/// Comparisons of what is stored as it is, which an index of the database answers.
///
/// They hold for more than is wanted, and stand before the exact condition.
extension StoredOperand {
  /// Texts of dates that may be from one moment up to another; `nil` where dates are stored otherwise,
  /// or their years have no four digits.
  ///
  /// A text starts with the day in its own zone, which is less than a day from that of UTC.
  func between(_ lower: Date?, _ upper: Date?) -> SQLText? {
    guard meaning == .date else { return nil }
    var bounds: [SQLText] = []
    if let lower {
      guard let day = Self.day(of: lower, movedBy: -2) else { return nil }
      bounds.append("\(asBytes) >= \(value: .text(day))")
    }
    if let upper {
      guard let day = Self.day(of: upper, movedBy: 3) else { return nil }
      bounds.append("\(asBytes) < \(value: .text(day))")
    }
    return bounds.joined(by: " AND ")
  }

  private static func day(of date: Date, movedBy days: Double) -> String? {
    let moved = date.timeIntervalSinceReferenceDate + days * 86_400
    // The years 1 to 9998.
    guard moved > -63_113_904_000, moved < 252_423_993_600 - 31_622_400 else { return nil }
    return String(DateText.text(for: Date(timeIntervalSinceReferenceDate: moved)).prefix(10))
  }

  /// Texts that may start with an ASCII text; `nil` where there are no bounds for them.
  func startingWith(_ prefix: String) -> SQLText? {
    guard !affinity.isNumeric, prefix.canonicalForms?.count == 1, let last = prefix.utf8.last,
      last < 0x7F
    else { return nil }
    let end = prefix.utf8.dropLast() + [last + 1]
    return """
      \(asBytes) >= \(value: .text(prefix)) AND \
      \(asBytes) < \(value: .text(String(decoding: end, as: UTF8.self)))
      """
  }
}
