public import LarderCore

/// What an undo or a redo did.
public struct UndoOutcome: Hashable, Sendable {
  /// What the step is called.
  public let name: String

  /// The objects it touched: `inserted` are back, `deleted` are gone again.
  public let objects: EditOutcome

  /// Saved objects that were deleted in their store and wait to be inserted again, under a temporary
  /// identifier.
  public let remapped: [IdentifierReplacement]
}

/// An identifier and the one that took its place.
public struct IdentifierReplacement: Hashable, Sendable {
  public let old: PersistentIdentifier
  public let new: PersistentIdentifier
}

extension EntityContext {
  /// How many steps can be undone.
  public var undoCount: Int { undoStack.undo.count }

  /// How many undone steps can be done again.
  public var redoCount: Int { undoStack.redo.count }

  /// Forgets every step, so that nothing can be undone or redone.
  public func removeUndoSteps() {
    undoStack = UndoStack()
    saved.undoStack = UndoStack()
  }

  /// Takes back the last step.
  ///
  /// A step that was saved becomes a pending change the other way, to be saved in turn.
  ///
  /// - Throws: `undo.nothing-to-undo`, `undo.group-is-open`; `store.object-not-found` where somebody
  ///   else deleted an object that the step had changed.
  @discardableResult
  public func undo() throws -> UndoOutcome {
    try checkNoOpenGroup()
    guard !undoStack.undo.isEmpty else { throw PersistenceError(.nothingToUndo) }
    return try move(from: \.undo, to: \.redo, isUndo: true)
  }

  /// Does the last undone step again.
  ///
  /// - Throws: `undo.nothing-to-redo`, else as ``undo()``.
  @discardableResult
  public func redo() throws -> UndoOutcome {
    try checkNoOpenGroup()
    guard !undoStack.redo.isEmpty else { throw PersistenceError(.nothingToRedo) }
    return try move(from: \.redo, to: \.undo, isUndo: false)
  }

  private func checkNoOpenGroup() throws {
    guard let openGroup else { return }
    throw PersistenceError(
      .groupIsOpen, detail: "the group \(openGroup.name) is open; end it first")
  }

  private func move(
    from source: WritableKeyPath<UndoStack, [UndoGroup]>,
    to target: WritableKeyPath<UndoStack, [UndoGroup]>, isUndo: Bool
  ) throws -> UndoOutcome {
    interrupter.beginOperation()
    let start = checkpoint()
    do {
      let replacements = try reviveDeleted(in: undoStack[keyPath: source].last, isUndo: isUndo)
      guard let group = undoStack[keyPath: source].popLast() else {
        throw PersistenceError(isUndo ? .nothingToUndo : .nothingToRedo)
      }
      let transitions = isUndo ? group.transitions.reversed().map(\.inverse) : group.transitions
      for transition in transitions { try apply(transition) }
      for transition in isUndo ? group.repairs.reversed().map(\.inverse) : group.repairs {
        try attachedStore(named: transition.store).pending.toggle(transition.repair)
      }
      undoStack[keyPath: target].append(group)
      return UndoOutcome(
        name: group.name, objects: EditOutcome(transitions), remapped: replacements)
    } catch {
      restore(start)
      throw error
    }
  }

  /// Gives a temporary identifier to each object that must be inserted again because its delete, or
  /// the delete that undid its insert, was saved.
  private func reviveDeleted(
    in group: UndoGroup?, isUndo: Bool
  ) throws -> [IdentifierReplacement] {
    var replacements: [IdentifierReplacement] = []
    for transition in group?.transitions ?? [] {
      let (start, wanted) =
        isUndo ? (transition.after, transition.before) : (transition.before, transition.after)
      let old = transition.identifier
      let attached = try attachedStore(named: transition.store)
      guard start == nil, wanted != nil, !old.isTemporary, attached.pending[old] == nil else {
        continue
      }
      guard try attached.current(old) == nil else { continue }
      let new = minter.mint(for: old.entity)
      attached.restorations[new] = old
      homes[new] = attached.name
      replacements.append(IdentifierReplacement(old: old, new: new))
    }
    replaceEverywhere(
      Dictionary(replacements.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first }))
    return replacements
  }

  /// Gives objects other identifiers in undo steps, pending changes and the remapping.
  func replaceEverywhere(_ map: [PersistentIdentifier: PersistentIdentifier]) {
    guard !map.isEmpty else { return }
    undoStack.remap(map)
    openGroup = openGroup?.remapped(by: map)
    for attached in attachedStores where !attached.pending.isEmpty { attached.pending.remap(map) }
    remapping.replace(by: map)
  }

  private func apply(_ transition: ObjectTransition) throws {
    let attached = try attachedStore(named: transition.store)
    let transaction = makeTransaction(attached)
    guard let after = transition.after, let before = transition.before else {
      return try transaction.write(
        transition.after, for: transition.identifier, cause: .statement)
    }
    if before.values.indices.contains(where: { before.values[$0] != after.values[$0] }) {
      try loadChangedRelationships(transition, attached)
      var snapshot = try transaction.existing(transition.identifier)
      // Only what the step changed: somebody else's edits of other attributes stay.
      for slot in after.values.indices where before.values[slot] != after.values[slot] {
        snapshot.values[slot] = after.values[slot]
      }
      try transaction.write(snapshot, for: transition.identifier, cause: .statement)
    }
  }

  private func loadChangedRelationships(
    _ transition: ObjectTransition, _ attached: AttachedStore
  ) throws {
    for relationship in attached.schema.allRelationships(of: transition.identifier.entity)
    where transition.before?[relationship.name] != transition.after?[relationship.name] {
      try attached.load(relationship, of: [transition.identifier])
    }
  }
}

extension RepairTransition {
  fileprivate var inverse: RepairTransition {
    RepairTransition(store: store, repair: repair.inverse)
  }
}

extension ObjectTransition {
  fileprivate var inverse: ObjectTransition {
    ObjectTransition(store: store, identifier: identifier, before: after, after: before)
  }
}
