import LarderCore

/// One object's part in a save.
struct WriteStep {
  enum Kind {
    /// With the key that the client makes, where it does.
    case create(EntitySnapshot, key: PersistentIdentifier.PrimaryKey?)
    case update(before: EntitySnapshot, after: EntitySnapshot)
    case delete(EntitySnapshot)
  }

  /// As the change set names it.
  let object: PersistentIdentifier
  let entity: ServiceEntity
  var kind: Kind

  /// New objects that must be written first, for it leads to them.
  var needs: Set<PersistentIdentifier> = []

  /// Relationships of a new object that are written by a step of their own, after what they lead to.
  var deferred: Set<AttributeName> = []

  /// It writes those; the object itself was created by an earlier step.
  var isLink = false

  /// The key that the client makes was chosen by somebody, not drawn: an object that has it may be another.
  var keyIsGiven = false
}

extension WriteStep {
  /// The object as it is to be; `nil` for a delete.
  var wanted: EntitySnapshot? {
    switch kind {
    case .create(let snapshot, _), .update(_, let snapshot): snapshot
    case .delete: nil
    }
  }

  /// The object as it was last seen; `nil` for a new one.
  var lastSeen: EntitySnapshot? {
    switch kind {
    case .create: nil
    case .update(let before, _), .delete(let before): before
    }
  }

  /// The slots that it changes; all of them for a delete.
  var slots: [Int] {
    switch kind {
    case .create(let snapshot, _): Array(snapshot.values.indices)
    case .update(let before, let after):
      after.values.indices.filter { before.values[$0] != after.values[$0] }
    case .delete(let before): Array(before.values.indices)
    }
  }
}
