import FoundationEssentials
import LarderCore

extension ManagedObjectModel {
  /// The model as a schema: entities in the order of their numbers, properties by name.
  var schema: EntitySchema {
    EntitySchema(version: version, entities: entities.map(schema))
  }

  /// The version that SwiftData wrote, or 1.0.0.
  private var version: EntitySchema.Version {
    versionIdentifiers.lazy.compactMap { EntitySchema.Version($0) }.first
      ?? EntitySchema.Version(1, 0, 0)
  }

  private func schema(of entity: Entity) -> EntitySchema.Entity {
    var result = EntitySchema.Entity(
      name: EntityName(entity.name), superentity: entity.superentity.map { EntityName($0) },
      isAbstract: entity.isAbstract)
    let unique = entity.uniquenessConstraints
    for property in entity.properties {
      switch property {
      case .relationship(let relationship):
        guard !relationship.isTransient else { continue }
        result.relationships.append(relationship.schema)
      case .attribute, .composite:
        guard var attribute = property.attributeSchema else { continue }
        attribute.isUnique = unique.contains([property.name])
        result.attributes.append(attribute)
      }
    }
    result.uniquenessConstraints = unique.filter { $0.count > 1 }
      .map { $0.map { AttributeName($0) } }
    result.indices = entity.indices.map { $0.properties.map { AttributeName($0) } }
    return result
  }
}

extension ManagedObjectModel.Property {
  /// The property as an attribute; `nil` for a relationship, and for what never reaches a store.
  var attributeSchema: EntitySchema.Attribute? {
    switch self {
    case .relationship: nil
    case .attribute(let attribute): attribute.isTransient ? nil : attribute.schema
    case .composite(let composite):
      EntitySchema.Attribute(
        name: AttributeName(composite.name), type: composite.type,
        isOptional: composite.isOptional,
        originalName: originalName(composite.renamingIdentifier, of: composite.name))
    }
  }
}

/// `nil` where the name has not changed.
private func originalName(_ identifier: String?, of name: String) -> AttributeName? {
  guard let identifier, identifier != name else { return nil }
  return AttributeName(identifier)
}

extension ManagedObjectModel.Composite {
  /// An enum is what it is stored by; the model does not name the type of a Swift enum.
  fileprivate var type: EntitySchema.AttributeType {
    if let enumerationCases {
      return .enumeration(
        name: name.prefix(1).uppercased() + name.dropFirst(), rawType: .text,
        cases: enumerationCases.map { .init(name: $0, rawValue: .text($0)) })
    }
    if isRawValueEnumeration, let leaf = rawValue { return leaf.schema.type }
    return .composite(elements.compactMap(\.attributeSchema))
  }

  /// The attribute that holds the raw value of an enum.
  private var rawValue: ManagedObjectModel.Attribute? {
    if case .attribute(let attribute)? = elements.first { attribute } else { nil }
  }
}

extension ManagedObjectModel.Attribute {
  fileprivate var schema: EntitySchema.Attribute {
    EntitySchema.Attribute(
      name: AttributeName(name), type: schemaType, isOptional: isOptional, isReadOnly: isDerived,
      defaultValue: defaultValue.flatMap(schemaValue),
      originalName: originalName(renamingIdentifier, of: name))
  }

  private var schemaType: EntitySchema.AttributeType {
    switch type {
    case .integer16, .integer32, .integer64: .integer
    case .decimal: .decimal
    case .double, .float: .real
    case .string, .uri: .text
    case .boolean: .bool
    case .date: .date
    case .binaryData: .data
    case .uuid: .uuid
    case .transformable: elementType.map { .array(of: $0) } ?? .mixed
    case .undefined, .objectID: .mixed
    }
  }

  /// What an array that SwiftData stores is made of, such as text for `Array<String>`.
  private var elementType: EntitySchema.AttributeType? {
    guard let name = valueClassName, name.hasPrefix("Array<"), name.hasSuffix(">") else {
      return nil
    }
    switch name.dropFirst(6).dropLast() {
    case "String", "URL": return .text
    case "Int", "Int8", "Int16", "Int32", "Int64": return .integer
    case "Double", "Float": return .real
    case "Bool": return .bool
    case "Date": return .date
    case "UUID": return .uuid
    default: return .mixed
    }
  }

  /// A default that stands as its column would hold it.
  private func schemaValue(_ value: AttributeValue) -> AttributeValue? {
    switch (type, value) {
    case (.transformable, .data(let bytes)): TransformableReader.value(of: Array(bytes))
    case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    default: value
    }
  }
}

extension ManagedObjectModel.Relationship {
  fileprivate var schema: EntitySchema.Relationship {
    EntitySchema.Relationship(
      name: AttributeName(name), destination: EntityName(destination), isToMany: isToMany,
      isOptional: isOptional, isOrdered: isOrdered, inverse: inverse.map { AttributeName($0) },
      deleteRule: deleteRule, minimumCount: minimumCount > 0 ? minimumCount : nil,
      maximumCount: isToMany && maximumCount > 0 ? maximumCount : nil,
      originalName: originalName(renamingIdentifier, of: name))
  }
}
