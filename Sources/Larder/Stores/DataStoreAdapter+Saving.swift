public import LarderCore
import LarderStore

extension DataStoreAdapter {
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    try checkExpectations(of: changes)
    var inserted: [DefaultSnapshot] = []
    var updated: [DefaultSnapshot] = []
    var deleted: [DefaultSnapshot] = []
    for change in changes.changes {
      switch change {
      case .insert(let snapshot, _): inserted.append(DefaultSnapshot(snapshot))
      case .update(_, let after): updated.append(DefaultSnapshot(after))
      case .delete(let snapshot): deleted.append(DefaultSnapshot(snapshot))
      }
    }
    let request = DataStoreSaveChangesRequest(
      inserted: try inserted.map(foreign), updated: try updated.map(foreign),
      deleted: try deleted.map(foreign), editingState: editingState)
    let remapped = try reporting { try withStore { try $0.save(request).remappedIdentifiers } }
    for snapshot in inserted where remapped[snapshot.persistentIdentifier] == nil {
      throw PersistenceError(
        .failed, identifier: snapshot.persistentIdentifier,
        detail: "the store gave no permanent identifier to an inserted object")
    }
    let written = inserted + updated
    let identifiers = written.map { remapped[$0.persistentIdentifier] ?? $0.persistentIdentifier }
    return ChangeSetResult(
      remappedIdentifiers: remapped, snapshots: try snapshots(for: identifiers))
  }

  /// A snapshot as the store's own type.
  private func foreign(_ snapshot: DefaultSnapshot) throws -> Store.Snapshot {
    if let own = snapshot as? Store.Snapshot { return own }
    return try AttributeValue(encoding: snapshot).decoded(as: Store.Snapshot.self)
  }

  /// Throws `store.conflict` where an object is not as its change expects.
  private func checkExpectations(of changes: ChangeSet) throws {
    let touched = changes.changes.compactMap { change -> PersistentIdentifier? in
      if case .insert = change { nil } else { change.identifier }
    }
    let stored = try snapshots(for: touched)
    let conflicts = changes.changes.compactMap { $0.conflict(with: stored[$0.identifier]) }
    guard conflicts.isEmpty else { throw PersistenceError(.conflict, conflicts: conflicts) }
  }
}

extension ChangeSet.Change {
  /// The conflict of a change with what the store holds; `nil` when there is none.
  ///
  /// An update minds only the properties that it changes, a delete the whole object.
  fileprivate func conflict(with stored: EntitySnapshot?) -> SaveConflict? {
    switch self {
    case .insert: return nil
    case .update(let before, let after):
      let isAsExpected =
        stored.map { stored in
          before.layout.names.allSatisfy { name in
            AttributeValue.areEqual(before[name], after[name])
              || AttributeValue.areEqual(stored[name], before[name])
          }
        } ?? false
      return isAsExpected ? nil : SaveConflict(lastSeen: before, stored: stored, mine: after)
    case .delete(let before):
      let isAsExpected =
        stored.map { stored in
          before.layout.names.allSatisfy {
            before[$0] == nil || AttributeValue.areEqual(stored[$0], before[$0])
          }
        } ?? false
      return isAsExpected ? nil : SaveConflict(lastSeen: before, stored: stored, mine: nil)
    }
  }
}
