public import LarderCore
public import LarderStore
import Synchronization

/// A store that writes each change by itself, as services do, and can be told what comes of one.
public final class ObjectByObjectStore: EntityStore {
  public let base: InMemoryStore

  private struct State {
    var verdicts: [Int: PersistenceError] = [:]
    var notes: [SaveNote] = []
    var interruption: PersistenceError?
  }

  private let state = Mutex(State())

  public init(_ base: InMemoryStore) { self.base = base }

  public var identifier: String { base.identifier }
  public var schema: EntitySchema { base.schema }

  /// From now on a save ends at the change of a number, from 0; with `nil` at none.
  public func refuse(
    change number: Int?, _ code: PersistenceError.Code = .rejected, detail: String? = nil,
    interruption: PersistenceError? = nil
  ) {
    state.withLock {
      $0.verdicts = number.map { [$0: PersistenceError(code, detail: detail)] } ?? [:]
      $0.interruption = interruption
    }
  }

  public func say(_ notes: [SaveNote]) { state.withLock { $0.notes = notes } }

  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    try base.enumerate(descriptor, body)
  }

  public func snapshots(for identifiers: [PersistentIdentifier]) throws
    -> [PersistentIdentifier: EntitySnapshot]
  {
    try base.snapshots(for: identifiers)
  }

  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    let (verdicts, notes, interruption) = state.withLock {
      ($0.verdicts, $0.notes, $0.interruption)
    }
    var result = ChangeSetResult(interruption: interruption, notes: notes)
    for (number, change) in changes.changes.enumerated() {
      let object = change.identifier
      if !result.failures.isEmpty {
        result.failures[object] = PersistenceError(.notTried, identifier: object)
      } else if let verdict = verdicts[number] {
        result.failures[object] = PersistenceError(
          verdict.code, identifier: object, detail: verdict.detail,
          conflicts: Self.conflicts(change, verdict.code))
      } else {
        let one = try base.apply(ChangeSet([change.remapped(by: result.remappedIdentifiers)]))
        result.remappedIdentifiers.merge(one.remappedIdentifiers) { _, new in new }
        result.snapshots.merge(one.snapshots) { _, new in new }
      }
    }
    return result
  }

  private static func conflicts(
    _ change: ChangeSet.Change, _ code: PersistenceError.Code
  ) -> [SaveConflict] {
    switch change {
    case .insert(let snapshot, _) where code == .unknownOutcome:
      [SaveConflict(lastSeen: snapshot, stored: nil, mine: snapshot)]
    case .update(let before, let after) where code == .conflict:
      [SaveConflict(lastSeen: before, stored: before, mine: after)]
    default: []
    }
  }
}

extension ChangeSet.Change {
  fileprivate func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> Self {
    guard case .insert(var snapshot, let restoring) = self else { return self }
    for slot in snapshot.values.indices {
      guard case .identifier(let target)? = snapshot.values[slot] else { continue }
      snapshot.values[slot] = .identifier(map[target] ?? target)
    }
    return .insert(snapshot, restoring: restoring)
  }
}
