public import LarderCore

/// Whose values stay where a save found a conflict.
public enum ConflictResolution: String, Hashable, Sendable {
  /// The edits stay pending, on top of what the store holds now.
  case mine
  /// The edits are given up.
  case store
}

extension EntityContext {
  /// Decides over objects that the last save found in conflict; the next save writes what is kept.
  ///
  /// An object that is gone from the store and is kept is inserted again, under a temporary identifier; so
  /// is a new one of which nobody knows whether it is there, which otherwise is given up.
  ///
  /// With `nil` for the identifiers, over all that are in conflict.
  ///
  /// - Throws: `context.no-conflict` for an object that is in none.
  public func resolve(
    _ identifiers: [PersistentIdentifier]?, keeping resolution: ConflictResolution
  ) throws {
    interrupter.beginOperation()
    let wanted = identifiers?.map { remapping[$0] } ?? conflicts.map(\.identifier)
    for identifier in wanted where !conflicts.contains(where: { $0.identifier == identifier }) {
      throw PersistenceError(.noConflict, identifier: identifier)
    }
    if wanted.isEmpty { throw PersistenceError(.noConflict) }
    for conflict in conflicts where wanted.contains(conflict.identifier) {
      let attached = try attachedStore(for: conflict.identifier)
      switch resolution {
      case .mine: keepMine(conflict, attached)
      case .store where conflict.identifier.isTemporary:
        try perform(.delete(.objects([conflict.identifier])), in: attached.name)
      case .store: try takeStored(conflict.stored, conflict.identifier, attached)
      }
      conflicts.removeAll { $0.identifier == conflict.identifier }
    }
  }

  /// Reads an object again from its store.
  ///
  /// - Throws: `context.object-is-edited` where it has pending edits and these are not to be given up;
  ///   `store.object-not-found` where it is gone, or was never saved: then nothing is known of it any
  ///   more but its pending edits.
  public func refresh(_ identifier: PersistentIdentifier, discardingEdits: Bool) throws {
    interrupter.beginOperation()
    let identifier = remapping[identifier]
    let attached = try attachedStore(for: identifier)
    guard !identifier.isTemporary else {
      throw PersistenceError(
        .objectNotFound, identifier: identifier, detail: "the object was never saved")
    }
    if attached.pending[identifier] != nil, !discardingEdits {
      throw PersistenceError(.objectIsEdited, identifier: identifier)
    }
    let stored = try attached.store.snapshots(for: [identifier])[identifier]
    try takeStored(stored, identifier, attached)
    conflicts.removeAll { $0.identifier == identifier }
    guard stored != nil else { throw PersistenceError(.objectNotFound, identifier: identifier) }
  }

  private func keepMine(_ conflict: SaveConflict, _ attached: AttachedStore) {
    let identifier = conflict.identifier
    let change = attached.pending[identifier]
    guard let stored = conflict.stored else {
      attached.pending.set(nil, for: identifier)
      attached.setRegistered(nil, for: identifier)
      guard let mine = change?.current else { return }
      let new = minter.mint(for: identifier.entity)
      attached.restorations[new] = identifier
      homes[new] = attached.name
      replaceEverywhere([identifier: new])
      attached.pending.set(.insert(mine.remapped(by: [identifier: new])), for: new)
      return
    }
    let seen = stored.keepingLoadedRelationships(of: conflict.lastSeen, in: attached.schema)
    attached.setRegistered(seen, for: identifier)
    guard case .update(let before, let after)? = change else {
      return attached.pending.set(.delete(before: seen), for: identifier)
    }
    var wanted = seen
    for slot in after.values.indices where before.values[slot] != after.values[slot] {
      wanted.values[slot] = after.values[slot]
    }
    attached.pending.set(PendingChanges.Change(from: seen, to: wanted), for: identifier)
  }

  /// Gives up an object's edits for what the store holds, `nil` where it is gone.
  private func takeStored(
    _ stored: EntitySnapshot?, _ identifier: PersistentIdentifier, _ attached: AttachedStore
  ) throws {
    let change = attached.pending[identifier]
    let transaction = makeTransaction(attached)
    if case .update(let before, _)? = change {
      try undoRelationships(of: before, transaction)
    }
    attached.pending.set(nil, for: identifier)
    attached.setRegistered(stored, for: identifier)
    if case .delete? = change, stored != nil { try transaction.relink(identifier) }
    let reset = transaction.changedSlots
    // Steps that were not saved must not bring back what was given up.
    func edited(_ transition: ObjectTransition) -> ObjectTransition? {
      guard transition.identifier != identifier else { return nil }
      return reset[transition.identifier].map(transition.keeping) ?? transition
    }
    undoStack.edit(groupsSince: saved.undoStack, edited)
    openGroup = openGroup?.edited(edited)
  }

  /// Sets relationships back, so that the objects at their other ends follow.
  private func undoRelationships(
    of baseline: EntitySnapshot, _ transaction: EditTransaction
  ) throws {
    for relationship in transaction.schema.allRelationships(of: baseline.entityName) {
      guard let value = baseline[relationship.name] else { continue }
      try transaction.setDestinations(
        of: relationship, from: baseline.identifier, to: Optional(value).identifiers,
        cause: .statement)
    }
  }
}

extension EditTransaction {
  /// The slots that were written, of each object that was updated.
  fileprivate var changedSlots: [PersistentIdentifier: Set<Int>] {
    var slots: [PersistentIdentifier: Set<Int>] = [:]
    for case (let before?, let after?) in steps.map({ ($0.before, $0.after) }) {
      let changed = before.values.indices.filter { before.values[$0] != after.values[$0] }
      slots[before.identifier, default: []].formUnion(changed)
    }
    return slots
  }
}
