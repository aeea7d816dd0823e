import LarderCore

/// What became of inserts whose unique values an object held already.
public struct UpsertOutcome: Sendable {
  /// The inserts that went, and the objects that took over their values.
  public internal(set) var replacements: [IdentifierReplacement] = []
  public internal(set) var edits: [ObjectEdit] = []
}

extension EntityContext {
  /// Turns pending inserts whose unique values an object holds into updates of that object.
  ///
  /// It takes over all attributes, the to-one relationships that lead somewhere, and the objects of the
  /// to-many ones in addition to its own.
  ///
  /// - Throws: What the stores throw while they are read.
  public func mergeInserts() throws -> UpsertOutcome {
    var outcome = UpsertOutcome()
    for attached in attachedStores where !attached.constraints.isEmpty {
      interrupter.beginOperation()
      let holders = try InsertHolders(attached, environment: environment, interrupter)
      guard !holders.isEmpty else { continue }
      var map: [PersistentIdentifier: PersistentIdentifier] = [:]
      outcome.edits += try editing(attached, named: "insert") { transaction in
        map = try transaction.merge(holders)
      }
      for (old, new) in map.sorted(by: { $0.key < $1.key }) {
        homes[old] = nil
        remapping.replace(old, by: new)
        outcome.replacements.append(IdentifierReplacement(old: old, new: new))
      }
    }
    return outcome
  }
}

/// Finds the object that holds the unique values of a pending insert.
private struct InsertHolders {
  private(set) var inserts: [EntitySnapshot] = []
  private var stored: [UniqueKey: PersistentIdentifier] = [:]

  init(
    _ attached: AttachedStore, environment: EvaluationEnvironment, _ interrupter: Interrupter
  ) throws {
    var keys: [UniquenessConstraint: [UniqueKey]] = [:]
    for case .insert(let snapshot) in attached.pending.inOrder {
      guard let constraints = attached.constraints[snapshot.entityName] else { continue }
      inserts.append(snapshot)
      for constraint in constraints {
        if let key = constraint.key(of: snapshot) { keys[constraint, default: []].append(key) }
      }
    }
    for (constraint, keys) in keys {
      let found = try attached.storedHolders(
        of: keys, constraint, environment: environment, interrupter)
      stored.merge(found) { first, _ in first }
    }
    let holders = self
    let hasAny = inserts.contains { holders.holder(of: $0, in: attached) != nil }
    if !hasAny { inserts = [] }
  }

  var isEmpty: Bool { inserts.isEmpty }

  /// The object that an insert gives its values to: a stored one, or an insert before it.
  func holder(of snapshot: EntitySnapshot, in attached: AttachedStore) -> PersistentIdentifier? {
    for constraint in attached.constraints[snapshot.entityName] ?? [] {
      guard let key = constraint.key(of: snapshot) else { continue }
      if let holder = stored[key] { return holder }
      let number = attached.pending.entry(for: snapshot.identifier)?.number ?? 0
      let pending = attached.pending.holders(of: key).filter { other in
        guard other != snapshot.identifier, let entry = attached.pending.entry(for: other) else {
          return false
        }
        return !other.isTemporary || entry.number < number
      }
      if let holder = pending.min() { return holder }
    }
    return nil
  }
}

extension EditTransaction {
  /// Gives the values of inserts to the objects that hold their unique values, and drops them.
  fileprivate func merge(
    _ holders: InsertHolders
  ) throws -> [PersistentIdentifier: PersistentIdentifier] {
    var map: [PersistentIdentifier: PersistentIdentifier] = [:]
    for insert in holders.inserts {
      try interrupter.checkCancellation()
      guard let holder = holders.holder(of: insert, in: attached) else { continue }
      try merge(existing(insert.identifier), into: map[holder] ?? holder)
      map[insert.identifier] = map[holder] ?? holder
    }
    for change in attached.pending.inOrder {
      guard let snapshot = change.current else { continue }
      try write(snapshot.remapped(by: map), for: snapshot.identifier, cause: .statement)
    }
    return map
  }

  private func merge(_ insert: EntitySnapshot, into holder: PersistentIdentifier) throws {
    let relationships = schema.allRelationships(of: insert.entityName)
    let links = try relationships.map { try destinations(of: $0, from: insert.identifier) }
    for relationship in relationships {
      try setDestinations(
        of: relationship, from: insert.identifier, to: [], cause: .statement)
    }
    try write(nil, for: insert.identifier, cause: .statement)
    var snapshot = try existing(holder)
    for attribute in schema.allAttributes(of: insert.entityName)
    where snapshot.layout.slot(of: attribute.name) != nil {
      snapshot[attribute.name] = insert[attribute.name]
    }
    try write(snapshot, for: holder, cause: .statement)
    for (relationship, found) in zip(relationships, links) where !found.isEmpty {
      let own = relationship.isToMany ? try destinations(of: relationship, from: holder) : []
      try setDestinations(
        of: relationship, from: holder, to: own + found.filter { !own.contains($0) },
        cause: .statement)
    }
  }
}
