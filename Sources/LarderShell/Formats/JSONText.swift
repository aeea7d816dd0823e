import FoundationEssentials
import LarderCore

/// Values as JSON, appended to bytes.
///
/// Integers and decimals are exact, dates are ISO 8601 texts with `Z`, data is
/// `{"$base64": "…"}`, identifiers are texts such as `"Trip#p5"`. Reals that JSON cannot hold are
/// `{"$real": "nan"}`.
enum JSONText {
  static func text(of value: AttributeValue) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ value: AttributeValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(decimal: number)
    case .real(let number): append(number, to: &bytes)
    case .decimal(let number): bytes.append(contentsOf: number.description.utf8)
    case .text(let text): append(text, to: &bytes)
    case .date(let date):
      bytes.append(UInt8(ascii: "\""))
      DateText.append(date, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .uuid(let uuid): append(uuid.uuidString, to: &bytes)
    case .data(let data): append(tag: "$base64", data.base64EncodedString(), to: &bytes)
    case .array(let elements): append(elements, to: &bytes)
    case .object(let object): append(object, to: &bytes)
    case .identifier(let identifier): append(identifier, to: &bytes)
    }
  }

  static func append(_ identifier: PersistentIdentifier, to bytes: inout [UInt8]) {
    var text: [UInt8] = []
    text.reserveCapacity(48)
    identifier.append(to: &text)
    text.withUnsafeBufferPointer { append(utf8: $0, to: &bytes) }
  }

  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else { return append(tag: "$real", number.description, to: &bytes) }
    bytes.append(shortest: number)
  }

  private static func append(tag: String, _ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    append(tag, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(text, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(_ elements: [AttributeValue], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(element, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ object: AttributeObject, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(member.name.rawValue, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      append(member.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// A text in quotes; only what JSON demands is escaped.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// The same for a text's UTF-8.
  static func append(utf8 source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if source.containsAny({ $0 < 0x20 || isEscaped($0) }) {
      var start = 0
      for index in source.indices where source[index] < 0x20 || isEscaped(source[index]) {
        bytes.append(contentsOf: source[start..<index])
        appendEscape(of: source[index], to: &bytes)
        start = index + 1
      }
      bytes.append(contentsOf: source[start...])
    } else {
      bytes.append(contentsOf: source)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    let escape =
      switch byte {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      case 0x08: "\\b"
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0C: "\\f"
      case 0x0D: "\\r"
      default: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    bytes.append(contentsOf: escape.utf8)
  }
}
