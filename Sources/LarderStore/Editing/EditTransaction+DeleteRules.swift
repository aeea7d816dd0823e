import LarderCore

extension EditTransaction {
  /// Deletes objects, with what their delete rules say of the objects around them.
  ///
  /// - Throws: `save.delete-denied` where a rule `deny` leads to an object that stays.
  func delete(_ identifiers: [PersistentIdentifier]) throws {
    var doomed = Doomed()
    for identifier in identifiers { doomed.add(identifier, cause: .statement) }
    try cascade(&doomed)
    let targets = doomed.inOrder
    for (identifier, _) in targets {
      try checkWritable(entity(identifier.entity))
      try checkDenial(of: identifier, doomed)
    }
    for (identifier, _) in targets { try nullify(around: identifier, doomed) }
    try nullifyWithoutInverse(doomed)
    for (identifier, cause) in targets { try write(nil, for: identifier, cause: cause) }
  }

  /// Follows the rules `cascade`, one generation after the other.
  private func cascade(_ doomed: inout Doomed) throws {
    var generation = doomed.inOrder.map(\.identifier)
    while !generation.isEmpty {
      try interrupter.checkCancellation()
      var next: [PersistentIdentifier] = []
      for (entity, members) in grouped(generation) {
        for relationship in schema.allRelationships(of: entity) {
          // Loaded here for all at once; the rules read it object by object.
          if relationship.deleteRule != .noAction {
            try attached.load(relationship, of: members)
          }
          guard relationship.deleteRule == .cascade else { continue }
          for member in members {
            let found = try destinations(of: relationship, from: member)
            try attached.read(found)
            for destination in found where try attached.current(destination) != nil {
              let cause = EditCause.cascade(from: member, relationship.name)
              if doomed.add(destination, cause: cause) { next.append(destination) }
            }
          }
        }
      }
      generation = next
    }
  }

  private func grouped(
    _ identifiers: [PersistentIdentifier]
  ) -> [(EntityName, [PersistentIdentifier])] {
    Dictionary(grouping: identifiers, by: \.entity).sorted { $0.key < $1.key }
  }

  private func checkDenial(of identifier: PersistentIdentifier, _ doomed: Doomed) throws {
    for relationship in schema.allRelationships(of: identifier.entity)
    where relationship.deleteRule == .deny {
      let holders = try destinations(of: relationship, from: identifier).filter {
        try !doomed.contains($0) && attached.current($0) != nil
      }
      guard let first = holders.first else { continue }
      let others = holders.count > 1 ? " and \(holders.count - 1) more" : ""
      throw PersistenceError(
        .deleteDenied, identifier: identifier, attribute: relationship.name,
        value: .identifier(first), detail: "\(first)\(others) still belongs to it")
    }
  }

  private func nullify(around identifier: PersistentIdentifier, _ doomed: Doomed) throws {
    for relationship in schema.allRelationships(of: identifier.entity)
    where relationship.deleteRule != .noAction || attached.store.refusesDanglingReferences {
      guard let inverse = inverse(of: relationship) else { continue }
      for destination in try destinations(of: relationship, from: identifier)
      where !doomed.contains(destination) {
        try unlink(
          inverse, of: destination, from: identifier,
          cause: .nullify(from: identifier, relationship.name))
      }
    }
  }
}

/// Relationships without an inverse, by which nothing leads from a deleted object to its owners.
extension EditTransaction {
  /// Identifiers that are looked for by one fetch.
  private static let chunkSize = 400

  private func nullifyWithoutInverse(_ doomed: Doomed) throws {
    // Objects that cannot be changed, such as the rows of a join table, are the store's to keep right.
    for entity in schema.entities where !entity.isReadOnly {
      for relationship in entity.relationships where inverse(of: relationship) == nil {
        guard relationship.deleteRule != .noAction || attached.store.refusesDanglingReferences
        else { continue }
        let family = schema.descendants(of: relationship.destination)
        let members = doomed.inOrder.map(\.identifier).filter { family.contains($0.entity) }
        for start in stride(from: 0, to: members.count, by: Self.chunkSize) {
          let end = min(start + Self.chunkSize, members.count)
          try nullify(relationship, of: entity.name, members[start..<end], doomed)
        }
      }
    }
  }

  /// Takes some deleted objects out of a relationship of all owners that stay.
  private func nullify(
    _ relationship: EntitySchema.Relationship, of entity: EntityName,
    _ members: ArraySlice<PersistentIdentifier>, _ doomed: Doomed
  ) throws {
    let list = EntityExpression.value(.array(members.map { .identifier($0) }))
    let path = EntityExpression.path(AttributePath(relationship.name))
    let element = EntityExpression.path(AttributePath(level: 1, []))
    let owners = try fetch(
      EntityFetchDescriptor(
        entity: entity,
        predicate: relationship.isToMany
          ? .quantified(.any, path, .membership(element, in: list)) : .membership(path, in: list)))
    for owner in owners where !doomed.contains(owner.identifier) {
      for member in try destinations(of: relationship, from: owner.identifier)
      where members.contains(member) {
        try unlink(
          relationship, of: owner.identifier, from: member,
          cause: .nullify(from: member, relationship.name))
      }
    }
  }
}

/// The objects that a delete takes with it, in the order in which they were reached.
private struct Doomed {
  private(set) var inOrder: [(identifier: PersistentIdentifier, cause: EditCause)] = []
  private var known: Set<PersistentIdentifier> = []

  func contains(_ identifier: PersistentIdentifier) -> Bool { known.contains(identifier) }

  /// Returns whether the object was not known yet.
  @discardableResult
  mutating func add(_ identifier: PersistentIdentifier, cause: EditCause) -> Bool {
    guard known.insert(identifier).inserted else { return false }
    inOrder.append((identifier, cause))
    return true
  }
}
