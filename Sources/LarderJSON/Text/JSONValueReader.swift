import FoundationEssentials
import LarderCore

/// Turns the text of a JSON value into an attribute value, as the attribute's type asks.
///
/// A value of a kind that the type does not take keeps its own kind: a text in an integer attribute
/// is a text. Values nested deeper than 200 levels read as null; the reader of whole files refuses
/// them before.
struct JSONValueReader {
  let bytes: UnsafeRawBufferPointer

  /// What numbers in date attributes count; `nil` to judge by each number's size.
  let numericDateForm: DateForm?

  init(_ bytes: UnsafeRawBufferPointer, numericDateForm: DateForm? = nil) {
    self.bytes = bytes
    self.numericDateForm = numericDateForm
  }

  func value(
    at range: Range<Int>, as type: EntitySchema.AttributeType, depth: Int = 0
  ) -> AttributeValue {
    guard depth < 200 else { return .null }
    switch JSONCursor(bytes, in: range).byte {
    case UInt8(ascii: "\""): return text(range, as: type)
    case UInt8(ascii: "{"): return object(range, as: type, depth: depth)
    case UInt8(ascii: "["):
      let elementType = Self.elementType(of: type)
      return .array(
        JSONStructure.elements(of: range, in: bytes).map {
          value(at: $0, as: elementType, depth: depth + 1)
        })
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"), 0: return .null
    default: return number(range, as: type)
    }
  }

  private func number(_ range: Range<Int>, as type: EntitySchema.AttributeType) -> AttributeValue {
    let value = JSONNumberText.value(bytes, range) ?? .null
    switch type {
    case .real: return Self.asReal(value)
    case .decimal:
      return JSONNumberText.decimal(bytes, range).map(AttributeValue.decimal) ?? value
    case .date:
      guard case .real(let number) = Self.asReal(value) else { return value }
      let form = numericDateForm ?? DateForm.likelyNumericForm(of: number)
      return form.date(ofNumber: number).map(AttributeValue.date) ?? value
    case .enumeration(_, let rawType, _): return number(range, as: rawType)
    default: return value
    }
  }

  /// The nearest real, where an integer is one exactly.
  private static func asReal(_ value: AttributeValue) -> AttributeValue {
    guard case .integer(let integer) = value, let real = Double(exactly: integer) else {
      return value
    }
    return .real(real)
  }

  private func text(_ range: Range<Int>, as type: EntitySchema.AttributeType) -> AttributeValue {
    let text = JSONStringText.value(bytes, range)
    switch type {
    case .date: return DateForm.read(text).map { .date($0.date) } ?? .text(text)
    case .uuid: return UUID(uuidString: text).map(AttributeValue.uuid) ?? .text(text)
    case .data: return Data(base64Encoded: text).map(AttributeValue.data) ?? .text(text)
    default: return .text(text)
    }
  }

  private func object(
    _ range: Range<Int>, as type: EntitySchema.AttributeType, depth: Int
  ) -> AttributeValue {
    if let (kind, inner) = ExtendedJSON.wrapper(at: range, in: bytes),
      let value = kind.value(of: inner, in: bytes)
    {
      return value
    }
    var attributes: [EntitySchema.Attribute] = []
    if case .composite(let known) = type { attributes = known }
    let members = JSONStructure.members(of: range, in: bytes).map { member in
      let name = AttributeName(JSONStringText.value(bytes, member.name))
      let memberType = attributes.first { $0.name == name }?.type ?? .mixed
      return AttributeObject.Member(
        name: name, value: value(at: member.value, as: memberType, depth: depth + 1))
    }
    return .object(AttributeObject(members))
  }

  private static func elementType(
    of type: EntitySchema.AttributeType
  ) -> EntitySchema.AttributeType {
    if case .array(let element) = type { element } else { .mixed }
  }
}
