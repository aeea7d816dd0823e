public import LarderCore

@testable import LarderCoreData

extension CoreDataFixture {
  /// An empty store for a schema, with history.
  ///
  /// Composites have a column a leaf, enums of text a column a case, other enums one column; arrays are
  /// archives.
  public init(schema: EntitySchema) {
    self.init(
      ManagedObjectModel(entities: Self.numbered(schema).map(ManagedObjectModel.Entity.init)))
    history = .interned
  }

  /// Parents before their children, else by name without regard to case.
  private static func numbered(
    _ schema: EntitySchema, below parent: EntityName? = nil
  ) -> [EntitySchema.Entity] {
    schema.entities.filter { $0.superentity == parent }
      .sorted { $0.name.rawValue.lowercased() < $1.name.rawValue.lowercased() }
      .flatMap { [$0] + numbered(schema, below: $0.name) }
  }
}

extension ManagedObjectModel.Entity {
  fileprivate init(_ entity: EntitySchema.Entity) {
    let attributes = entity.attributes.map { ManagedObjectModel.Property($0) }
    let relationships = entity.relationships.map { relationship in
      ManagedObjectModel.toMany(
        relationship.name.rawValue, relationship.destination.rawValue,
        relationship.inverse?.rawValue, rule: relationship.deleteRule
      ) {
        $0.maximumCount = relationship.isToMany ? 0 : 1
        $0.isOptional = relationship.isOptional
        $0.isOrdered = relationship.isOrdered
      }
    }
    self.init(
      name: entity.name.rawValue, superentity: entity.superentity?.rawValue,
      isAbstract: entity.isAbstract,
      properties: (attributes + relationships).sorted {
        $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
      },
      uniquenessConstraints: entity.attributes.filter(\.isUnique).map { [$0.name.rawValue] }
        + entity.uniquenessConstraints.map { $0.map(\.rawValue) })
  }
}

extension ManagedObjectModel.Property {
  fileprivate init(_ attribute: EntitySchema.Attribute) {
    let name = attribute.name.rawValue
    switch attribute.type {
    case .composite(let members):
      self = .composite(
        .init(
          name: name, isOptional: attribute.isOptional,
          elements: members.map { ManagedObjectModel.Property($0) }))
    case .enumeration(_, .text, let cases):
      self = .composite(
        .init(
          name: name, isOptional: attribute.isOptional,
          elements: cases.map { .attribute(.init(name: $0.name, type: .string, isOptional: true)) },
          userInfo: ["EnumType": "true"], enumerationCases: cases.map(\.name)))
    case .enumeration(_, let rawType, _):
      self = .composite(
        .init(
          name: name, isOptional: attribute.isOptional,
          elements: [
            .attribute(
              .init(name: name, type: .init(rawType), isOptional: attribute.isOptional))
          ],
          userInfo: ["EnumType": "true"], isRawValueEnumeration: true))
    default:
      self = ManagedObjectModel.attribute(name, .init(attribute.type)) {
        $0.isOptional = attribute.isOptional
        $0.defaultValue = attribute.defaultValue
        $0.valueClassName = attribute.type.arrayName
      }
    }
  }
}

extension EntitySchema.AttributeType {
  /// The Swift type of an array, as SwiftData notes it.
  fileprivate var arrayName: String? {
    guard case .array(let element) = self else { return nil }
    switch element {
    case .text: return "Array<String>"
    case .integer: return "Array<Int>"
    case .real: return "Array<Double>"
    default: return nil
    }
  }
}

extension ManagedObjectModel.AttributeType {
  fileprivate init(_ type: EntitySchema.AttributeType) {
    self =
      switch type {
      case .bool: .boolean
      case .integer: .integer64
      case .real: .double
      case .decimal: .decimal
      case .text, .enumeration: .string
      case .date: .date
      case .uuid: .uuid
      case .data: .binaryData
      case .mixed, .array, .composite: .transformable
      }
  }
}
