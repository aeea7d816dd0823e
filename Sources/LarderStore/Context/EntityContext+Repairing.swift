public import LarderCore

extension EntityContext {
  /// Takes up changes of a store's own bookkeeping, to be written by the next save.
  ///
  /// They are an undo step, or a part of the open group.
  ///
  /// - Throws: `store.read-only`.
  public func repair(_ repairs: [StoreRepair], in store: String) throws {
    let attached = try attachedStore(named: store)
    if let reason = attached.store.readOnlyReason {
      throw PersistenceError(.readOnly, detail: reason)
    }
    guard !repairs.isEmpty else { return }
    var group = makeGroup(named: "repair")
    for repair in repairs {
      attached.pending.toggle(repair)
      let transition = RepairTransition(store: store, repair: repair)
      group.repairs.append(transition)
      openGroup?.repairs.append(transition)
    }
    if openGroup == nil {
      undoStack.record(group)
    } else {
      undoStack.redo = []
    }
  }
}

/// What one undo step does to a store's bookkeeping.
struct RepairTransition {
  let store: String
  var repair: StoreRepair
}
