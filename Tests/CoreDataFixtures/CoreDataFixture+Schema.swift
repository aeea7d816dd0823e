public import LarderCore

@testable import LarderCoreData

extension CoreDataFixture {
  /// An empty store for a schema, with history; attributes of values that columns hold directly.
  public init(schema: EntitySchema) {
    let entities = schema.entities.map(ManagedObjectModel.Entity.init)
    self.init(
      ManagedObjectModel(entities: entities.sorted { $0.name.lowercased() < $1.name.lowercased() }))
    history = .interned
  }
}

extension ManagedObjectModel.Entity {
  fileprivate init(_ entity: EntitySchema.Entity) {
    let attributes = entity.attributes.map { attribute in
      ManagedObjectModel.attribute(attribute.name.rawValue, .init(attribute.type)) {
        $0.isOptional = attribute.isOptional
        $0.defaultValue = attribute.defaultValue
      }
    }
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
