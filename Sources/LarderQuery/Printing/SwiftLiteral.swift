import FoundationEssentials
import LarderCore

/// Writes values as Swift expressions.
enum SwiftLiteral {
  /// The expression for a value of a type; `nil` where Swift has none.
  static func text(
    _ value: AttributeValue, as type: EntitySchema.AttributeType? = nil
  ) -> String? {
    switch value {
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): integer(number, as: type)
    case .real(let number): number.literalText
    case .decimal(let number): "Decimal(string: \"\(number)\")!"
    case .text(let text): enumerationCase(of: type, value) ?? text.quotedLiteral
    case .date(let date): self.date(date)
    case .uuid(let uuid): "UUID(uuidString: \"\(uuid.uuidString)\")!"
    case .data(let data): self.data(data)
    case .array(let elements): array(elements, as: type)
    case .object, .identifier: nil
    }
  }

  private static func integer(_ number: Int64, as type: EntitySchema.AttributeType?) -> String {
    enumerationCase(of: type, .integer(number)) ?? String(number)
  }

  private static func enumerationCase(
    of type: EntitySchema.AttributeType?, _ value: AttributeValue
  ) -> String? {
    guard case .enumeration(_, _, let cases) = type,
      let name = cases.first(where: { $0.rawValue == value })?.name
    else { return nil }
    return SwiftNames.member(name).map { "." + $0 }
  }

  private static func date(_ date: Date) -> String? {
    date.timeIntervalSinceReferenceDate.literalText.map {
      "Date(timeIntervalSinceReferenceDate: \($0))"
    }
  }

  private static func data(_ data: Data) -> String {
    data.isEmpty ? "Data()" : "Data([" + data.map { String($0) }.joined(separator: ", ") + "])"
  }

  private static func array(
    _ elements: [AttributeValue], as type: EntitySchema.AttributeType?
  ) -> String? {
    var element: EntitySchema.AttributeType?
    if case .array(let inner) = type { element = inner }
    let texts = elements.map { text($0, as: element) }
    guard !texts.contains(nil) else { return nil }
    return "[" + texts.compactMap(\.self).joined(separator: ", ") + "]"
  }
}
