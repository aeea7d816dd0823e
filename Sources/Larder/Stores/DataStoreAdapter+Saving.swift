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
    var related: [PersistentIdentifier: any BackingData] = [:]
    let request = DataStoreSaveChangesRequest(
      inserted: try inserted.map { try foreign($0, &related) },
      updated: try updated.map { try foreign($0, &related) },
      deleted: try deleted.map { try foreign($0, &related) }, editingState: editingState)
    let result = try reporting { try withStore { try $0.save(request) } }
    withState { $0.historyToken = result.historyToken }
    let remapped = result.remappedIdentifiers
    for snapshot in inserted where remapped[snapshot.persistentIdentifier] == nil {
      throw PersistenceError(
        .failed, identifier: snapshot.persistentIdentifier,
        detail: "the store gave no permanent identifier to an inserted object")
    }
    // Those of deleted objects, which some stores hand back too, have no model to go to.
    var revised: [PersistentIdentifier: EntitySnapshot] = [:]
    for (key, snapshot) in result.snapshotsToReregister {
      let identifier = remapped[key] ?? key
      revised[identifier] = try DefaultSnapshot(of: snapshot, schema)
        .copy(persistentIdentifier: identifier, remappedIdentifiers: remapped).snapshot
    }
    return ChangeSetResult(remappedIdentifiers: remapped, snapshots: revised)
  }

  /// A snapshot as the store's own type, taken of a model's storage with the values to be written.
  private func foreign(
    _ snapshot: DefaultSnapshot, _ related: inout [PersistentIdentifier: any BackingData]
  ) throws -> Store.Snapshot {
    if let own = snapshot as? Store.Snapshot { return own }
    guard let type = models[snapshot.persistentIdentifier.entityName] else {
      throw PersistenceError(.unknownEntity, entity: snapshot.snapshot.entityName)
    }
    return Store.Snapshot(
      from: backingData(of: type, snapshot.snapshot), relatedBackingDatas: &related)
  }

  private func backingData<T: PersistentModel>(
    of type: T.Type, _ snapshot: EntitySnapshot
  ) -> any BackingData {
    DefaultBackingData<T>(storage: ModelStorage(of: type, holding: snapshot, models))
  }

  /// Throws `store.conflict` where an object is not as its change expects.
  private func checkExpectations(of changes: ChangeSet) throws {
    let touched = changes.changes.compactMap { change -> PersistentIdentifier? in
      if case .insert = change { nil } else { change.identifier }
    }
    let stored = try storedSnapshots(for: touched)
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
