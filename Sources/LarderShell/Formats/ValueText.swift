import FoundationEssentials
import LarderCore

/// Values as people read them, in tables and lists.
struct ValueText {
  /// Stands for null.
  var null = "nil"

  /// The zone that dates are shown in.
  var zone = SessionZone.utc

  init(_ settings: OutputSettings) {
    null = settings.nullText ?? "nil"
    zone = settings.zone
  }

  /// A value, or `nil` for one that is missing; of a relationship, one that is not loaded.
  func text(_ value: AttributeValue?, in column: ResultColumn) -> String {
    guard let value else { return column.isRelationship ? Self.unloaded : Self.missing }
    if column.presentation == .bar { return Self.bar(value) ?? text(value) }
    return text(value)
  }

  func text(_ value: AttributeValue) -> String {
    switch value {
    case .null: null
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .decimal(let number): number.description
    case .text(let text): shown(text)
    case .date(let date): shown(date)
    case .uuid(let uuid): uuid.uuidString
    case .data(let data): Self.summary(of: data)
    case .array(let elements) where elements.allSatisfy({ $0.kind == .identifier }):
      elements.isEmpty ? "[]" : elements.map(text).joined(separator: ", ")
    case .array, .object: VisibleText.of(JSONText.text(of: value))
    case .identifier(let identifier): VisibleText.of(identifier.description)
    }
  }

  /// Text stands as it is, but in quotes where it would look like nothing or like another value.
  private func shown(_ text: String) -> String {
    let isAmbiguous =
      text.isEmpty || text == null || text == Self.unloaded || text.first == "\""
      || text.first == " " || text.last == " "
    return VisibleText.of(isAmbiguous ? text.quotedLiteral : text)
  }

  /// Midnight in the zone is written as the day alone, as a bare date is read.
  private func shown(_ date: Date) -> String {
    let text = DateText.text(for: date, offset: zone.offset(at: date))
    guard let clock = text.firstIndex(of: "T"), text[clock...].hasPrefix("T00:00:00"),
      !text[clock...].contains(".")
    else { return text }
    return String(text[..<clock])
  }

  static let missing = ""
  static let unloaded = "…"

  /// The length and the first bytes in base 16.
  private static func summary(of data: Data) -> String {
    let digits = data.prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let rest = data.count > 8 ? "…" : ""
    return "<\(data.count) \(data.count == 1 ? "byte" : "bytes"): \(digits.joined())\(rest)>"
  }

  /// A bar of a character a unit, at most forty.
  private static func bar(_ value: AttributeValue) -> String? {
    let number: Double
    switch value {
    case .integer(let integer): number = Double(integer)
    case .real(let real) where !real.isNaN: number = real
    default: return nil
    }
    return String(repeating: "█", count: Int(min(40, max(0, number.rounded()))))
  }
}

extension AttributeValue {
  /// A number, which tables align to the right.
  var isNumber: Bool {
    switch kind {
    case .integer, .real, .decimal: true
    case .null, .bool, .text, .date, .uuid, .data, .array, .object, .identifier: false
    }
  }
}
