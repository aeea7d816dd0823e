import LarderCore

/// Pending changes of one store, as a fetch sees them.
struct PendingOverlay {
  struct Update {
    var before: EntitySnapshot
    var after: EntitySnapshot
  }

  /// In the order of the inserts.
  var inserted: [EntitySnapshot] = []
  var updated: [PersistentIdentifier: Update] = [:]
  var deleted: Set<PersistentIdentifier> = []
  private var insertedByIdentifier: [PersistentIdentifier: Int] = [:]

  init() {}

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  mutating func insert(_ snapshot: EntitySnapshot) {
    insertedByIdentifier[snapshot.identifier] = inserted.count
    inserted.append(snapshot)
  }

  /// An object as it is with the changes: unchanged ones are not known here.
  enum Answer {
    case changed(EntitySnapshot)
    case deleted
    case unchanged
  }

  func answer(for identifier: PersistentIdentifier) -> Answer {
    if let update = updated[identifier] { return .changed(update.after) }
    if let index = insertedByIdentifier[identifier] { return .changed(inserted[index]) }
    return deleted.contains(identifier) ? .deleted : .unchanged
  }

  /// Only the changes of some entities.
  func restricted(to entities: Set<EntityName>) -> PendingOverlay {
    var result = PendingOverlay()
    for snapshot in inserted where entities.contains(snapshot.entityName) {
      result.insert(snapshot)
    }
    result.updated = updated.filter { entities.contains($0.key.entity) }
    result.deleted = deleted.filter { entities.contains($0.entity) }
    return result
  }
}
