import LarderCore

/// The pending changes and undo steps of a context at one moment.
public struct Checkpoint {
  let pending: [String: PendingChanges]
  let restorations: [String: [PersistentIdentifier: PersistentIdentifier]]
  let undoStack: UndoStack
  let openGroup: UndoGroup?
  let remapping: IdentifierRemapping
  let conflicts: [SaveConflict]
  let saveCount: Int
}

extension EntityContext {
  /// Whether there is something to save.
  public var hasChanges: Bool { attachedStores.contains { !$0.pending.isEmpty } }

  /// Notes where ``restore(_:)`` can go back to; copies nothing until something changes.
  public func checkpoint() -> Checkpoint {
    Checkpoint(
      pending: Dictionary(
        attachedStores.map { ($0.name, $0.pending) }, uniquingKeysWith: { first, _ in first }),
      restorations: Dictionary(
        attachedStores.map { ($0.name, $0.restorations) }, uniquingKeysWith: { first, _ in first }),
      undoStack: undoStack, openGroup: openGroup, remapping: remapping, conflicts: conflicts,
      saveCount: saveCount)
  }

  /// Drops every edit, undo and redo since a checkpoint.
  ///
  /// What a save has written since then stays written: then all pending changes are dropped, as
  /// ``rollback()`` does.
  public func restore(_ checkpoint: Checkpoint) {
    guard checkpoint.saveCount == saveCount else { return rollback() }
    for attached in attachedStores {
      attached.pending =
        checkpoint.pending[attached.name] ?? PendingChanges(constraints: attached.constraints)
      attached.restorations = checkpoint.restorations[attached.name] ?? [:]
    }
    undoStack = checkpoint.undoStack
    openGroup = checkpoint.openGroup
    remapping = checkpoint.remapping
    conflicts = checkpoint.conflicts
  }

  /// Drops the pending changes of all stores, and an open group.
  ///
  /// Steps that were saved can still be undone; those that were not are gone.
  public func rollback() {
    for attached in attachedStores {
      attached.pending = PendingChanges(constraints: attached.constraints)
      attached.restorations = [:]
    }
    undoStack = saved.undoStack
    remapping = saved.remapping
    openGroup = nil
    conflicts = []
  }
}
