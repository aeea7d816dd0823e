import FoundationEssentials
import LarderCore

/// MongoDB's way of giving JSON values a type: an object with one member whose name starts with `$`.
enum ExtendedJSON: String, Hashable, Sendable {
  case objectIdentifier = "$oid"
  case date = "$date"
  case int = "$numberInt"
  case long = "$numberLong"
  case double = "$numberDouble"
  case decimal = "$numberDecimal"
  case uuid = "$uuid"

  /// The wrapper that stands at a range, and the range of the value in it; `nil` when none does.
  static func wrapper(
    at range: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> (kind: ExtendedJSON, inner: Range<Int>)? {
    var cursor = JSONCursor(bytes, in: range)
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    cursor.skipWhitespace()
    var start = cursor
    guard start.take(UInt8(ascii: "\"")), start.byte == UInt8(ascii: "$") else { return nil }
    let name = cursor.takeValue()
    guard let kind = ExtendedJSON(rawValue: JSONStringText.value(bytes, name)) else { return nil }
    cursor.skipWhitespace()
    guard cursor.take(UInt8(ascii: ":")) else { return nil }
    cursor.skipWhitespace()
    let inner = cursor.takeValue()
    cursor.skipWhitespace()
    guard cursor.take(UInt8(ascii: "}")), cursor.isAtEnd else { return nil }
    return (kind, inner)
  }
}

extension ExtendedJSON {
  /// The value of a wrapper, or `nil` where its content is not what the wrapper promises.
  func value(of inner: Range<Int>, in bytes: UnsafeRawBufferPointer) -> AttributeValue? {
    switch self {
    case .objectIdentifier: text(inner, bytes).map(AttributeValue.text)
    case .date: date(inner, bytes).map(AttributeValue.date)
    case .int, .long: number(inner, bytes)
    case .double: number(inner, bytes).map(Self.asReal)
    case .decimal:
      JSONNumberText.decimal(bytes, Self.unquoted(inner, bytes)).map(AttributeValue.decimal)
    case .uuid: text(inner, bytes).flatMap(UUID.init(uuidString:)).map(AttributeValue.uuid)
    }
  }

  private func text(_ inner: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> String? {
    JSONCursor(bytes, in: inner).byte == UInt8(ascii: "\"")
      ? JSONStringText.value(bytes, inner) : nil
  }

  private func number(_ inner: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> AttributeValue? {
    JSONNumberText.value(bytes, Self.unquoted(inner, bytes))
  }

  /// Text is read in the common forms; numbers, plain or in `$numberLong`, are milliseconds.
  private func date(_ inner: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Date? {
    if let text = text(inner, bytes) { return DateForm.read(text)?.date }
    var number = JSONNumberText.value(bytes, inner)
    if let (kind, innermost) = Self.wrapper(at: inner, in: bytes), kind == .long {
      number = kind.value(of: innermost, in: bytes)
    }
    switch number {
    case .integer(let milliseconds):
      return DateForm.millisecondsSince1970.date(ofNumber: Double(milliseconds))
    case .real(let milliseconds):
      return DateForm.millisecondsSince1970.date(ofNumber: milliseconds)
    default: return nil
    }
  }

  private static func unquoted(
    _ range: Range<Int>, _ bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    JSONCursor(bytes, in: range).byte == UInt8(ascii: "\"")
      ? JSONStringText.contents(range) : range
  }

  private static func asReal(_ value: AttributeValue) -> AttributeValue {
    if case .integer(let integer) = value { .real(Double(integer)) } else { value }
  }
}
