import LarderCore

extension ModelWriter {
  /// An initialiser for the properties that have no value otherwise; `@Model` asks for one.
  mutating func writeInitializer() {
    let own = parameters(of: entity)
    let inherited = schema.ancestry(of: entity.name).dropLast().flatMap { parameters(of: $0) }
    let isOverride = entity.superentity != nil && own.isEmpty
    let list = (inherited + own).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    line("")
    block((isOverride ? "override " : "") + "init(\(list))") { writer in
      for parameter in own { writer.line("self.\(parameter.name) = \(parameter.name)") }
      guard writer.entity.superentity != nil else { return }
      let arguments = inherited.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
      writer.line("super.init(\(arguments))")
    }
  }

  private func parameters(
    of entity: EntitySchema.Entity
  ) -> [(name: String, type: String)] {
    // A writer of its own, so that another entity's structs are not written here.
    var other = ModelWriter(entity: entity, schema: schema)
    let isForeign = entity.name != self.entity.name
    let attributes = entity.attributes.map { attribute in
      (attribute, other.swiftType(attribute.type, name: attribute.name))
    }
    let own = attributes.filter { !$0.0.isOptional && $0.0.hasNoDefault }.map { attribute, type in
      (propertyName(attribute.name.rawValue), isForeign ? qualified(type, other, entity) : type)
    }
    let links = entity.relationships.filter { !$0.isOptional && !$0.isToMany }.map {
      (propertyName($0.name.rawValue), typeName($0.destination.rawValue))
    }
    return own + links
  }

  private func qualified(
    _ type: String, _ other: ModelWriter, _ entity: EntitySchema.Entity
  ) -> String {
    guard other.nestedTypes.contains(where: { typeName($0.name) == type }) else { return type }
    return typeName(entity.name.rawValue) + "." + type
  }

  /// The structs and enums of the attributes, and those of their members.
  mutating func writeNestedTypes() {
    var written = 0
    while written < nestedTypes.count {
      let (name, type) = nestedTypes[written]
      written += 1
      line("")
      switch type {
      case .composite(let members): write(members, named: name)
      case .enumeration(_, let rawType, let cases): write(cases, rawType, named: name)
      default: break
      }
    }
  }

  private mutating func write(_ members: [EntitySchema.Attribute], named name: String) {
    block("struct \(typeName(name)): Codable, Hashable") { writer in
      for member in members { writer.write(member) }
    }
  }

  private mutating func write(
    _ cases: [EntitySchema.EnumerationCase], _ rawType: EntitySchema.AttributeType,
    named name: String
  ) {
    let rawName = rawType == .integer ? "Int" : "String"
    block("enum \(typeName(name)): \(rawName), Codable") { writer in
      for declared in cases {
        let isImplied = declared.rawValue == .text(declared.name)
        let raw = isImplied ? nil : SwiftLiteral.text(declared.rawValue)
        writer.line("case \(writer.propertyName(declared.name))" + (raw.map { " = " + $0 } ?? ""))
      }
    }
  }
}

extension EntitySchema.Attribute {
  /// No default that Swift source can say.
  fileprivate var hasNoDefault: Bool {
    guard let defaultValue, defaultValue != .null else { return true }
    return SwiftLiteral.text(defaultValue, as: type) == nil
  }
}
