import LarderCore

extension AttachedStore {
  /// The pending changes as the store is to write them: inserts before the objects that refer to
  /// them, then updates, then deletes, objects before those that they refer to.
  func makeChangeSet() -> ChangeSet {
    var inserts: [EntitySnapshot] = []
    var updates: [ChangeSet.Change] = []
    var deletes: [EntitySnapshot] = []
    for change in pending.inOrder {
      switch change {
      case .insert(let snapshot): inserts.append(withoutTransients(snapshot, nil))
      case .update(let before, let after):
        let stored = withoutTransients(after, before)
        if stored.values != before.values { updates.append(.update(before: before, after: stored)) }
      case .delete(let before): deletes.append(before)
      }
    }
    let parentsFirst = ParentsFirst(inserts, schema).inOrder.map {
      ChangeSet.Change.insert($0, restoring: restorations[$0.identifier])
    }
    let childrenFirst = ParentsFirst(deletes, schema).inOrder.reversed().map {
      ChangeSet.Change.delete($0)
    }
    return ChangeSet(
      parentsFirst + updates + childrenFirst, repairs: pending.repairs, context: number)
  }

  /// The snapshot with transient attributes as the store has them, which is not at all for an insert.
  private func withoutTransients(
    _ snapshot: EntitySnapshot, _ baseline: EntitySnapshot?
  ) -> EntitySnapshot {
    guard let blueprint = try? blueprint(of: snapshot.entityName),
      !blueprint.transientSlots.isEmpty
    else { return snapshot }
    var result = snapshot
    for name in blueprint.transientSlots.map({ blueprint.layout.names[$0] }) {
      result[name] = baseline?[name]
    }
    return result
  }
}

/// Sorts objects so that what a to-one relationship leads to stands before; a ring is cut anywhere.
private struct ParentsFirst {
  private(set) var inOrder: [EntitySnapshot] = []
  private var done: Set<PersistentIdentifier> = []
  private let members: [PersistentIdentifier: EntitySnapshot]
  private let toOne: [EntityName: [AttributeName]]

  init(_ snapshots: [EntitySnapshot], _ schema: EntitySchema) {
    let toOne = Dictionary(
      schema.entities.map { entity in
        let names = schema.allRelationships(of: entity.name).filter { !$0.isToMany }.map(\.name)
        return (entity.name, names)
      }, uniquingKeysWith: { first, _ in first })
    self.toOne = toOne
    guard toOne.values.contains(where: { !$0.isEmpty }) else {
      members = [:]
      inOrder = snapshots
      return
    }
    members = Dictionary(
      snapshots.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for snapshot in snapshots { visit(snapshot) }
  }

  /// Goes up from an object along a stack of its own, so that a long chain does no harm.
  private mutating func visit(_ start: EntitySnapshot) {
    guard done.insert(start.identifier).inserted else { return }
    var stack = [(snapshot: start, parents: parents(of: start))]
    while let top = stack.last {
      guard let parent = top.parents.first else {
        inOrder.append(top.snapshot)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].parents.removeFirst()
      if let snapshot = members[parent], done.insert(parent).inserted {
        stack.append((snapshot, parents(of: snapshot)))
      }
    }
  }

  private func parents(of snapshot: EntitySnapshot) -> ArraySlice<PersistentIdentifier> {
    (toOne[snapshot.entityName] ?? []).flatMap { snapshot[$0].identifiers }[...]
  }
}
