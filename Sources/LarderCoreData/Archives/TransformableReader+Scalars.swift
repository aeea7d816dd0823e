import FoundationEssentials
import LarderCore

extension TransformableReader {
  /// The value of a property list without an archive around it.
  static func value(of list: PropertyList) -> AttributeValue? {
    switch list {
    case .null: .null
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .largeInteger(let high, let low): .decimal(decimal(high: high, low: low))
    case .real(let number): .real(number)
    case .date(let seconds): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let bytes): .data(Data(bytes))
    case .string(let text): .text(text)
    case .uid: nil
    case .array(let elements), .set(let elements): array(elements)
    case .dictionary(let members): object(members)
    }
  }

  private static func array(_ elements: [PropertyList]) -> AttributeValue? {
    let values = elements.compactMap { value(of: $0) }
    return values.count == elements.count ? .array(values) : nil
  }

  private static func object(_ members: [String: PropertyList]) -> AttributeValue? {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let values = sorted.compactMap { member in
      value(of: member.value).map {
        AttributeObject.Member(name: AttributeName(member.key), value: $0)
      }
    }
    return values.count == members.count ? .object(AttributeObject(values)) : nil
  }

  private static func decimal(high: Int64, low: UInt64) -> ExactDecimal {
    ExactDecimal(Int128(high) << 64 | Int128(low))
  }

  /// The value of an object that holds no others; `nil` for other classes and for damaged objects.
  static func scalar(_ object: ArchivedObject, className: String) -> AttributeValue? {
    switch className {
    case "NSString": ArchivedValue.object(object).text.map(AttributeValue.text)
    case "NSAttributedString": (object["NSString"]?.text).map(AttributeValue.text)
    case "NSData": ArchivedValue.object(object).bytes.map { .data(Data($0)) }
    case "NSDate": seconds(object).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case "NSUUID": object.plain("NS.uuidbytes")?.data.flatMap(uuid)
    case "NSURL": address(object).map(AttributeValue.text)
    case "NSTimeZone": object.text("NS.name").map(AttributeValue.text)
    case "NSLocale": object.text("NS.identifier").map(AttributeValue.text)
    case "NSNull": .null
    case "NSDecimalNumber": decimal(object)
    case "UIColor", "NSColor": color(object)
    default: nil
    }
  }

  static func seconds(_ object: ArchivedObject) -> Double? {
    switch object["NS.time"] {
    case .plain(.real(let seconds)): seconds
    case .plain(.integer(let seconds)): Double(seconds)
    default: nil
    }
  }

  /// A UUID of 16 bytes.
  static func uuid(_ bytes: [UInt8]) -> AttributeValue? {
    guard bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { .uuid(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
  }

  /// A URL relative to another one is shown as the two of them.
  private static func address(_ object: ArchivedObject) -> String? {
    guard let relative = object.text("NS.relative") else { return nil }
    guard let base = object["NS.base"]?.object?.text("NS.relative") else { return relative }
    return "\(relative) -- \(base)"
  }

  /// The digits stand in words of 16 bits, the least significant first.
  private static func decimal(_ object: ArchivedObject) -> AttributeValue? {
    guard let exponent = object.integer("NS.exponent"), let length = object.integer("NS.length"),
      let mantissa = object["NS.mantissa"]?.bytes, (0...8).contains(length),
      mantissa.count >= 2 * Int(length), abs(exponent) <= 256
    else { return nil }
    // The machine that wrote it: 1 is little-endian, 2 big-endian.
    let isBigEndian = object.integer("NS.mantissa.bo") == 2
    var number: UInt128 = 0
    for index in (0..<Int(length)).reversed() {
      let (first, second) = (UInt128(mantissa[2 * index]), UInt128(mantissa[2 * index + 1]))
      number = number << 16 | (isBigEndian ? first << 8 | second : second << 8 | first)
    }
    let digits = ExactDecimal(number)
    return .decimal(
      ExactDecimal(
        isNegative: object.isSet("NS.negative"), digits: digits.digits,
        exponent: digits.exponent + Int(exponent)))
  }
}
