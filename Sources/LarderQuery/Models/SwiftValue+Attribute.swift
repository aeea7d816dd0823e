import FoundationEssentials
import LarderCore

extension SwiftValue {
  /// The type that Swift infers for a property with this value; `nil` where the text does not tell.
  var impliedType: SwiftType? {
    switch self {
    case .literal(let value): value.swiftTypeName.map { .named($0, span: 0..<0) }
    case .array(let elements): elements.first?.impliedType.map { .array($0) }
    case .member(let type?, _): .named(type, span: 0..<0)
    case .call(let name, _): .named(name, span: 0..<0)
    case .emptyArray(let element): .array(.named(element, span: 0..<0))
    case .null, .member, .other: nil
    }
  }

  /// The value that an attribute takes from it; `nil` where it is computed anew for every object.
  func attributeValue(as type: EntitySchema.AttributeType) -> AttributeValue? {
    switch (self, type) {
    case (.literal(.integer(let number)), .real): .real(Double(number))
    case (.literal(let value), _): value
    case (.emptyArray, _): .array([])
    case (.array(let elements), .array(let element)): Self.array(elements, of: element)
    case (.member(_, let name), .enumeration(_, _, let cases)):
      cases.first { $0.name == name }?.rawValue
    case (.call(let name, let arguments), _): Self.value(of: name, arguments)
    case (.null, _), (.array, _), (.member, _), (.other, _): nil
    }
  }

  private static func array(
    _ elements: [SwiftValue], of type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    let values = elements.map { $0 == .null ? AttributeValue.null : $0.attributeValue(as: type) }
    return values.contains(nil) ? nil : .array(values.compactMap(\.self))
  }

  private static func value(of call: String, _ arguments: [Argument]) -> AttributeValue? {
    let first = arguments.first
    switch (call, first?.label, first?.value) {
    case ("Data", nil, nil): return .data(Data())
    case ("Data", "", .array(let bytes)?): return data(bytes)
    case ("String", nil, nil): return .text("")
    case ("UUID", "uuidString", .literal(.text(let text))?):
      return UUID(uuidString: text).map { .uuid($0) }
    case ("Date", "timeIntervalSinceReferenceDate", .literal(let seconds)?):
      return seconds.realValue.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case ("Date", "timeIntervalSince1970", .literal(let seconds)?):
      return seconds.realValue.map { .date(Date(timeIntervalSince1970: $0)) }
    case ("Decimal", "string", .literal(.text(let text))?): return decimal(text)
    case ("Decimal", "", .literal(let value)?): return value
    case ("URL", "string", .literal(let text)?): return text
    default: return nil
    }
  }

  private static func data(_ bytes: [SwiftValue]) -> AttributeValue? {
    let values = bytes.map { byte -> UInt8? in
      if case .literal(.integer(let number)) = byte { UInt8(exactly: number) } else { nil }
    }
    return values.contains(nil) ? nil : .data(Data(values.compactMap(\.self)))
  }

  /// A number in a text, read as the query language reads numbers.
  private static func decimal(_ text: String) -> AttributeValue? {
    let isNegative = text.hasPrefix("-")
    let lexed = Lexer.lex(isNegative ? String(text.dropFirst()) : text, dialect: .swift)
    guard lexed.tokens.count == 2, case .number(let number) = lexed.tokens[0].kind else {
      return nil
    }
    return .decimal(
      ExactDecimal(
        isNegative: isNegative, digits: number.exact.digits, exponent: number.exact.exponent))
  }
}

extension AttributeValue {
  fileprivate var swiftTypeName: String? {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Double"
    case .text: "String"
    case .decimal, .null, .date, .uuid, .data, .array, .object, .identifier: nil
    }
  }

  fileprivate var realValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
