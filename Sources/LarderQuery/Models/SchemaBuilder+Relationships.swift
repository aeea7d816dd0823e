import LarderCore

extension SchemaBuilder {
  mutating func relationship(
    _ property: SwiftDeclarations.Property, _ destination: Destination, of entity: EntityName
  ) -> (relationship: EntitySchema.Relationship, isUnique: Bool) {
    var relationship = EntitySchema.Relationship(
      name: AttributeName(property.name), destination: destination.entity,
      isToMany: destination.isToMany, isOptional: destination.isOptional)
    var isUnique = false
    for macro in property.attributes where ["Relationship", "Attribute"].contains(macro.name) {
      for argument in macro.arguments {
        if case (nil, .member(_, "unique")) = (argument.label, reader.value(argument.range)) {
          isUnique = true
        } else {
          apply(argument, of: macro, to: &relationship, of: entity)
        }
      }
    }
    return (relationship, isUnique)
  }

  private mutating func apply(
    _ argument: SwiftDeclarations.Argument, of macro: SwiftDeclarations.Macro,
    to relationship: inout EntitySchema.Relationship, of entity: EntityName
  ) {
    switch (argument.label, reader.value(argument.range)) {
    case ("deleteRule", .member(_, let name)):
      guard let rule = EntitySchema.DeleteRule(rawValue: name) else {
        return reportUnknown(
          SwiftDeclarations.Argument(label: nil, range: argument.range), of: macro)
      }
      relationship.deleteRule = rule
    case ("originalName", .literal(.text(let text))):
      relationship.originalName = AttributeName(text)
    // SwiftData's default of 0 stands for no bound.
    case ("minimumModelCount", .literal(.integer(let count))):
      relationship.minimumCount = count == 0 ? nil : Int(count)
    case ("maximumModelCount", .literal(.integer(let count))):
      relationship.maximumCount = count == 0 ? nil : Int(count)
    case ("inverse", _):
      guard let path = reader.keyPaths(argument.range).first else {
        return reportUnknown(argument, of: macro)
      }
      writtenInverses.append((entity, relationship.name, path))
    case ("hashModifier", _), ("minimumModelCount", .null), ("maximumModelCount", .null),
      (nil, .member):
      break
    default: reportUnknown(argument, of: macro)
    }
  }

  /// Joins the relationships whose inverse is written, both ways.
  mutating func linkWrittenInverses(in schema: inout EntitySchema) {
    for (entity, name, path) in writtenInverses {
      guard let relationship = schema.relationship(name, of: entity) else { continue }
      let inverse = AttributeName(path.name)
      guard let other = schema.relationship(inverse, of: relationship.destination),
        schema.ancestry(of: entity).contains(where: { $0.name == other.destination })
      else {
        let known = schema.allRelationships(of: relationship.destination).map(\.name.rawValue)
        report(
          .unknownInverse,
          "`\(relationship.destination)` has no relationship `\(inverse)` to `\(entity)`",
          at: path.span,
          help: Spelling.nearest(to: path.name, among: known).map { "did you mean `\($0)`?" })
        continue
      }
      schema.setInverse(inverse, of: name, in: entity)
      schema.setInverse(name, of: inverse, in: relationship.destination)
    }
  }
}

/// Finds the inverses that the source leaves out, as SwiftData does.
enum InverseInference {
  /// Joins two relationships that lead to each other's entities where neither has another choice.
  static func complete(_ schema: inout EntitySchema) {
    for entity in schema.entities {
      for relationship in entity.relationships {
        let end = End(entity: entity.name, relationship: relationship)
        guard let other = onlyCandidate(for: end, in: schema),
          onlyCandidate(for: other, in: schema)?.relationship.name == relationship.name
        else { continue }
        schema.setInverse(other.relationship.name, of: relationship.name, in: entity.name)
        schema.setInverse(relationship.name, of: other.relationship.name, in: other.entity)
      }
    }
  }

  private struct End {
    var entity: EntityName
    var relationship: EntitySchema.Relationship
  }

  private static func onlyCandidate(for end: End, in schema: EntitySchema) -> End? {
    guard let current = schema.relationship(end.relationship.name, of: end.entity),
      current.inverse == nil
    else { return nil }
    let candidates = (schema.entity(current.destination)?.relationships ?? []).filter {
      $0.inverse == nil && $0.destination == end.entity
        && !(current.destination == end.entity && $0.name == current.name)
    }
    guard candidates.count == 1, let only = candidates.first else { return nil }
    return End(entity: current.destination, relationship: only)
  }
}

extension EntitySchema {
  /// Names the inverse of a relationship, where it is declared: in the entity or above it.
  mutating func setInverse(
    _ inverse: AttributeName, of name: AttributeName, in entity: EntityName
  ) {
    guard let owner = ancestry(of: entity).first(where: { $0.relationship(name) != nil }),
      let index = entities.firstIndex(where: { $0.name == owner.name }),
      let position = entities[index].relationships.firstIndex(where: { $0.name == name })
    else { return }
    entities[index].relationships[position].inverse = inverse
  }
}
