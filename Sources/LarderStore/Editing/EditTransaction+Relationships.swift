import LarderCore

extension EditTransaction {
  /// The relationship that an assignment's path names; `nil` where it names an attribute.
  ///
  /// - Throws: `store.unsupported` where the path goes on behind a relationship.
  func relationship(
    _ path: AttributePath, of entity: EntityName
  ) throws -> EntitySchema.Relationship? {
    guard let name = path.names.first, let found = schema.relationship(name, of: entity) else {
      return nil
    }
    guard path.names.count == 1 else {
      throw PersistenceError(
        .unsupported, entity: entity, attribute: name,
        detail: "a value of another object is set on that object")
    }
    return found
  }

  /// Sets what a relationship leads to, and its inverse at both ends.
  func setRelationship(
    _ relationship: EntitySchema.Relationship, of identifier: PersistentIdentifier,
    to value: AttributeValue
  ) throws {
    let destinations = try self.destinations(value, relationship, identifier)
    try setDestinations(of: relationship, from: identifier, to: destinations, cause: .statement)
  }

  /// Adds objects to a to-many relationship or removes them.
  func changeRelationship(
    _ relationship: EntitySchema.Relationship, of identifier: PersistentIdentifier,
    values: [AttributeValue], isRemoval: Bool
  ) throws {
    guard relationship.isToMany else {
      throw PersistenceError(
        .unsupported, identifier: identifier, attribute: relationship.name,
        detail: "the relationship leads to one object, which is set with =")
    }
    let changed = try values.flatMap { value in
      if case .array = value { return try destinations(value, relationship, identifier) }
      return try destinations(.array([value]), relationship, identifier)
    }
    let old = try destinations(of: relationship, from: identifier)
    let (known, named) = (Set(old), Set(changed))
    let new =
      isRemoval ? old.filter { !named.contains($0) } : old + changed.filter { !known.contains($0) }
    try setDestinations(of: relationship, from: identifier, to: new, cause: .statement)
  }

  /// What a relationship leads to, with all edits so far.
  func destinations(
    of relationship: EntitySchema.Relationship, from identifier: PersistentIdentifier
  ) throws -> [PersistentIdentifier] {
    try attached.load(relationship, of: [identifier])
    return try existing(identifier)[relationship.name].identifiers
  }

  func setDestinations(
    of relationship: EntitySchema.Relationship, from identifier: PersistentIdentifier,
    to destinations: [PersistentIdentifier], cause: EditCause
  ) throws {
    var seen: Set<PersistentIdentifier> = []
    let new = destinations.filter { seen.insert($0).inserted }
    let old = try self.destinations(of: relationship, from: identifier)
    guard new != old else { return }
    try writeSlot(relationship, of: identifier, new, cause: cause)
    guard let inverse = inverse(of: relationship) else { return }
    let echo = EditCause.inverse(of: identifier, relationship.name)
    let before = Set(old)
    for destination in old where !seen.contains(destination) {
      try unlink(inverse, of: destination, from: identifier, cause: echo)
    }
    for destination in new where !before.contains(destination) {
      try link(inverse, of: destination, to: identifier, relationship, cause: echo)
    }
  }

  func inverse(of relationship: EntitySchema.Relationship) -> EntitySchema.Relationship? {
    relationship.inverse.flatMap { schema.relationship($0, of: relationship.destination) }
  }

  /// Takes one object out of a relationship of another, which may be gone.
  func unlink(
    _ relationship: EntitySchema.Relationship, of identifier: PersistentIdentifier,
    from other: PersistentIdentifier, cause: EditCause
  ) throws {
    guard try attached.current(identifier) != nil else { return }
    let old = try destinations(of: relationship, from: identifier)
    guard old.contains(other) else { return }
    try writeSlot(relationship, of: identifier, old.filter { $0 != other }, cause: cause)
  }

  private func link(
    _ inverse: EntitySchema.Relationship, of identifier: PersistentIdentifier,
    to other: PersistentIdentifier, _ relationship: EntitySchema.Relationship, cause: EditCause
  ) throws {
    let old = try destinations(of: inverse, from: identifier)
    guard !old.contains(other) else { return }
    if inverse.isToMany {
      return try writeSlot(inverse, of: identifier, old + [other], cause: cause)
    }
    // The object leaves the one that it belonged to.
    for owner in old { try unlink(relationship, of: owner, from: identifier, cause: cause) }
    try writeSlot(inverse, of: identifier, [other], cause: cause)
  }

  /// Links an object that is back with those at the other ends of its relationships.
  func relink(_ identifier: PersistentIdentifier) throws {
    for relationship in schema.allRelationships(of: identifier.entity) {
      guard let inverse = inverse(of: relationship) else { continue }
      let echo = EditCause.inverse(of: identifier, relationship.name)
      for destination in try destinations(of: relationship, from: identifier)
      where try attached.current(destination) != nil {
        // One that was given to another object meanwhile stays there.
        let isFree = try inverse.isToMany || destinations(of: inverse, from: destination).isEmpty
        if isFree { try link(inverse, of: destination, to: identifier, relationship, cause: echo) }
      }
    }
  }

  private func writeSlot(
    _ relationship: EntitySchema.Relationship, of identifier: PersistentIdentifier,
    _ destinations: [PersistentIdentifier], cause: EditCause
  ) throws {
    var snapshot = try existing(identifier)
    let values = destinations.map(AttributeValue.identifier)
    snapshot[relationship.name] = relationship.isToMany ? .array(values) : values.first ?? .null
    try write(snapshot, for: identifier, cause: cause)
  }

  /// The objects that a value assigned to a relationship stands for.
  private func destinations(
    _ value: AttributeValue, _ relationship: EntitySchema.Relationship,
    _ identifier: PersistentIdentifier
  ) throws -> [PersistentIdentifier] {
    let elements: [AttributeValue]
    switch value {
    case .null: elements = []
    case .array(let values) where relationship.isToMany: elements = values
    case .identifier where !relationship.isToMany: elements = [value]
    default:
      throw wrongDestination(value, relationship, identifier)
    }
    let family = schema.descendants(of: relationship.destination)
    return try elements.map { element in
      guard case .identifier(let destination) = element, family.contains(destination.entity) else {
        throw wrongDestination(element, relationship, identifier)
      }
      return try existing(destination).identifier
    }
  }

  private func wrongDestination(
    _ value: AttributeValue, _ relationship: EntitySchema.Relationship,
    _ identifier: PersistentIdentifier
  ) -> PersistenceError {
    let found: String
    if case .identifier(let other) = value {
      found = other.description
    } else {
      found = value.kind.rawValue
    }
    let number = relationship.isToMany ? "objects" : "an object"
    return PersistenceError(
      .wrongKind, identifier: identifier, attribute: relationship.name, value: value,
      detail: "expected \(number) of \(relationship.destination), found \(found)")
  }
}
