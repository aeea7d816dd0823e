import LarderCore

/// What edits need to know of an entity, found out once: a schema looks through all ancestors each time.
final class EntityBlueprint {
  let entity: EntitySchema.Entity
  let layout: EntityLayout

  /// What each place of the layout takes.
  let slots: [Slot]
  let relationships: [AttributeName: EntitySchema.Relationship]

  /// As the schema orders them.
  let allRelationships: [EntitySchema.Relationship]

  /// The values of an object that was given none: defaults, and relationships that lead nowhere.
  let initialValues: [AttributeValue?]

  /// The attributes that an object must have.
  let requiredSlots: [Int]
  let transientSlots: [Int]

  struct Slot {
    let isWritableAttribute: Bool
    let isRelationship: Bool
    let isRequired: Bool
    let type: EntitySchema.AttributeType
  }

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
    slots = layout.names.map { name in
      let attribute = attributes[name]?.attribute
      return Slot(
        isWritableAttribute: attribute.map { !$0.isReadOnly } ?? false,
        isRelationship: relationships[name] != nil, isRequired: attribute?.isRequired ?? false,
        type: attribute?.type ?? .mixed)
    }
    self.relationships = relationships
    initialValues = values
    let all = attributes.values.sorted { $0.slot < $1.slot }
    requiredSlots = all.filter(\.attribute.isRequired).map(\.slot)
    transientSlots = all.filter(\.attribute.isTransient).map(\.slot)
  }
}

extension EntityBlueprint {
  /// A value as the attribute at a place holds it.
  ///
  /// - Throws: `value.…`, `save.required-value-missing`.
  func accepting(
    _ value: AttributeValue, at slot: Int, of identifier: PersistentIdentifier
  ) throws -> AttributeValue {
    // What fits at once, most often, needs no words for a problem.
    switch (slots[slot].type, value) {
    case (.text, .text), (.integer, .integer), (.real, .real), (.bool, .bool), (.date, .date):
      return value
    default: break
    }
    let problem = ValueProblem(identifier: identifier, name: layout.names[slot])
    guard value != .null else {
      guard !slots[slot].isRequired else { throw problem.error(.requiredValueMissing) }
      return .null
    }
    return try slots[slot].type.accepting(value, problem)
  }
}
