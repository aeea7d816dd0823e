import LarderCore

extension EntitySchema.AttributeType {
  /// The value as the attribute holds it.
  ///
  /// Nothing is converted but integers to reals that are exactly as large.
  ///
  /// - Throws: `value.wrong-kind`.
  func accepting(_ value: AttributeValue, _ problem: ValueProblem) throws -> AttributeValue {
    switch (self, value) {
    case (.mixed, _) where !value.holdsIdentifier: return value
    case (.bool, .bool), (.integer, .integer), (.real, .real), (.text, .text), (.date, .date),
      (.uuid, .uuid), (.data, .data):
      return value
    case (.decimal, .integer), (.decimal, .real), (.decimal, .decimal): return value
    case (.real, .integer(let number)):
      if let real = Double(exactly: number) { return .real(real) }
    case (.array(let element), .array(let values)):
      return .array(try values.map { $0 == .null ? .null : try element.accepting($0, problem) })
    case (.composite(let members), .object(let object)):
      return .object(try Self.accepting(object, members, problem))
    case (.enumeration(let name, let rawType, let cases), _):
      return try Self.accepting(value, name, rawType, cases, problem)
    default: break
    }
    throw problem.error(
      .wrongKind, value: value,
      detail: "expected \(expectation), found \(value.kind.rawValue)")
  }

  private static func accepting(
    _ object: AttributeObject, _ members: [EntitySchema.Attribute], _ problem: ValueProblem
  ) throws -> AttributeObject {
    AttributeObject(
      try object.members.map { member in
        guard let attribute = members.first(where: { $0.name == member.name }) else {
          throw problem.error(
            .unknownAttribute, value: member.value, detail: "no member \(member.name)")
        }
        guard member.value != .null else { return member }
        let value = try attribute.type.accepting(member.value, problem)
        return AttributeObject.Member(name: member.name, value: value)
      })
  }

  private static func accepting(
    _ value: AttributeValue, _ name: String, _ rawType: EntitySchema.AttributeType,
    _ cases: [EntitySchema.EnumerationCase], _ problem: ValueProblem
  ) throws -> AttributeValue {
    let raw = try rawType.accepting(value, problem)
    guard cases.contains(where: { AttributeValue.areEqual($0.rawValue, raw) }) else {
      let names = cases.map(\.name).joined(separator: ", ")
      throw problem.error(
        .wrongKind, value: value, detail: "not a case of \(name), which are \(names)")
    }
    return raw
  }

  /// An object with one member set; a member that is not there is added at the end.
  func setting(
    _ value: AttributeValue, at path: ArraySlice<AttributeName>, in old: AttributeValue?,
    _ problem: ValueProblem
  ) throws -> AttributeValue {
    guard let name = path.first else {
      return value == .null ? .null : try accepting(value, problem)
    }
    var object = AttributeObject([])
    switch old {
    case .object(let known)?: object = known
    case nil, .null?: break
    case let other?:
      throw problem.error(
        .wrongKind, value: other, detail: "expected object, found \(other.kind.rawValue)")
    }
    let type = try memberType(name, problem)
    let member = try type.setting(value, at: path.dropFirst(), in: object[name], problem)
    if let index = object.members.lastIndex(where: { $0.name == name }) {
      object.members[index].value = member
    } else {
      object.members.append(AttributeObject.Member(name: name, value: member))
    }
    return .object(object)
  }

  private func memberType(
    _ name: AttributeName, _ problem: ValueProblem
  ) throws -> EntitySchema.AttributeType {
    switch self {
    case .mixed: return .mixed
    case .composite(let members):
      if let member = members.first(where: { $0.name == name }) { return member.type }
      throw problem.error(.unknownAttribute, detail: "no member \(name)")
    default:
      throw problem.error(.unknownAttribute, detail: "the attribute has no members")
    }
  }

  private var expectation: String {
    switch self {
    case .mixed: "a value"
    case .bool: "bool"
    case .integer: "integer"
    case .real: "real"
    case .decimal: "decimal"
    case .text: "text"
    case .date: "date"
    case .uuid: "uuid"
    case .data: "data"
    case .array: "array"
    case .composite: "object"
    case .enumeration(let name, _, _): "a case of \(name)"
    }
  }
}
