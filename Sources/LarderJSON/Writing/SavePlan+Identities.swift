import LarderCore

/// Edits of the attribute that objects are known by.
extension SavePlan {
  /// What an object is called after an update: a new identifier where its identity is among the changes.
  ///
  /// - Throws: ``PersistenceError`` with code `store.not-unique` when another object has the key,
  ///   `store.unsupported` where the file does not allow it.
  mutating func renamed(
    _ identifier: PersistentIdentifier, in changed: [Int], _ wanted: EntitySnapshot
  ) throws -> PersistentIdentifier {
    guard let slot = minter.identitySlot(of: identifier.entity), changed.contains(slot) else {
      return identifier
    }
    if let reason = reasonToKeepIdentities(of: identifier.entity) {
      throw PersistenceError(
        .unsupported, identifier: identifier, attribute: wanted.layout.names[slot],
        value: wanted.values[slot],
        detail: "`\(wanted.layout.names[slot])` is the identity of an object and stays as it is: "
          + reason)
    }
    let new = try minter.rename(wanted, slot: slot)
    guard new != identifier else { return identifier }
    let isOwnAgain = session.firstIdentifier(of: identifier) == new
    if session.isReserved(new), !isOwnAgain { throw taken(new) }
    session.rename(identifier, to: new)
    remapped[identifier] = new
    return new
  }

  /// Undo may bring the object back that had the identifier first.
  func taken(_ identifier: PersistentIdentifier) -> PersistenceError {
    PersistenceError(
      .notUnique, identifier: identifier,
      detail: "\(identifier) was another object since the file was opened")
  }

  private func reasonToKeepIdentities(of entity: EntityName) -> String? {
    guard model.entities[entity]?.scheme == .attribute else {
      return "the record stands under it"
    }
    let isReferredTo = model.schema.entities.contains { other in
      model.schema.allRelationships(of: other.name).contains {
        model.schema.descendants(of: $0.destination).contains(entity)
      }
    }
    return isReferredTo ? "other objects refer to it" : nil
  }
}
