public import FoundationEssentials

/// Dates as ISO 8601 text.
///
/// Read are `2024-02-29`, `2024-02-29T10:00`, `…:30`, `…:30.125` with `T`, `t` or a space between, and
/// after a time `Z`, `z`, `+01:00`, `+0100` or `+01`. Years have four digits, or a sign and four to six.
public enum DateText {
  /// `2024-02-29T10:00:30.125Z`: a fraction only where there is one, with three or six digits.
  ///
  /// A date more than 30 million years away gives its seconds since 2001 as a number. `offset` is the
  /// zone to print in, in seconds east of UTC, whole minutes.
  public static func text(for date: Date, offset: Int = 0) -> String {
    String { append(date, offset: offset, to: &$0) }
  }

  /// Appends ``text(for:offset:)`` to bytes.
  package static func append(_ date: Date, offset: Int = 0, to bytes: inout [UInt8]) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e15 else { return bytes.append(contentsOf: "\(seconds)".utf8) }
    var whole = Int(seconds.rounded(.down))
    var micros = Int(((seconds - seconds.rounded(.down)) * 1e6).rounded())
    if micros >= 1_000_000 { (whole, micros) = (whole + 1, 0) }
    let time = CivilTime(
      secondsSince1970: whole + CivilTime.secondsFrom1970To2001 + offset, fraction: 0)
    let (minutes, second) = time.secondOfDay.quotientAndRemainder(dividingBy: 60)
    append(time.date, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(decimal: minutes / 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: minutes % 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: second, width: 2)
    append(fraction: micros, to: &bytes)
    append(zone: offset, to: &bytes)
  }

  /// `2024-02-29`.
  package static func day(_ date: CivilDate) -> String {
    String { append(date, to: &$0) }
  }

  private static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
    if (0...9999).contains(date.year) {
      bytes.append(decimal: date.year, width: 4)
    } else {
      bytes.append(UInt8(ascii: date.year < 0 ? "-" : "+"))
      bytes.append(decimal: abs(date.year), width: 6)
    }
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: date.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: date.day, width: 2)
  }

  private static func append(fraction micros: Int, to bytes: inout [UInt8]) {
    guard micros != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    if micros % 1000 == 0 {
      bytes.append(decimal: micros / 1000, width: 3)
    } else {
      bytes.append(decimal: micros, width: 6)
    }
  }

  private static func append(zone offset: Int, to bytes: inout [UInt8]) {
    guard offset != 0 else { return bytes.append(UInt8(ascii: "Z")) }
    let minutes = abs(offset) / 60
    bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
    bytes.append(decimal: minutes / 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: minutes % 60, width: 2)
  }
}
