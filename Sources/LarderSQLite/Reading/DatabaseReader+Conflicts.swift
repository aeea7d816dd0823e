package import LarderCore

extension DatabaseReader {
  /// Compares what the changes expect with what is stored.
  ///
  /// An update is in conflict where a property that it changes is not as it was last seen, a delete
  /// where any property is not. To-many relationships are merged, and values that were not loaded
  /// expect nothing.
  ///
  /// - Throws: ``PersistenceError`` with code `store.conflict` and every object in conflict.
  package func checkConflicts(_ changes: ChangeSet) throws {
    let known = changes.changes.compactMap { change -> PersistentIdentifier? in
      if case .insert = change { nil } else { change.identifier }
    }
    let stored = try snapshots(for: known)
    let conflicts = changes.changes.compactMap { change -> SaveConflict? in
      let current = stored[change.identifier]
      switch change {
      case .insert: return nil
      case .update(let before, let after):
        let isSame = current.map { stands(before, in: $0, orIsKeptBy: after) } ?? false
        return isSame ? nil : SaveConflict(lastSeen: before, stored: current, mine: after)
      case .delete(let before):
        let isSame = current.map { stands(before, in: $0, orIsKeptBy: nil) } ?? false
        return isSame ? nil : SaveConflict(lastSeen: before, stored: current, mine: nil)
      }
    }
    guard conflicts.isEmpty else { throw PersistenceError(.conflict, conflicts: conflicts) }
  }

  private func stands(
    _ before: EntitySnapshot, in stored: EntitySnapshot, orIsKeptBy after: EntitySnapshot?
  ) -> Bool {
    before.values.indices.allSatisfy { slot in
      guard let value = before.values[slot] else { return true }
      if case .array = value { return true }
      if let after, after.values[slot] == value { return true }
      return stored.values[slot] == value
    }
  }
}
