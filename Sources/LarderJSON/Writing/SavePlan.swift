import LarderCore

/// Checks a change set against the file as it is now, and enters it into a session's ledger.
///
/// Nothing of it is kept when it throws.
struct SavePlan {
  var session: SaveSession
  let model: StoreModel

  /// The permanent identifier of every insert, and of every object whose identity was edited.
  var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]

  /// Objects that stand in the file afterwards as the change set wants them.
  private(set) var written: Set<PersistentIdentifier> = []

  /// Objects that earlier changes of the same set made or changed; `nil` for deleted ones.
  private var pending: [PersistentIdentifier: EntitySnapshot?] = [:]
  private var conflicts: [SaveConflict] = []
  var minter: IdentifierMinter

  init(_ session: SaveSession, model: StoreModel) {
    self.session = session
    self.model = model
    minter = IdentifierMinter(file: session.current, model: model, nextKeys: session.nextKeys)
  }

  /// Enters all changes, in order, after every insert has its permanent identifier.
  ///
  /// - Throws: ``PersistenceError`` with code `store.conflict` where an object is not as its change
  ///   expects, `store.not-unique`, `store.unsupported`, `schema.unknown-entity`,
  ///   `save.required-value-missing`.
  mutating func take(_ changes: ChangeSet) throws {
    var inserted = try mint(changes)
    for change in changes.changes {
      WorkProgress.shared.advance()
      switch change {
      case .insert(let snapshot, _):
        guard let made = inserted.removeValue(forKey: snapshot.identifier) else { continue }
        insert(made)
      case .update(let before, let after): try update(from: before, to: after)
      case .delete(let snapshot): delete(snapshot)
      }
    }
    guard conflicts.isEmpty else {
      throw PersistenceError(
        .conflict, identifier: conflicts.count == 1 ? conflicts[0].identifier : nil,
        detail: "the file was changed by another process", conflicts: conflicts)
    }
    session.nextKeys = minter.nextKeys
    // Identities were checked when they were given.
    try UniquenessCheck(file: session.current, model: model).check(
      pending, except: { [minter] in minter.identitySlot(of: $0) })
  }

  private mutating func mint(
    _ changes: ChangeSet
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    for case .delete(let snapshot) in changes.changes { minter.free(snapshot.identifier) }
    var inserted: [PersistentIdentifier: EntitySnapshot] = [:]
    for case .insert(let snapshot, let restoring) in changes.changes {
      let made = try minter.mint(snapshot, restoring: restoring)
      if session.isFirstName(made.identifier) { throw taken(made.identifier) }
      remapped[snapshot.identifier] = made.identifier
      inserted[snapshot.identifier] = made
    }
    return inserted.mapValues(asStored)
  }

  /// As the file will hold it: a number in an attribute of reals is read as a real.
  private func asStored(_ snapshot: EntitySnapshot) -> EntitySnapshot {
    var snapshot = withPermanentDestinations(snapshot)
    guard let properties = model.entities[snapshot.layout.entityName]?.properties else {
      return snapshot
    }
    for (slot, property) in properties.enumerated() {
      guard case .attribute(let attribute) = property, attribute.type == .real,
        case .integer(let integer)? = snapshot.values[slot],
        let real = Double(exactly: integer)
      else { continue }
      snapshot.values[slot] = .real(real)
    }
    return snapshot
  }

  private func withPermanentDestinations(_ snapshot: EntitySnapshot) -> EntitySnapshot {
    guard !remapped.isEmpty else { return snapshot }
    var snapshot = snapshot
    for index in snapshot.values.indices {
      snapshot.values[index] = snapshot.values[index].map(permanent)
    }
    return snapshot
  }

  private func permanent(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .identifier(let identifier): .identifier(remapped[identifier] ?? identifier)
    case .array(let elements): .array(elements.map(permanent))
    default: value
    }
  }
}

