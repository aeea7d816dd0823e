import LarderCore

/// The entities of a schema as boxes, and the ways between them as lines.
struct SchemaDiagram: Hashable {
  struct Box: Hashable {
    var name: String
    var superentity: String?

    /// A line for each attribute: `name: String?`.
    var attributes: [String]
  }

  /// A relationship with its inverse, or one that has none.
  struct Line: Hashable {
    struct End: Hashable {
      var entity: String

      /// The relationship that leads away from this end; `nil` where there is none.
      var property: String?

      /// How many objects the other end's relationship leads to here.
      var isMany: Bool
      var isOptional: Bool
    }

    var from: End
    var to: End
  }

  private(set) var boxes: [Box] = []
  private(set) var lines: [Line] = []

  init(_ schema: EntitySchema) {
    for entity in schema.entities {
      boxes.append(
        Box(
          name: entity.name.rawValue, superentity: entity.superentity?.rawValue,
          attributes: entity.attributes.map {
            "\($0.name): \($0.type.described)\($0.isOptional ? "?" : "")"
          }))
      for relationship in entity.relationships { append(relationship, of: entity.name, schema) }
    }
  }

  private mutating func append(
    _ relationship: EntitySchema.Relationship, of entity: EntityName, _ schema: EntitySchema
  ) {
    let inverse = relationship.inverse.flatMap {
      schema.relationship($0, of: relationship.destination)
    }
    if let inverse, isDrawn(inverse.name, of: relationship.destination) { return }
    let from = Line.End(
      entity: entity.rawValue, property: relationship.name.rawValue,
      isMany: inverse?.isToMany ?? true, isOptional: inverse?.isOptional ?? true)
    let to = Line.End(
      entity: relationship.destination.rawValue, property: inverse?.name.rawValue,
      isMany: relationship.isToMany, isOptional: relationship.isOptional)
    lines.append(Line(from: from, to: to))
  }

  /// The line of a pair was drawn from its first end.
  private func isDrawn(_ property: AttributeName, of entity: EntityName) -> Bool {
    lines.contains { $0.from.entity == entity.rawValue && $0.from.property == property.rawValue }
  }
}
