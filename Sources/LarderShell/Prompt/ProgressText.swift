import LarderCore

/// A line that says how far something is, how fast it goes, and how long it will take.
struct ProgressText: Hashable {
  /// `nil` where no more is known than that something runs.
  var reading: WorkProgress.Reading?

  /// Seconds since the piece of work began.
  var seconds: Double

  var text: String {
    guard let reading else { return "running  \(Self.duration(seconds))" }
    var parts = [reading.activity]
    if let total = reading.total, total > 0 {
      let done = min(max(0, reading.done), total)
      parts.append("\(Int(Double(done) / Double(total) * 100)) %")
    } else if reading.done > 0 {
      parts.append(Self.amount(Double(reading.done), reading.unit))
    } else {
      parts.append(Self.duration(seconds))
    }
    if let rate { parts.append(Self.amount(rate, reading.unit) + "/s") }
    if let left { parts.append("\(Self.duration(left)) left") }
    return parts.joined(separator: "  ")
  }

  /// What is done in a second; `nil` while that cannot be told.
  private var rate: Double? {
    guard let reading, reading.done > 0, seconds > 0.1 else { return nil }
    return Double(reading.done) / seconds
  }

  /// The seconds that the rest takes at this rate.
  private var left: Double? {
    guard let rate, let reading, let total = reading.total, total > reading.done else { return nil }
    return Double(total - reading.done) / rate
  }

  private static func duration(_ seconds: Double) -> String {
    if seconds < 10 {
      let tenths = Int(max(0, seconds) * 10)
      return "\(tenths / 10).\(tenths % 10) s"
    }
    guard seconds < 360_000 else { return "long" }
    let whole = Int(seconds)
    if whole < 60 { return "\(whole) s" }
    return whole < 3600
      ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  private static func amount(_ count: Double, _ unit: WorkProgress.Unit) -> String {
    let step = unit == .bytes ? 1024.0 : 1000.0
    var value = count
    var sign = 0
    while value >= step, sign < 3 {
      value /= step
      sign += 1
    }
    let prefix = ["", unit == .bytes ? "K" : "k", "M", "G"][sign]
    let tenths = Int(value * 10)
    let number = sign > 0 && value < 10 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value))"
    return unit == .bytes ? "\(number) \(prefix)B" : "\(number)\(prefix) objects"
  }
}
