/// Inserts, updates and deletes to be written as one unit.
public struct ChangeSet: Hashable, Sendable {
  public var changes: [Change]

  /// Changes of the store's own bookkeeping, in order.
  public var repairs: [StoreRepair]

  public init(_ changes: [Change] = [], repairs: [StoreRepair] = []) {
    self.changes = changes
    self.repairs = repairs
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

/// What a store made of a change set.
public struct ChangeSetResult: Hashable, Sendable {
  /// The permanent identifier of every insert, by the identifier it was inserted under; and the new one of
  /// every update that gave an object another, by the old one.
  public var remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]

  /// The inserted and updated objects as they now stand in the store, by permanent identifier.
  public var snapshots: [PersistentIdentifier: EntitySnapshot]

  /// Where the store cannot write as one unit: what became of each object that was not written.
  public var failures: [PersistentIdentifier: PersistenceError]

  public init(
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshots: [PersistentIdentifier: EntitySnapshot] = [:],
    failures: [PersistentIdentifier: PersistenceError] = [:]
  ) {
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshots = snapshots
    self.failures = failures
  }
}
