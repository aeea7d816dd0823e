import FoundationEssentials
import JSONTree
import LarderCore

/// Turns what a file has into values of the types that a schema declares.
struct ImportValueReader {
  let zone: SessionZone

  /// Dates that were taken to be in the zone, since they name none.
  private(set) var zonelessCount = 0

  /// Numbers that the nearest real stands for.
  private(set) var roundedCount = 0

  init(zone: SessionZone) { self.zone = zone }

  /// The value; `nil` where it cannot be one of the type.
  mutating func value(
    _ value: ImportValue, as type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    switch value {
    case .null: .null
    case .text(let text): self.value(ofCell: text, as: type)
    case .json(let node): self.value(of: node, as: type)
    }
  }

  // MARK: Cells

  /// Spaces around what is no text do not count, and nothing but spaces is nil, of data none.
  private mutating func value(
    ofCell text: String, as type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    if case .text = type { return .text(text) }
    if case .enumeration(_, .text, _) = type { return value(of: .text(text), as: type) }
    if case .mixed = type {
      return JSONReader.node(text).flatMap { mixed($0) } ?? .text(text)
    }
    let text = text.trimmingSpaces
    if case .data = type { return Data(base64Encoded: text).map { .data($0) } }
    if text.isEmpty { return .null }
    switch type {
    case .bool: return Self.flags[text.lowercased()].map { .bool($0) }
    case .array, .composite: return JSONReader.node(text).flatMap { value(of: $0, as: type) }
    case .enumeration(_, let rawType, let cases):
      return value(ofCell: text, as: rawType).flatMap { Self.raw($0, among: cases) }
    default: return value(ofText: text, as: type)
    }
  }

  private static let flags = ["true": true, "false": false, "1": true, "0": false]