extension SavePlan {
  private mutating func insert(_ snapshot: EntitySnapshot) {
    let identifier = snapshot.identifier
    let firstIdentifier = session.firstIdentifier(of: identifier)
    if let first = session.base.place(of: firstIdentifier) {
      let changes = loadedSlots(of: snapshot).map {
        EditLedger.SlotValue(slot: $0, value: snapshot.values[$0])
      }
      session.ledger.set(
        changes, ofRow: first.row, of: identifier.entity,
        first: first.extent.reader.values(ofRow: first.row))
    } else {
      session.ledger.insert(firstIdentifier, values: snapshot.values)
    }
    pending[identifier] = .some(snapshot)
    written.insert(identifier)
  }

  private mutating func update(from before: EntitySnapshot, to after: EntitySnapshot) throws {
    let identifier = remapped[after.identifier] ?? after.identifier
    guard let stored = expected(before, as: identifier, mine: after) else { return }
    let wanted = asStored(after)
    let old = withPermanentDestinations(before)
    let changed = loadedSlots(of: wanted).filter {
      !AttributeValue.areIdentical(old.values[$0], wanted.values[$0])
    }
    let newIdentifier = try renamed(identifier, in: changed, wanted)
    let firstIdentifier = session.firstIdentifier(of: newIdentifier)
    var new = stored
    for slot in changed { new.values[slot] = wanted.values[slot] }
    if let first = session.base.place(of: firstIdentifier) {
      session.ledger.set(
        changed.map { EditLedger.SlotValue(slot: $0, value: wanted.values[$0]) },
        ofRow: first.row, of: identifier.entity,
        first: first.extent.reader.values(ofRow: first.row))
    } else if let place = session.ledger.insertionIndex(of: firstIdentifier) {
      session.ledger.update(insertionAt: place, to: new.values)
    }
    pending[identifier] = .some(new)
    written.insert(newIdentifier)
  }

  private mutating func delete(_ snapshot: EntitySnapshot) {
    let identifier = remapped[snapshot.identifier] ?? snapshot.identifier
    guard expected(snapshot, as: identifier, mine: nil) != nil else { return }
    let firstIdentifier = session.firstIdentifier(of: identifier)
    if let first = session.base.place(of: firstIdentifier) {
      session.ledger.delete(row: first.row, of: identifier.entity)
    } else if let place = session.ledger.insertionIndex(of: firstIdentifier) {
      session.ledger.delete(insertionAt: place)
    }
    pending[identifier] = .some(nil)
    written.remove(identifier)
  }

  /// The object as it stands, if it is as the context last saw it; else a conflict is noted.
  private mutating func expected(
    _ lastSeen: EntitySnapshot, as identifier: PersistentIdentifier, mine: EntitySnapshot?
  ) -> EntitySnapshot? {
    let stored: EntitySnapshot?
    if let known = pending[identifier] {
      stored = known
    } else {
      stored = session.current.place(of: identifier).map { $0.extent.snapshot(ofRow: $0.row) }
    }
    if let stored, isAlike(stored, withPermanentDestinations(lastSeen)) { return stored }
    conflicts.append(SaveConflict(lastSeen: lastSeen, stored: stored, mine: mine))
    return nil
  }

  /// A missing value is no other than null; a relationship that is not loaded is not compared.
  private func isAlike(_ stored: EntitySnapshot, _ lastSeen: EntitySnapshot) -> Bool {
    guard stored.values.count == lastSeen.values.count else { return false }
    return loadedSlots(of: lastSeen).allSatisfy { slot in
      if isRelationship(slot, of: lastSeen), stored.values[slot] == nil { return true }
      return (stored.values[slot] ?? .null).isIdentical(to: lastSeen.values[slot] ?? .null)
    }
  }

  private func loadedSlots(of snapshot: EntitySnapshot) -> [Int] {
    snapshot.values.indices.filter {
      snapshot.values[$0] != nil || !isRelationship($0, of: snapshot)
    }
  }

  private func isRelationship(_ slot: Int, of snapshot: EntitySnapshot) -> Bool {
    guard let properties = model.entities[snapshot.layout.entityName]?.properties,
      properties.indices.contains(slot)
    else { return false }
    if case .relationship = properties[slot] { return true }
    return false
  }
}
