import FoundationEssentials
import LarderCore

/// Writes values as keyed archives, as the framework's own transformers store them.
struct TransformableWriter {
  private var builder = KeyedArchiveBuilder()

  /// The archive of a value, or `nil` for what no archive holds: identifiers, numbers of more than 38
  /// digits and what is nested too deep.
  ///
  /// Arrays, objects, dates, UUIDs and exact numbers become the objects of Foundation that
  /// ``TransformableReader`` reads back. A URL or a set that was read as a text or an array is written as
  /// what it was read as.
  static func bytes(of value: AttributeValue) -> [UInt8]? {
    var writer = TransformableWriter()
    return writer.add(value, depth: 0).map { writer.builder.bytes(root: $0) }
  }

  private mutating func add(_ value: AttributeValue, depth: Int) -> PropertyList? {
    guard depth < PropertyList.Limit.depth else { return nil }
    switch value {
    case .null: return builder.add(["NSNull"], [:])
    case .bool(let flag): return builder.add(.boolean(flag))
    case .integer(let number): return builder.add(.integer(number))
    case .real(let number): return builder.add(.real(number))
    case .decimal(let number): return add(number)
    case .text(let text): return builder.add(text: text)
    case .date(let date):
      return builder.add(["NSDate"], ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    case .uuid(let uuid):
      let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
      return builder.add(["NSUUID"], ["NS.uuidbytes": .data(bytes)])
    case .data(let bytes): return builder.add(.data(Array(bytes)))
    case .array(let elements): return add(elements, depth: depth)
    case .object(let object): return add(object, depth: depth)
    case .identifier: return nil
    }
  }

  private mutating func add(_ elements: [AttributeValue], depth: Int) -> PropertyList? {
    var references: [PropertyList] = []
    for element in elements {
      guard let reference = add(element, depth: depth + 1) else { return nil }
      references.append(reference)
    }
    return builder.add(array: references)
  }

  /// Of members with one name, the last one counts.
  private mutating func add(_ object: AttributeObject, depth: Int) -> PropertyList? {
    var pairs: [(key: String, value: PropertyList)] = []
    for (index, member) in object.members.enumerated()
    where !object.members[(index + 1)...].contains(where: { $0.name == member.name }) {
      guard let reference = add(member.value, depth: depth + 1) else { return nil }
      pairs.append((member.name.rawValue, reference))
    }
    return builder.add(dictionary: pairs)
  }

  private mutating func add(_ number: ExactDecimal) -> PropertyList? {
    guard number.digits.count <= 38, (-128...127).contains(number.exponent) else { return nil }
    var mantissa: UInt128 = 0
    for digit in number.digits { mantissa = mantissa * 10 + UInt128(digit) }
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: mantissa >> (UInt128($0) * 8)) }
    let length = 8 - mantissa.leadingZeroBitCount / 16
    return builder.add(
      ["NSDecimalNumber", "NSNumber", "NSValue"],
      [
        "NS.exponent": .integer(Int64(number.exponent)), "NS.length": .integer(Int64(length)),
        "NS.negative": .boolean(number.isNegative), "NS.compact": .boolean(true),
        "NS.mantissa": .data(bytes), "NS.mantissa.bo": .integer(1),
      ])
  }
}

extension ManagedObjectModel.Attribute {
  /// Whether a transformable's values are keyed archives by what the model says.
  ///
  /// They are without a transformer and with one of the framework's own; others may store anything.
  var storesArchives: Bool {
    guard type == .transformable else { return false }
    switch valueTransformerName {
    case nil, "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
      "NSKeyedUnarchiveFromData":
      return true
    default: return false
    }
  }
}
