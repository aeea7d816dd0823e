public import LarderCore

/// The objects that an edit touched, each in the list that says what became of it.
public struct EditOutcome: Hashable, Sendable {
  public var inserted: [PersistentIdentifier] = []
  public var updated: [PersistentIdentifier] = []
  public var deleted: [PersistentIdentifier] = []

  init() {}

  init(_ transitions: [ObjectTransition]) {
    for transition in transitions where !transition.changesNothing {
      switch (transition.before, transition.after) {
      case (nil, _): inserted.append(transition.identifier)
      case (_, nil): deleted.append(transition.identifier)
      case (_, _): updated.append(transition.identifier)
      }
    }
  }
}

extension EntityContext {
  /// Carries out an edit, as an undo step of its own or as a part of the open group.
  ///
  /// Values are checked against the schema: kinds, enumerations, values that are required or unique.
  /// Relationships are kept in step with their inverses, and delete rules are followed. A new edit
  /// clears what could be redone. An edit that fails changes nothing.
  ///
  /// - Throws: `schema.unknown-entity`, `schema.unknown-attribute`, `value.…`, `store.read-only`,
  ///   `store.not-unique`, `store.object-not-found`, `save.required-value-missing`,
  ///   `save.delete-denied`, and what the store throws while it is read.
  @discardableResult
  public func perform(_ edit: EntityEdit, in store: String) throws -> EditOutcome {
    try carryOut([edit], named: nil, in: store)
  }

  /// Carries out several edits as if they were one, which is quicker than one by one.
  ///
  /// What they fetch is fetched before the first of them; values that are unique are checked behind the
  /// last. The objects of the outcome stand in the order in which they were touched first. Errors are as
  /// for ``perform(_:in:)``, and then none of the edits is carried out.
  @discardableResult
  public func perform(
    _ edits: [EntityEdit], named name: String, in store: String
  ) throws -> EditOutcome {
    try carryOut(edits, named: name, in: store)
  }

  /// Without a name the step is called after the first edit.
  private func carryOut(
    _ edits: [EntityEdit], named name: String?, in store: String
  ) throws -> EditOutcome {
    interrupter.beginOperation()
    let attached = try attachedStore(named: store)
    let edits = try edits.map { try resolved($0, attached) }
    let transaction = makeTransaction(attached)
    do {
      try transaction.perform(edits)
    } catch {
      transaction.revert()
      throw error
    }
    return record(
      transaction.transitions, named: name ?? edits.first?.name ?? "", attached)
  }

  func makeTransaction(_ attached: AttachedStore) -> EditTransaction {
    EditTransaction(
      attached, minter: minter, environment: environment, interrupter: interrupter,
      policy: uniquenessPolicy)
  }

  func record(
    _ transitions: [ObjectTransition], named name: String, _ attached: AttachedStore
  ) -> EditOutcome {
    var group = makeGroup(named: name)
    noteHomes(of: transitions, attached)
    for transition in transitions {
      group.add(transition)
      if recordsUndo { openGroup?.add(transition) }
    }
    guard !group.isEmpty else { return EditOutcome() }
    guard recordsUndo else { return EditOutcome(group.transitions) }
    if openGroup == nil {
      undoStack.record(group)
    } else {
      undoStack.redo = []
    }
    return EditOutcome(group.transitions)
  }
}

extension EntityContext {
  /// Remembers which store new objects belong to.
  func noteHomes(of transitions: [ObjectTransition], _ attached: AttachedStore) {
    for transition in transitions where transition.identifier.isTemporary {
      homes[transition.identifier] = attached.name
    }
  }
}

extension EntityEdit {
  /// What an undo step of the edit is called.
  fileprivate var name: String {
    switch self {
    case .insert(let entity, _): "insert \(entity)"
    case .update(let target, _): "update \(target.name)"
    case .delete(let target): "delete \(target.name)"
    case .append(let object, let path, _): "append to \(object).\(path.text)"
    case .remove(let object, let path, _): "remove from \(object).\(path.text)"
    }
  }
}

extension EntityEdit.Target {
  fileprivate var name: String {
    switch self {
    case .matching(let descriptor): descriptor.entity.rawValue
    case .objects(let objects):
      objects.count == 1
        ? objects.map(\.description).joined() : "\(objects.count) objects"
    }
  }
}

extension AttributePath {
  fileprivate var text: String { names.map(\.rawValue).joined(separator: ".") }
}
