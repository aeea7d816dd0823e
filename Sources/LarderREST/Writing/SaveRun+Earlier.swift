import LarderCore

extension SaveRun {
  /// Looks at new objects that an earlier save sent, and returns what is left to be done.
  ///
  /// One that was created is changed from what it was created as; one whose reply was lost is looked up by
  /// its key; one without a key is left to whoever saves.
  func settleEarlier(_ changes: [ChangeSet.Change]) throws -> [ChangeSet.Change] {
    var open: [ChangeSet.Change] = []
    for change in changes {
      guard case .insert(let snapshot, _) = change,
        let creation = memory.creation(of: snapshot.identifier, in: context)
      else {
        open.append(change)
        continue
      }
      if let made = creation.made {
        open += continued(snapshot, made)
      } else if let key = creation.key {
        keys[snapshot.identifier] = key
        open += try lookedUp(change, snapshot, creation, key)
      } else {
        result.failures[snapshot.identifier] = undecided(snapshot)
      }
    }
    return open
  }

  private func lookedUp(
    _ change: ChangeSet.Change, _ snapshot: EntitySnapshot, _ creation: WriteMemory.Creation,
    _ key: ClientKey
  ) throws -> [ChangeSet.Change] {
    let entity = try model.entity(snapshot.identifier.entity)
    let identifier = PersistentIdentifier(origin: entity.origin, primaryKey: key.key)
    let current: CurrentObject?
    do { current = try read(identifier, entity) } catch {
      result.failures[snapshot.identifier] = PersistenceError(
        .unknownOutcome, identifier: snapshot.identifier,
        detail: "it could not be looked up: \(PersistenceError(error).detail ?? "")")
      return []
    }
    guard let current else { return [change] }
    let step = WriteStep(
      object: snapshot.identifier, entity: entity, kind: .create(creation.sent, key: key.key),
      keyIsGiven: key.isGiven)
    guard !key.isGiven || isOurs(current.snapshot, step) else { return [change] }
    let made = merged(current.snapshot, creation.sent)
    note(made: made, step)
    return continued(snapshot, made)
  }

  /// What is left of an insert whose object is there: its edits since, or nothing.
  private func continued(
    _ snapshot: EntitySnapshot, _ made: EntitySnapshot
  ) -> [ChangeSet.Change] {
    permanents[snapshot.identifier] = made.identifier
    result.snapshots[made.identifier] = made
    var before = made
    var after = snapshot
    before.identifier = snapshot.identifier
    // What was left to the service stays as the service made it.
    for slot in after.values.indices {
      if after.values[slot].isNil
        || AttributeValue.areAlike(after.values[slot], before.values[slot])
      {
        after.values[slot] = before.values[slot]
      }
      if before.values[slot] == nil { before.values[slot] = .null }
      if after.values[slot] == nil { after.values[slot] = .null }
    }
    return before.values == after.values ? [] : [.update(before: before, after: after)]
  }

  /// A new object of which nobody can know whether it is there.
  func undecided(_ snapshot: EntitySnapshot, _ detail: String? = nil) -> PersistenceError {
    let found = twins(snapshot).prefix(5).map(\.description)
    let twins =
      found.isEmpty
      ? "no object with its values is found now"
      : "the service holds its values in \(found.joined(separator: ", "))"
    return PersistenceError(
      .unknownOutcome, identifier: snapshot.identifier,
      detail: [detail, detail == nil ? twins : nil].compactMap(\.self).joined(separator: "; "),
      conflicts: [SaveConflict(lastSeen: snapshot, stored: nil, mine: snapshot)])
  }
}
