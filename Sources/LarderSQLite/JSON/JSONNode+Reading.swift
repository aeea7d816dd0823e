import FoundationEssentials
import JSONTree
import LarderCore

extension AttributeValue {
  /// The value that a JSON value is where a type is declared; one that does not fit keeps its kind.
  init(_ node: JSONNode, _ type: EntitySchema.AttributeType) {
    switch (type, node) {
    case (.enumeration(_, let rawType, _), _): self.init(node, rawType)
    case (.array(let element), .array(let elements)):
      self = .array(elements.map { AttributeValue($0, element) })
    case (.composite(let declared), .object(let members)):
      self = .object(AttributeObject(members, declared))
    case (.real, .number(let text)), (.date, .number(let text)):
      self.init(number: text, isDate: type == .date)
    case (.uuid, .text(let text)): self = UUID(uuidString: text).map { .uuid($0) } ?? .text(text)
    case (.data, .text(let text)):
      self = Data(base64Encoded: text).map { .data($0) } ?? .text(text)
    case (.decimal, .text(let text)): self = StoredDecimal.value(of: text) ?? .text(text)
    default: self.init(tagged: node)
    }
  }

  /// The nearest real, as long as there is one.
  private init(number text: String, isDate: Bool) {
    guard let number = Double(text), number.isFinite else {
      self = StoredDecimal.value(of: text) ?? .text(text)
      return
    }
    self = isDate ? .date(Date(timeIntervalSinceReferenceDate: number)) : .real(number)
  }

  private init(tagged node: JSONNode) {
    switch node {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = StoredDecimal.value(of: text) ?? .text(text)
    case .text(let text): self = .text(text)
    case .array(let elements): self = .array(elements.map { AttributeValue($0, .mixed) })
    case .object(let members):
      self = Self.untagged(members) ?? .object(AttributeObject(members, []))
    }
  }

  /// The value that an object with a tag stands for; `nil` for any other object.
  private static func untagged(_ members: [JSONNode.Member]) -> AttributeValue? {
    guard members.count == 1, let tag = JSONTag(rawValue: members[0].name) else { return nil }
    switch (tag, members[0].value) {
    case (.object, .array(let parts)): return object(parts)
    case (.real, .text(let text)): return Double(text).map { .real($0) }
    case (.decimal, .text(let text)): return ExactDecimal(text).map { .decimal($0) }
    case (.date, .text(let text)):
      return Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case (.uuid, .text(let text)): return UUID(uuidString: text).map { .uuid($0) }
    case (.data, .text(let text)): return Data(base64Encoded: text).map { .data($0) }
    default: return nil
    }
  }

  /// An object of names and values by turns.
  private static func object(_ parts: [JSONNode]) -> AttributeValue {
    let members = stride(from: 0, to: parts.count - 1, by: 2).compactMap {
      index -> AttributeObject.Member? in
      guard case .text(let name) = parts[index] else { return nil }
      return .init(name: AttributeName(name), value: AttributeValue(parts[index + 1], .mixed))
    }
    return .object(AttributeObject(members))
  }
}

extension AttributeObject {
  /// Members in the order in which they are declared, others behind them by name.
  fileprivate init(_ members: [JSONNode.Member], _ declared: [EntitySchema.Attribute]) {
    var nodes: [AttributeName: JSONNode] = [:]
    for member in members { nodes[AttributeName(member.name)] = member.value }
    let known = declared.filter { nodes[$0.name] != nil }
    let others = Set(nodes.keys).subtracting(known.map(\.name)).sorted()
    self.init(
      known.map { Member(name: $0.name, value: AttributeValue(nodes[$0.name] ?? .null, $0.type)) }
        + others.map { Member(name: $0, value: AttributeValue(nodes[$0] ?? .null, .mixed)) })
  }
}
