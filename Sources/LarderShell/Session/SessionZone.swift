import FoundationEssentials
import Glibc

/// A zone that dates without one are in.
struct SessionZone: Hashable, Sendable {
  let name: String

  /// Seconds east of UTC; `nil` for the zone of `TZ`, whose offset changes with the seasons.
  private let fixedOffset: Int?

  static let utc = SessionZone(name: "UTC", fixedOffset: 0)

  /// Reads `UTC`, `Z`, `local`, `+02:00`; `nil` for anything else.
  init?(_ text: String) {
    switch text.lowercased() {
    case "utc", "z": self = .utc
    case "local": self.init(name: "local", fixedOffset: nil)
    default:
      guard let offset = Self.offset(in: text) else { return nil }
      self.init(name: text, fixedOffset: offset)
    }
  }

  private init(name: String, fixedOffset: Int?) {
    self.name = name
    self.fixedOffset = fixedOffset
  }

  /// Seconds east of UTC at a moment.
  func offset(at date: Date) -> Int {
    if let fixedOffset { return fixedOffset }
    let seconds = date.timeIntervalSince1970
    guard abs(seconds) < 1e11 else { return 0 }
    var moment = time_t(seconds)
    var parts = tm()
    tzset()
    localtime_r(&moment, &parts)
    return parts.tm_gmtoff
  }

  private static func offset(in text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.count == 2 }),
      let hours = UInt8(parts[0]), hours <= 18,
      let minutes = parts.count == 2 ? UInt8(parts[1]) : 0, minutes < 60
    else { return nil }
    let seconds = (Int(hours) * 60 + Int(minutes)) * 60
    return sign == "-" ? -seconds : seconds
  }
}
