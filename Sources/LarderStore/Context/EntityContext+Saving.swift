public import LarderCore

/// What a save wrote, store by store.
public struct SaveOutcome: Hashable, Sendable {
  /// The stores that were written, in the order in which they were attached.
  public internal(set) var stores: [StoreOutcome] = []

  public struct StoreOutcome: Hashable, Sendable {
    public let name: String

    /// Temporary identifiers and the permanent ones that replaced them, in the order of the inserts.
    public let replacements: [IdentifierReplacement]
    public let insertedCount: Int
    public let updatedCount: Int
    public let deletedCount: Int

    /// What the store says of what it wrote.
    public let notes: [SaveNote]

    /// Objects that the store holds otherwise than they were written.
    public let revised: [PersistentIdentifier]

    /// The transaction of the store's history that the save is; `nil` where it keeps none.
    public let transaction: Int64?

    var isEmpty: Bool { insertedCount + updatedCount + deletedCount == 0 && notes.isEmpty }
  }
}

extension EntityContext {
  /// Writes the pending changes, store by store in the order in which they were attached.
  ///
  /// Everything is checked against the schemas before a store sees anything. Most stores write their
  /// changes as one unit, but there is no unit across stores: where one fails, those before it stay
  /// written, the error's detail names them, and the rest stays pending. A store that cannot write as one
  /// unit keeps what it wrote, too: ``lastSave`` tells what, the error's `failures` what became of the
  /// others, which the next save tries again.
  ///
  /// - Throws: `save.required-value-missing`, `save.count-out-of-range`, `store.not-unique`; what a store
  ///   throws, with `store.conflict` for objects that it holds otherwise than the context last saw them:
  ///   they are then listed in ``conflicts``.
  @discardableResult
  public func save() throws -> SaveOutcome {
    interrupter.beginOperation()
    for attached in attachedStores {
      try attached.validate(environment: environment, interrupter)
    }
    conflicts = []
    lastSave = SaveOutcome()
    var written: [String] = []
    for attached in attachedStores where !attached.pending.isEmpty {
      do {
        try save(attached)
        written.append(attached.name)
      } catch {
        if !written.isEmpty { noteSave(of: Set(written)) }
        throw noted(error, written: written)
      }
    }
    noteSave(of: Set(storeNames))
    return lastSave
  }

  private func save(_ attached: AttachedStore) throws {
    let changes = attached.makeChangeSet()
    let result =
      changes.isEmpty
      ? ChangeSetResult()
      : try WorkProgress.shared.track("saving \(attached.name)", of: changes.changes.count) {
        try apply(changes, to: attached.store)
      }
    let written =
      result.failures.isEmpty
      ? changes.changes : changes.changes.filter { result.failures[$0.identifier] == nil }
    let error = PersistenceError(saving: changes, result)
    let revised = take(result, written, attached, isPartial: error != nil)
    let outcome = Self.outcome(of: attached.name, result, written, revised: revised)
    if error == nil || !outcome.isEmpty { lastSave.stores.append(outcome) }
    if let error { throw error }
  }

  private static func outcome(
    of name: String, _ result: ChangeSetResult, _ written: [ChangeSet.Change],
    revised: [PersistentIdentifier]
  ) -> SaveOutcome.StoreOutcome {
    SaveOutcome.StoreOutcome(
      name: name,
      replacements: written.compactMap { change in
        guard case .insert(let snapshot, _) = change,
          let permanent = result.remappedIdentifiers[snapshot.identifier]
        else { return nil }
        return IdentifierReplacement(old: snapshot.identifier, new: permanent)
      },
      insertedCount: written.count { if case .insert = $0 { true } else { false } },
      updatedCount: written.count { if case .update = $0 { true } else { false } },
      deletedCount: written.count { if case .delete = $0 { true } else { false } },
      notes: result.notes, revised: revised, transaction: result.transaction)
  }

  private func apply(
    _ changes: ChangeSet, to store: any EntityStore
  ) throws -> ChangeSetResult {
    guard let store = store as? any HistoryKeeping else { return try store.apply(changes) }
    return try store.apply(changes, author: author)
  }

  /// Takes over what a store made of the changes, and returns the objects that it changed on the way.
  ///
  /// The state that a rollback goes back to is made by ``noteSave(of:)``, but for a save in part.
  private func take(
    _ result: ChangeSetResult, _ written: [ChangeSet.Change], _ attached: AttachedStore,
    isPartial: Bool
  ) -> [PersistentIdentifier] {
    let map = result.remappedIdentifiers
    var revised: [PersistentIdentifier] = []
    divideOpenGroup()
    if result.failures.isEmpty {
      attached.pending = PendingChanges(constraints: attached.constraints)
      attached.restorations = [:]
    } else {
      for change in written {
        attached.pending.set(nil, for: change.identifier)
        attached.restorations[change.identifier] = nil
      }
    }
    attached.reserveRegistrations(map.count)
    for change in written where take(change, result, attached) {
      revised.append(result.remappedIdentifiers[change.identifier] ?? change.identifier)
    }
    replaceEverywhere(map)
    for old in map.keys { homes[old] = nil }
    guard isPartial else { return revised }
    saved.undoStack.remap(map)
    saved.remapping.replace(by: map)
    return revised
  }

  /// Remembers an object as it was written; true where the store changed it on the way.
  private func take(
    _ change: ChangeSet.Change, _ result: ChangeSetResult, _ attached: AttachedStore
  ) -> Bool {
    switch change {
    case .insert(let snapshot, _), .update(_, let snapshot):
      let mine = snapshot.remapped(by: result.remappedIdentifiers)
      let stored = result.snapshots[mine.identifier]
      // A temporary identifier is never registered.
      if !change.identifier.isTemporary, mine.identifier != change.identifier {
        attached.setRegistered(nil, for: change.identifier)
      }
      let seen = stored?.keepingLoadedRelationships(of: mine, in: attached.schema) ?? mine
      attached.setRegistered(seen, for: mine.identifier)
      return seen.values != mine.values
    case .delete(let snapshot):
      attached.setRegistered(nil, for: snapshot.identifier)
      return false
    }
  }

  /// Makes the state of some stores the one that a rollback goes back to.
  private func noteSave(of names: Set<String>) {
    divideOpenGroup()
    saveCount += 1
    var stack = undoStack
    if names.count < attachedStores.count {
      stack.edit(groupsSince: saved.undoStack) { names.contains($0.store) ? $0 : nil }
    }
    saved.undoStack = stack
    saved.remapping = remapping
  }

  private func noted(_ error: any Error, written: [String]) -> any Error {
    guard let error = error as? PersistenceError else { return error }
    conflicts = error.conflicts
    guard !written.isEmpty else { return error }
    return error.saying("already written: \(written.joined(separator: ", "))")
  }
}
