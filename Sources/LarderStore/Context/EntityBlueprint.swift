import LarderCore

/// What edits need to know of an entity, found out once: a schema looks through all ancestors each time.
final class EntityBlueprint {
  let entity: EntitySchema.Entity
  let layout: EntityLayout

  /// Own and inherited, with their places in the layout.
  let attributes: [AttributeName: (slot: Int, attribute: EntitySchema.Attribute)]
  let relationships: [AttributeName: EntitySchema.Relationship]

  /// As the schema orders them.
  let allRelationships: [EntitySchema.Relationship]

  /// The values of an object that was given none: defaults, and relationships that lead nowhere.
  let initialValues: [AttributeValue?]

  /// The attributes that an object must have.
  let requiredSlots: [Int]
  let transientSlots: [Int]

  /// `nil` for an entity that the schema does not have.
  init?(_ name: EntityName, in schema: EntitySchema) {
    guard let entity = schema.entity(name), let layout = schema.layout(of: name) else { return nil }
    self.entity = entity
    self.layout = layout
    var values = [AttributeValue?](repeating: nil, count: layout.names.count)
    var attributes: [AttributeName: (slot: Int, attribute: EntitySchema.Attribute)] = [:]
    for attribute in schema.allAttributes(of: name) {
      guard let slot = layout.slot(of: attribute.name) else { continue }
      values[slot] = attribute.defaultValue
      // A name that stands twice is that of the first, as the schema answers.
      attributes[attribute.name] = attributes[attribute.name] ?? (slot, attribute)
    }
    var relationships: [AttributeName: EntitySchema.Relationship] = [:]
    allRelationships = schema.allRelationships(of: name)
    for relationship in allRelationships {
      guard let slot = layout.slot(of: relationship.name) else { continue }
      values[slot] = relationship.isToMany ? .array([]) : .null
      relationships[relationship.name] = relationships[relationship.name] ?? relationship
    }
    self.attributes = attributes
    self.relationships = relationships
    initialValues = values
    let all = attributes.values.sorted { $0.slot < $1.slot }
    requiredSlots = all.filter(\.attribute.isRequired).map(\.slot)
    transientSlots = all.filter(\.attribute.isTransient).map(\.slot)
  }
}
