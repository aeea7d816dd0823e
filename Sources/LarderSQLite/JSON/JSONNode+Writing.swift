import FoundationEssentials
import JSONTree
import LarderCore

extension JSONNode {
  /// A value written by its declared type; `nil` for what has no form, which is an identifier.
  init?(_ value: AttributeValue, _ type: EntitySchema.AttributeType) {
    switch (type, value) {
    case (.enumeration(_, let rawType, _), _): self.init(value, rawType)
    case (.date, .date(let date)) where date.timeIntervalSinceReferenceDate.isFinite:
      self = .number("\(date.timeIntervalSinceReferenceDate)")
    case (.real, .real(let number)) where number.isFinite: self = .number("\(number)")
    case (.uuid, .uuid(let uuid)): self = .text(uuid.uuidString)
    case (.data, .data(let data)): self = .text(data.base64EncodedString())
    case (.decimal, _):
      if let text = StoredDecimal.text(of: value) {
        self = .text(text)
      } else {
        self.init(tagging: value)
      }
    case (.array(let element), .array(let elements)):
      self.init(elements.map { JSONNode($0, element) })
    case (.composite(let members), .object(let object)):
      self.init(object) { name in members.first { $0.name == name }?.type ?? .mixed }
    default: self.init(tagging: value)
    }
  }

  private init?(_ elements: [JSONNode?]) {
    let known = elements.compactMap(\.self)
    guard known.count == elements.count else { return nil }
    self = .array(known)
  }

  /// Of members with the same name the last one.
  private init?(
    _ object: AttributeObject, _ type: (AttributeName) -> EntitySchema.AttributeType
  ) {
    var values: [AttributeName: AttributeValue] = [:]
    for member in object.members { values[member.name] = member.value }
    var members: [Member] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let node = JSONNode(value, type(name)) else { return nil }
      members.append(Member(name: name.rawValue, value: node))
    }
    self = .object(members)
  }

  /// A value of no declared type, tagged where JSON has no kind of its own for it.
  private init?(tagging value: AttributeValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .number("\(number)")
    // A whole number would come back as an integer.
    case .real(let number) where number.isFinite && number != number.rounded():
      self = .number("\(number)")
    case .real(let number): self.init(.real, "\(number)")
    case .decimal(let number): self.init(.decimal, "\(number)")
    case .text(let text): self = .text(text)
    case .date(let date): self.init(.date, "\(date.timeIntervalSinceReferenceDate)")
    case .uuid(let uuid): self.init(.uuid, uuid.uuidString)
    case .data(let data): self.init(.data, data.base64EncodedString())
    case .array(let elements): self.init(elements.map { JSONNode($0, .mixed) })
    case .object(let object): self.init(taggingMembersOf: object)
    case .identifier: return nil
    }
  }

  private init(_ tag: JSONTag, _ text: String) {
    self = .object([Member(name: tag.rawValue, value: .text(text))])
  }

  private init?(taggingMembersOf object: AttributeObject) {
    let names = object.members.map(\.name.rawValue)
    if Set(names).count == names.count, !names.contains(where: { $0.hasPrefix("$") }) {
      self.init(object) { _ in .mixed }
      return
    }
    var parts: [JSONNode] = []
    for member in object.members {
      guard let value = JSONNode(member.value, .mixed) else { return nil }
      parts += [.text(member.name.rawValue), value]
    }
    self = .object([Member(name: JSONTag.object.rawValue, value: .array(parts))])
  }
}

/// The name of the only member of an object that stands for a value of another kind.
enum JSONTag: String {
  case real = "$real"
  case decimal = "$decimal"
  case date = "$date"
  case uuid = "$uuid"
  case data = "$data"
  /// Names and values by turns, for what is no object of JSON.
  case object = "$object"
}
