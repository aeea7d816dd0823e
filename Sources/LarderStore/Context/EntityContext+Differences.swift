public import LarderCore

/// The objects with pending changes, each in the list that says what becomes of it.
public struct PendingChangesSummary: Hashable, Sendable {
  public var inserted: [PersistentIdentifier] = []
  public var updated: [PersistentIdentifier] = []
  public var deleted: [PersistentIdentifier] = []

  /// Pending changes of the stores' own bookkeeping.
  public var repairs: [StoreRepair] = []

  public var isEmpty: Bool { count == 0 }
  public var count: Int { inserted.count + updated.count + deleted.count + repairs.count }
}

/// One value that a save would change.
public struct AttributeDifference: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case insert, update, delete }

  public let identifier: PersistentIdentifier
  public let attribute: AttributeName
  public let kind: Kind

  /// What the context last saw; `nil` for a missing value and for an insert.
  public let before: AttributeValue?

  /// What would be written; `nil` for a missing value and for a delete.
  public let after: AttributeValue?
}

extension EntityContext {
  /// The objects with pending changes, of one store or with `nil` of all.
  ///
  /// A store that is not attached has none.
  public func changes(in store: String?) -> PendingChangesSummary {
    var summary = PendingChangesSummary()
    for attached in attachedStores where store == nil || attached.name == store {
      summary.repairs += attached.pending.repairs
      for change in attached.pending.inOrder {
        switch change {
        case .insert(let snapshot): summary.inserted.append(snapshot.identifier)
        case .update(_, let after): summary.updated.append(after.identifier)
        case .delete(let before): summary.deleted.append(before.identifier)
        }
      }
    }
    return summary
  }

  /// What a save would change, value by value, in the order in which objects were touched.
  public func differences() throws -> [AttributeDifference] {
    attachedStores.flatMap { $0.pending.inOrder.flatMap(\.differences) }
  }
}

extension PendingChanges.Change {
  /// What the change writes, value by value, in the order of the layout.
  var differences: [AttributeDifference] {
    switch self {
    case .insert(let snapshot): Self.differences(.insert, snapshot, nil, snapshot)
    case .update(let before, let after): Self.differences(.update, after, before, after)
    case .delete(let before): Self.differences(.delete, before, before, nil)
    }
  }

  private static func differences(
    _ kind: AttributeDifference.Kind, _ subject: EntitySnapshot, _ before: EntitySnapshot?,
    _ after: EntitySnapshot?
  ) -> [AttributeDifference] {
    subject.layout.names.indices.compactMap { slot in
      let (old, new) = (before?.values[slot], after?.values[slot])
      guard old != new else { return nil }
      return AttributeDifference(
        identifier: subject.identifier, attribute: subject.layout.names[slot], kind: kind,
        before: old ?? nil, after: new ?? nil)
    }
  }
}