  private mutating func value(
    ofText text: String, as type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    switch type {
    case .integer: integer(text).map { .integer($0) }
    case .real: real(text).map { .real($0) }
    case .decimal: decimal(text)
    case .date: date(text).map { .date($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    default: nil
    }
  }

  private func integer(_ text: String) -> Int64? {
    Int64(text) ?? ExactDecimal(text)?.int64Value
  }

  private mutating func real(_ text: String) -> Double? {
    if let word = Self.reals[text.lowercased()] { return word }
    guard let number = ExactDecimal(text) else { return nil }
    let real = Double(text) ?? number.doubleValue
    guard real.isFinite else { return nil }
    // An integer is meant to the last digit; of a fraction the nearest real is all that can be meant.
    if number.exponent >= 0, ExactDecimal(exactly: real) != number { roundedCount += 1 }
    return real
  }

  private static let reals: [String: Double] = [
    "nan": .nan, "inf": .infinity, "+inf": .infinity, "-inf": -.infinity,
  ]

  private func decimal(_ text: String) -> AttributeValue? {
    if let integer = Int64(text) { return .integer(integer) }
    return ExactDecimal(text).map { .decimal($0) }
  }

  private mutating func date(_ text: String) -> Date? {
    guard let date = DateText.parse(text) else {
      // So far away that only a number tells when.
      guard let seconds = Double(text), abs(seconds) >= 1e15, seconds.isFinite else { return nil }
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    guard DateText.parse(text, defaultOffset: 60) != date else { return date }
    zonelessCount += 1
    return date - TimeInterval(zone.offset(at: date))
  }

  private static func raw(
    _ value: AttributeValue, among cases: [EntitySchema.EnumerationCase]
  ) -> AttributeValue? {
    cases.isEmpty ? value : cases.first { AttributeValue.areEqual($0.rawValue, value) }?.rawValue
  }

  // MARK: JSON

  private mutating func value(
    of node: JSONNode, as type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    switch (type, node) {
    case (_, .null): return .null
    case (.bool, .bool(let flag)): return .bool(flag)
    case (.integer, .number(let text)), (.real, .number(let text)), (.decimal, .number(let text)),
      (.date, .text(let text)), (.uuid, .text(let text)), (.decimal, .text(let text)):
      return value(ofText: text, as: type)
    case (.real, .object): return node.tagged("$real").flatMap { Self.reals[$0] }.map { .real($0) }
    case (.decimal, .object): return value(of: node, as: .real)
    case (.text, .text(let text)): return .text(text)
    case (.data, .object):
      return node.tagged("$base64").flatMap { Data(base64Encoded: $0) }.map { .data($0) }
    case (.data, .text(let text)): return Data(base64Encoded: text).map { .data($0) }
    case (.array(let element), .array(let nodes)): return array(nodes, of: element)
    case (.composite(let attributes), .object(let members)): return object(members, attributes)
    case (.enumeration(_, let rawType, let cases), _):
      return value(of: node, as: rawType).flatMap { Self.raw($0, among: cases) }
    case (.mixed, _): return mixed(node)
    default: return nil
    }
  }

  private mutating func array(
    _ nodes: [JSONNode], of type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    var values: [AttributeValue] = []
    for node in nodes {
      guard let value = value(of: node, as: type) else { return nil }
      values.append(value)
    }
    return .array(values)
  }

  private mutating func object(
    _ members: [JSONNode.Member], _ attributes: [EntitySchema.Attribute]
  ) -> AttributeValue? {
    var found: [AttributeObject.Member] = []
    for member in members {
      guard let attribute = attributes.first(where: { $0.name.rawValue == member.name }),
        let value = value(of: member.value, as: attribute.type)
      else { return nil }
      found.append(.init(name: attribute.name, value: value))
    }
    return .object(AttributeObject(found))
  }

  /// A value by what it looks like.
  private mutating func mixed(_ node: JSONNode) -> AttributeValue? {
    switch node {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let text):
      if let integer = Int64(text) { return .integer(integer) }
      guard let number = ExactDecimal(text) else { return nil }
      let real = number.doubleValue
      return ExactDecimal(real.description) == number ? .real(real) : .decimal(number)
    case .text(let text): return .text(text)
    case .array(let nodes): return array(nodes, of: .mixed)
    case .object(let members):
      if let base64 = node.tagged("$base64") {
        return Data(base64Encoded: base64).map { .data($0) }
      }
      if let word = node.tagged("$real"), let real = Self.reals[word] { return .real(real) }
      return object(members)
    }
  }

  private mutating func object(_ members: [JSONNode.Member]) -> AttributeValue? {
    var found: [AttributeObject.Member] = []
    for member in members {
      guard let value = mixed(member.value) else { return nil }
      found.append(.init(name: AttributeName(member.name), value: value))
    }
    return .object(AttributeObject(found))
  }
}

extension JSONNode {
  /// The text of an object such as `{"$base64": "…"}`, whose one member says what it stands for.
  fileprivate func tagged(_ tag: String) -> String? {
    guard case .object(let members) = self, members.count == 1, members[0].name == tag,
      case .text(let text) = members[0].value
    else { return nil }
    return text
  }
}

extension EntitySchema.AttributeType {
  /// What a file is to have for a value of the type, as messages say it.
  var expectation: String {
    switch self {
    case .mixed: "a value"
    case .bool: "true or false"
    case .integer: "an integer"
    case .real: "a number"
    case .decimal: "a decimal number"
    case .text: "a text"
    case .date: "a date as 2024-02-29T10:00:00Z"
    case .uuid: "a UUID"
    case .data: "data in base 64"
    case .array(let element): "an array; in it, \(element.expectation)"
    case .composite(let members):
      "an object of \(members.map(\.name.rawValue).joined(separator: ", "))"
    case .enumeration(_, let rawType, let cases):
      cases.isEmpty
        ? rawType.expectation : "one of " + cases.map(\.rawText).joined(separator: ", ")
    }
  }
}

extension EntitySchema.EnumerationCase {
  fileprivate var rawText: String { ValueText(OutputSettings()).text(rawValue) }
}
