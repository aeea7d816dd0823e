public import LarderCore

/// What an edit of one object changed, object by object.
public struct ObjectEdit: Sendable {
  public let identifier: PersistentIdentifier

  /// `nil` where the object did not exist.
  public let before: EntitySnapshot?

  /// `nil` where it is deleted.
  public let after: EntitySnapshot?
}

/// Edits of single objects whose unique values are checked by the save, not by the edit.
///
/// They are how a typed face edits: property by property, so that a value may stand twice for a while.
extension EntityContext {
  /// Inserts objects under temporary identifiers of the caller's own, then links them.
  ///
  /// Attributes that are not given take their defaults.
  ///
  /// - Throws: As ``perform(_:in:)``, but nothing about unique values.
  public func insert(_ objects: [NewObject], in store: String) throws -> [ObjectEdit] {
    let attached = try attachedStore(named: store)
    return try editing(attached, named: "insert") { transaction in
      for object in objects { try transaction.insert(object) }
      for object in objects {
        let relationships = try attached.blueprint(of: object.identifier.entity).relationships
        guard !relationships.isEmpty else { continue }
        for (name, value) in object.values {
          guard let found = relationships[name] else { continue }
          try transaction.setRelationship(found, of: object.identifier, to: current(value))
        }
      }
    }
  }

  /// Sets one property of an object, and with a relationship its inverse.
  ///
  /// - Throws: As ``perform(_:in:)``, but nothing about unique values.
  public func set(
    _ name: AttributeName, of identifier: PersistentIdentifier, to value: AttributeValue
  ) throws -> [ObjectEdit] {
    let identifier = remapping[identifier]
    let attached = try attachedStore(for: identifier)
    return try editing(attached, named: "update \(identifier.entity)") { transaction in
      try transaction.checkWritable(transaction.entity(identifier.entity))
      if let found = attached.schema.relationship(name, of: identifier.entity) {
        return try transaction.setRelationship(found, of: identifier, to: current(value))
      }
      var snapshot = try transaction.existing(identifier)
      try transaction.assign(value, to: AttributePath(name), of: &snapshot)
      try transaction.write(snapshot, for: identifier, cause: .statement)
    }
  }

  /// Deletes objects with what their delete rules say.
  ///
  /// - Throws: As ``perform(_:in:)``.
  public func delete(_ identifiers: [PersistentIdentifier]) throws -> [ObjectEdit] {
    var edits: [ObjectEdit] = []
    for (_, group) in try Dictionary(
      grouping: identifiers.map({ remapping[$0] }), by: { try attachedStore(for: $0).name })
    {
      guard let first = group.first else { continue }
      edits += try editing(attachedStore(for: first), named: "delete") { transaction in
        try transaction.delete(group.filter { try transaction.attached.current($0) != nil })
      }
    }
    return edits
  }

  func editing(
    _ attached: AttachedStore, named name: String, _ body: (EditTransaction) throws -> Void
  ) throws -> [ObjectEdit] {
    interrupter.beginOperation()
    let transaction = makeTransaction(attached)
    do {
      try body(transaction)
    } catch {
      transaction.revert()
      throw error
    }
    let transitions = transaction.transitions
    if recordsUndo {
      _ = record(transitions, named: name, attached)
    } else {
      noteHomes(of: transitions, attached)
    }
    return transitions.map {
      ObjectEdit(identifier: $0.identifier, before: $0.before, after: $0.after)
    }
  }
}

/// An object to be inserted, under a temporary identifier that no other object has.
public struct NewObject: Sendable {
  public let identifier: PersistentIdentifier
  public let values: [(name: AttributeName, value: AttributeValue)]

  public init(
    identifier: PersistentIdentifier, values: [(name: AttributeName, value: AttributeValue)]
  ) {
    precondition(identifier.isTemporary, "A new object has a temporary identifier.")
    self.identifier = identifier
    self.values = values
  }
}

extension EditTransaction {
  /// Writes a new object with its attributes, without links.
  fileprivate func insert(_ object: NewObject) throws {
    let blueprint = try attached.blueprint(of: object.identifier.entity)
    try checkWritable(blueprint.entity)
    var snapshot = EntitySnapshot(
      identifier: object.identifier, layout: blueprint.layout, values: blueprint.initialValues)
    for place in object.values.indices {
      let (name, value) = object.values[place]
      let slot = blueprint.layout.slot(of: name, expectedAt: place)
      if let slot, blueprint.slots[slot].isRelationship { continue }
      guard let slot, blueprint.slots[slot].isWritableAttribute else {
        try assign(value, to: AttributePath(name), of: &snapshot)
        continue
      }
      snapshot.values[slot] = try blueprint.accepting(value, at: slot, of: object.identifier)
    }
    for slot in blueprint.requiredSlots where snapshot.values[slot].isNil {
      throw PersistenceError(
        .requiredValueMissing, identifier: snapshot.identifier,
        attribute: blueprint.layout.names[slot])
    }
    try write(snapshot, for: object.identifier, cause: .statement)
  }
}
