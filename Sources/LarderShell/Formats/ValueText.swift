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
    switch column.presentation {
    case .plain: return text(value)
    case .bar: return Self.bar(value) ?? text(value)
    case .sparkline: return Self.sparkline(value) ?? text(value)
    }
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

  /// A block for each number of an array, the lowest and the highest of them between; nothing for nil in it.
  private static func sparkline(_ value: AttributeValue) -> String? {
    guard case .array(let elements) = value, !elements.isEmpty else { return nil }
    let numbers = elements.map(\.drawnNumber)
    let known = numbers.compactMap(\.self)
    guard known.count == elements.count(where: { $0 != .null }), let low = known.min(),
      let high = known.max()
    else { return nil }
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
      numbers.map { number in
        guard let number else { return " " }
        guard high > low else { return blocks[3] }
        // Halved, since the difference of two reals may be none.
        let share = (number / 2 - low / 2) / (high / 2 - low / 2)
        return blocks[min(blocks.count - 1, Int(share * Double(blocks.count)))]
      })
  }

  /// A bar of a character a unit, at most forty.
  private static func bar(_ value: AttributeValue) -> String? {
    guard let number = value.drawnNumber else { return nil }
    return String(repeating: "█", count: Int(min(40, max(0, number.rounded()))))
  }
}

extension AttributeValue {
  /// The number that is drawn for a value; `nil` for none.
  fileprivate var drawnNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real) where real.isFinite: real
    case .decimal(let decimal) where decimal.doubleValue.isFinite: decimal.doubleValue
    default: nil
    }
  }

  /// A number, which tables align to the right.
  var isNumber: Bool {
    switch kind {
    case .integer, .real, .decimal: true
    case .null, .bool, .text, .date, .uuid, .data, .array, .object, .identifier: false
    }
  }
}
