/// Inserts, updates and deletes to be written as one unit.
public struct ChangeSet: Hashable, Sendable {
  public var changes: [Change]

  /// Changes of the store's own bookkeeping, in order.
  public var repairs: [StoreRepair]

  /// The context that saves, by a number of its own; 0 where nobody says.
  ///
  /// A temporary identifier means the same object in every change set of one context, and nothing in those of
  /// others.
  public var context: Int

  public init(_ changes: [Change] = [], repairs: [StoreRepair] = [], context: Int = 0) {
    self.changes = changes
    self.repairs = repairs
    self.context = context
  }

  public enum Change: Hashable, Sendable {
    /// A new object. `restoring` is the identifier it had before an earlier delete; the store gives it
    /// back, with its place and its bytes, where it can.
    case insert(EntitySnapshot, restoring: PersistentIdentifier?)
    /// `before` is what the context last saw, `after` what it wants; both carry one identifier.
    case update(before: EntitySnapshot, after: EntitySnapshot)
    /// The snapshot is what the context last saw.
    case delete(EntitySnapshot)
  }

  public var isEmpty: Bool { changes.isEmpty && repairs.isEmpty }

  /// What undoes it: the opposite changes in reverse order.
  public var inverse: ChangeSet {
    ChangeSet(
      changes.reversed().map(\.inverse), repairs: repairs.reversed().map(\.inverse))
  }
}

extension ChangeSet.Change {
  /// The change that undoes this one.
  public var inverse: Self {
    switch self {
    case .insert(let snapshot, _): .delete(snapshot)
    case .update(let before, let after): .update(before: after, after: before)
    case .delete(let snapshot): .insert(snapshot, restoring: snapshot.identifier)
    }
  }

  /// The object that the change is about.
  public var identifier: PersistentIdentifier {
    switch self {
    case .insert(let snapshot, _), .delete(let snapshot): snapshot.identifier
    case .update(_, let after): after.identifier
    }
  }
}
