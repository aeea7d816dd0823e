import FoundationEssentials
public import LarderCore
import Synchronization

extension InMemoryStore {
  /// Writes a change set as one unit.
  ///
  /// An update is in conflict where an attribute or a to-one relationship that it changes is not as the
  /// context last saw it, a delete where any of them is not. To-many relationships are merged: what the
  /// change added is added, what it removed is removed.
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    try apply(changes, author: nil)
  }

  public func apply(_ changes: ChangeSet, author: String?) throws -> ChangeSetResult {
    if let readOnlyReason { throw PersistenceError(.readOnly, detail: readOnlyReason) }
    return try contents.withLock { contents in
      var work = ChangeApplication(contents: contents, store: identifier, schema: schema)
      var result = try work.apply(changes)
      contents = work.contents
      if keepsHistory, !changes.isEmpty {
        result.transaction = contents.history.record(
          changes.changes.map { .init($0, result.remappedIdentifiers, in: schema) },
          author: author, date: Date())
      }
      return result
    }
  }
}

/// One change set on its way into the contents of a store.
private struct ChangeApplication {
  var contents: InMemoryStore.Contents
  let store: String
  let schema: EntitySchema
  var remapping: [PersistentIdentifier: PersistentIdentifier] = [:]
  private var taken: Set<PersistentIdentifier> = []

  init(contents: InMemoryStore.Contents, store: String, schema: EntitySchema) {
    self.contents = contents
    self.store = store
    self.schema = schema
  }

  mutating func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    let conflicts = changes.changes.compactMap(conflict)
    guard conflicts.isEmpty else { throw PersistenceError(.conflict, conflicts: conflicts) }
    for case .insert(let snapshot, let restoring) in changes.changes {
      remapping[snapshot.identifier] = mint(for: snapshot.entityName, restoring: restoring)
    }
    var written: [PersistentIdentifier] = []
    for change in changes.changes {
      if let identifier = write(change) { written.append(identifier) }
    }
    try checkUniqueness(of: written)
    var snapshots: [PersistentIdentifier: EntitySnapshot] = [:]
    for identifier in written { snapshots[identifier] = contents.table[identifier] }
    return ChangeSetResult(remappedIdentifiers: remapping, snapshots: snapshots)
  }

  /// Writes a change and returns the object that now stands, if one does.
  private mutating func write(_ change: ChangeSet.Change) -> PersistentIdentifier? {
    switch change {
    case .insert(let snapshot, _):
      let permanent = snapshot.remapped(by: remapping)
      contents.table.store(permanent)
      return permanent.identifier
    case .update(let before, let after):
      guard let stored = contents.table[after.identifier] else { return nil }
      contents.table.store(merged(stored, before, after).remapped(by: remapping))
      return after.identifier
    case .delete(let snapshot):
      contents.table.remove(snapshot.identifier)
      return nil
    }
  }

  private mutating func mint(
    for entity: EntityName, restoring: PersistentIdentifier?
  ) -> PersistentIdentifier {
    if let restoring, restoring.storeIdentifier == store, contents.table[restoring] == nil,
      taken.insert(restoring).inserted
    {
      return restoring
    }
    while true {
      let key = contents.nextKeys[entity, default: 1]
      contents.nextKeys[entity] = key + 1
      let identifier = PersistentIdentifier(
        storeIdentifier: store, entityName: entity, primaryKey: .integer(key))
      if !contents.table.knew(identifier), taken.insert(identifier).inserted { return identifier }
    }
  }

  private func conflict(_ change: ChangeSet.Change) -> SaveConflict? {
    switch change {
    case .insert: return nil
    case .update(let before, let after):
      let stored = contents.table[after.identifier]
      let isSame = stored.map { stored in
        before.values.indices.allSatisfy {
          before.values[$0] == after.values[$0] || isMerged(slot: $0, of: before)
            || stored.values[$0] == before.values[$0]
        }
      }
      return isSame == true ? nil : SaveConflict(lastSeen: before, stored: stored, mine: after)
    case .delete(let before):
      let stored = contents.table[before.identifier]
      let isSame = stored.map { stored in
        before.values.indices.allSatisfy {
          isMerged(slot: $0, of: before) || stored.values[$0] == before.values[$0]
        }
      }
      return isSame == true ? nil : SaveConflict(lastSeen: before, stored: stored, mine: nil)
    }
  }

  private func isMerged(slot: Int, of snapshot: EntitySnapshot) -> Bool {
    let name = snapshot.layout.names[slot]
    return schema.relationship(name, of: snapshot.entityName)?.isToMany ?? false
  }

  private func merged(
    _ stored: EntitySnapshot, _ before: EntitySnapshot, _ after: EntitySnapshot
  ) -> EntitySnapshot {
    var result = stored
    for slot in after.values.indices where before.values[slot] != after.values[slot] {
      guard isMerged(slot: slot, of: after), stored.values[slot] != before.values[slot] else {
        result.values[slot] = after.values[slot]
        continue
      }
      let old = Set(before.values[slot].identifiers)
      let new = after.values[slot].identifiers
      let kept = stored.values[slot].identifiers.filter { !old.contains($0) || new.contains($0) }
      let added = new.filter { !old.contains($0) && !kept.contains($0) }
      result.values[slot] = .array((kept + added).map(AttributeValue.identifier))
    }
    return result
  }

  private func checkUniqueness(of written: [PersistentIdentifier]) throws {
    for constraint in schema.uniquenessConstraints {
      let family = schema.descendants(of: constraint.entity)
      guard written.contains(where: { family.contains($0.entity) }) else { continue }
      var holders: [UniqueKey: PersistentIdentifier] = [:]
      for snapshot in contents.table.snapshots(of: family) {
        guard let key = constraint.key(of: snapshot) else { continue }
        if let holder = holders.updateValue(snapshot.identifier, forKey: key) {
          throw constraint.violation(by: snapshot, holder: holder)
        }
      }
    }
  }
}
