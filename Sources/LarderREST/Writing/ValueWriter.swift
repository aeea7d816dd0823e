import FoundationEssentials
import JSONTree
import LarderCore

/// Spells values for the bodies of writes.
struct ValueWriter {
  private let literals: LiteralWriter?
  private let decimalsAreTexts: Bool

  init(_ dialect: Dialect) {
    let form = dialect.filter?.literals ?? (try? LiteralForm(nil))
    literals = form.map(LiteralWriter.init)
    decimalsAreTexts = dialect.writing.decimals == .text
  }

  /// The JSON of a value; `nil` for one that has none, such as a number that is not finite.
  func node(
    _ value: AttributeValue, _ type: EntitySchema.AttributeType,
    _ kind: ServiceEntity.Attribute.Dates = .moments
  ) -> JSONNode? {
    switch (type, value) {
    case (_, .null): return .null
    case (.enumeration(_, let rawType, _), _): return node(value, rawType)
    case (.array(let element), .array(let elements)):
      return Self.whole(elements.map { node($0, element) }).map { .array($0) }
    case (.composite(let declared), .object(let object)):
      return members(object) { name in declared.first { $0.name == name }?.type ?? .mixed }
    case (.decimal, .decimal), (.decimal, .integer), (.decimal, .real):
      guard case .number(let text)? = number(value) else { return nil }
      return decimalsAreTexts ? .text(text) : .number(text)
    case (_, .array(let elements)):
      return Self.whole(elements.map { node($0, .mixed) }).map { .array($0) }
    case (_, .object(let object)): return members(object) { _ in .mixed }
    case (_, .date(let date)): return literal(.date(rounded(date)), kind == .days ? .day : .date)
    case (_, .bool(let flag)): return .bool(flag)
    case (_, .integer), (_, .real), (_, .decimal): return number(value)
    case (_, .text(let text)): return .text(text)
    case (_, .uuid(let uuid)): return .text(uuid.uuidString.lowercased())
    case (_, .data(let data)): return .text(data.base64EncodedString())
    case (_, .identifier): return nil
    }
  }

  private func number(_ value: AttributeValue) -> JSONNode? {
    switch value {
    case .integer(let number): .number(String(number))
    case .real(let number): number.isFinite ? .number("\(number)") : nil
    case .decimal(let number): .number("\(number)")
    default: nil
    }
  }

  private func literal(_ value: AttributeValue, _ kind: LiteralKind) -> JSONNode? {
    literals?.plainText(ServiceLiteral(value: value, kind: kind)).map { .text($0) }
  }

  /// The moment as finely as the service keeps it: what it takes away is said after the save.
  private func rounded(_ date: Date) -> Date {
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e12 else { return date }
    let digits = min(6, max(0, literals?.form.date.digits ?? 6))
    let scale = Self.powers[digits]
    return Date(timeIntervalSinceReferenceDate: (seconds * scale).rounded() / scale)
  }

  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6]

  private func members(
    _ object: AttributeObject, _ type: (AttributeName) -> EntitySchema.AttributeType
  ) -> JSONNode? {
    var members: [JSONNode.Member] = []
    for member in object.members {
      guard let node = node(member.value, type(member.name)) else { return nil }
      members.removeAll { $0.name == member.name.rawValue }
      members.append(JSONNode.Member(name: member.name.rawValue, value: node))
    }
    return .object(members)
  }

  private static func whole(_ nodes: [JSONNode?]) -> [JSONNode]? {
    let known = nodes.compactMap(\.self)
    return known.count == nodes.count ? known : nil
  }
}
