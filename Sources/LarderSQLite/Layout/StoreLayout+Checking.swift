import LarderCore

extension StoreLayout {
  /// Refuses a schema for which there are no tables.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid`.
  func check() throws {
    var known: Set<EntityName> = []
    for entity in schema.entities {
      guard known.insert(entity.name).inserted else {
        throw PersistenceError(
          .invalidSchema, entity: entity.name, detail: "`\(entity.name)` is declared twice")
      }
      try checkInheritance(of: entity)
      try check(entity)
    }
  }

  private func checkInheritance(of entity: EntitySchema.Entity) throws {
    guard let superentity = entity.superentity else { return }
    guard schema.entity(superentity) != nil else {
      throw PersistenceError(
        .invalidSchema, entity: entity.name,
        detail: "`\(entity.name)` inherits from `\(superentity)`, which is not declared")
    }
    guard schema.ancestry(of: entity.name).first?.superentity == nil else {
      throw PersistenceError(
        .invalidSchema, entity: entity.name, detail: "`\(entity.name)` inherits from itself")
    }
  }

  private func check(_ entity: EntitySchema.Entity) throws {
    var names: Set<AttributeName> = []
    let all = schema.ancestry(of: entity.name).flatMap {
      $0.attributes.map(\.name) + $0.relationships.map(\.name)
    }
    for name in all where !names.insert(name).inserted {
      throw problem(entity, name, "`\(entity.name)` has two properties named `\(name)`")
    }
    for relationship in entity.relationships {
      guard schema.entity(relationship.destination) != nil else {
        throw problem(
          entity, relationship.name,
          "`\(entity.name).\(relationship.name)` leads to `\(relationship.destination)`, which is not "
            + "declared")
      }
      try checkInverse(of: relationship, entity)
    }
  }

  private func checkInverse(
    of relationship: EntitySchema.Relationship, _ entity: EntitySchema.Entity
  ) throws {
    guard let name = relationship.inverse else { return }
    guard let inverse = schema.relationship(name, of: relationship.destination) else {
      throw problem(
        entity, relationship.name,
        "`\(relationship.destination)` has no relationship `\(name)` to be the inverse of "
          + "`\(entity.name).\(relationship.name)`")
    }
    guard inverse.destination == entity.name, inverse.inverse == relationship.name else {
      throw problem(
        entity, relationship.name,
        "`\(entity.name).\(relationship.name)` and `\(relationship.destination).\(name)` are not "
          + "the inverse of each other")
    }
  }

  private func problem(
    _ entity: EntitySchema.Entity, _ name: AttributeName, _ detail: String
  ) -> PersistenceError {
    PersistenceError(.invalidSchema, entity: entity.name, attribute: name, detail: detail)
  }
}
