import LarderCore

extension ModelWriter {
  mutating func write(_ attribute: EntitySchema.Attribute) {
    let type = swiftType(attribute.type, name: attribute.name)
    var text = "var \(propertyName(attribute.name.rawValue)): \(type)"
    if attribute.isOptional { text += "?" }
    var comments = comments(of: attribute)
    if let value = attribute.defaultValue, value != .null {
      if let literal = SwiftLiteral.text(value, as: attribute.type) {
        text += " = " + literal
      } else {
        comments.append("a default that Swift cannot say in a literal")
      }
    }
    line(macros(of: attribute) + text, comments: comments)
  }

  private func macros(of attribute: EntitySchema.Attribute) -> String {
    var options: [String] = []
    if attribute.isUnique { options.append(".unique") }
    if let name = attribute.originalName {
      options.append("originalName: \(name.rawValue.quotedLiteral)")
    }
    let macro = options.isEmpty ? "" : "@Attribute(" + options.joined(separator: ", ") + ") "
    return (attribute.isTransient ? "@Transient " : "") + macro
  }

  private func comments(of attribute: EntitySchema.Attribute) -> [String] {
    var comments: [String] = []
    if let observation = attribute.observation { comments += observation.comments }
    if case .mixed = attribute.type { comments.append("values of several kinds") }
    if attribute.isReadOnly { comments.append("read-only") }
    if SwiftNames.spelled(attribute.name.rawValue) == nil {
      comments.append("named \(attribute.name.rawValue.quotedLiteral)")
    }
    return comments
  }

  mutating func write(_ relationship: EntitySchema.Relationship) {
    let destination = typeName(relationship.destination.rawValue)
    let type = relationship.isToMany ? "[\(destination)]" : destination
    let text = "var \(propertyName(relationship.name.rawValue)): \(type)"
    let value = relationship.isToMany && !relationship.isOptional ? " = []" : ""
    line(
      macro(of: relationship) + text + (relationship.isOptional ? "?" : "") + value,
      comments: relationship.isOrdered ? ["ordered"] : [])
  }

  private func macro(of relationship: EntitySchema.Relationship) -> String {
    var options: [String] = []
    if relationship.deleteRule != .nullify {
      options.append("deleteRule: .\(relationship.deleteRule.rawValue)")
    }
    if let count = relationship.minimumCount { options.append("minimumModelCount: \(count)") }
    if let count = relationship.maximumCount { options.append("maximumModelCount: \(count)") }
    if let name = relationship.originalName {
      options.append("originalName: \(name.rawValue.quotedLiteral)")
    }
    if let inverse = relationship.inverse, isInverseWritten(on: relationship, inverse) {
      let destination = typeName(relationship.destination.rawValue)
      options.append("inverse: \\\(destination).\(memberName(inverse.rawValue))")
    }
    return options.isEmpty ? "" : "@Relationship(" + options.joined(separator: ", ") + ") "
  }

  /// On the side that cascades or denies, else on that of the entity and property that come first.
  private func isInverseWritten(
    on relationship: EntitySchema.Relationship, _ inverse: AttributeName
  ) -> Bool {
    guard let other = schema.relationship(inverse, of: relationship.destination) else {
      return false
    }
    let isMarked = relationship.deleteRule != .nullify
    if isMarked != (other.deleteRule != .nullify) { return isMarked }
    return place(of: entity.name, relationship.name) <= place(of: relationship.destination, inverse)
  }

  private func place(of entity: EntityName, _ name: AttributeName) -> (Int, Int) {
    guard let index = schema.entities.firstIndex(where: { $0.name == entity }) else {
      return (Int.max, 0)
    }
    let position = schema.entities[index].relationships.firstIndex { $0.name == name }
    return (index, position ?? Int.max)
  }

  mutating func swiftType(
    _ type: EntitySchema.AttributeType, name: AttributeName
  ) -> String {
    switch type {
    case .mixed, .text: return "String"
    case .bool: return "Bool"
    case .integer: return "Int"
    case .real: return "Double"
    case .decimal: return "Decimal"
    case .date: return "Date"
    case .uuid: return "UUID"
    case .data: return "Data"
    case .array(let element): return "[" + swiftType(element, name: name) + "]"
    case .composite: return nestedType(type, named: name.rawValue.capitalisedFirst)
    case .enumeration(let enumName, _, _): return nestedType(type, named: enumName)
    }
  }

  /// The name under which a struct or an enum is written, which no other type here has.
  private mutating func nestedType(
    _ type: EntitySchema.AttributeType, named wanted: String
  ) -> String {
    var name = wanted
    var number = 2
    while let taken = nestedTypes.first(where: { $0.name == name }), taken.type != type {
      name = "\(wanted)\(number)"
      number += 1
    }
    if SchemaBuilder.standardTypes[name] != nil || schema.entity(EntityName(name)) != nil {
      name += "Value"
    }
    if !nestedTypes.contains(where: { $0.name == name }) { nestedTypes.append((name, type)) }
    return typeName(name)
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension EntitySchema.Observation {
  /// `98 % Int, 2 % String`, most frequent first, then how many were null or missing.
  fileprivate var comments: [String] {
    let total = counts.values.reduce(0, +)
    let shares = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { Self.percentage($0.value, of: total) + " " + $0.key.swiftName }
    var comments: [String] = []
    if !shares.isEmpty { comments.append(shares.joined(separator: ", ")) }
    if nullCount > 0 { comments.append("\(nullCount) null") }
    if missingCount > 0 { comments.append("\(missingCount) missing") }
    return comments
  }

  /// Never 0 % of what was seen, and 100 % only where nothing else was.
  private static func percentage(_ count: Int, of total: Int) -> String {
    guard count < total else { return "100 %" }
    let share = Int((Double(count) / Double(total) * 100).rounded())
    if share == 0 { return "< 1 %" }
    return share == 100 ? "> 99 %" : "\(share) %"
  }
}

extension AttributeValue.Kind {
  fileprivate var swiftName: String {
    switch self {
    case .null: "nil"
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Double"
    case .decimal: "Decimal"
    case .text: "String"
    case .date: "Date"
    case .uuid: "UUID"
    case .data: "Data"
    case .array: "Array"
    case .object: "Object"
    case .identifier: "PersistentIdentifier"
    }
  }
}
