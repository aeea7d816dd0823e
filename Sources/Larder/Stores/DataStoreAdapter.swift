public import LarderCore
public import LarderStore
import Synchronization

/// Lets an entity context use a store written for SwiftData's `DataStore` protocol.
///
/// Conditions that have a Foundation form are asked of the store, and everything it returns is checked
/// again in memory; a store that throws `preferInMemoryFilter` or `preferInMemorySort` is asked again
/// without. Orders, limits and projections are always evaluated in memory, after the check, so that
/// limits and counts are right whatever the store does. The protocol has no expected values, so a
/// save reads the objects it changes and compares them first; a writer between that read and the
/// save is not seen.
public final class DataStoreAdapter<Store: DataStore>: EntityStore {
  public let identifier: String
  public let schema: EntitySchema
  public let readOnlyReason: String? = nil

  let models: [String: any PersistentModel.Type]
  let editingState: EditingState

  // The protocol does not ask for a Sendable store; here it is used under the lock only.
  private let store: Mutex<Store>
  let isInterrupted = Atomic(false)

  /// Takes over a store; `editingState` names the context that it serves.
  public init(_ store: sending Store) {
    identifier = store.identifier
    schema = store.schema.lowered
    models = store.schema.models
    editingState = EditingState()
    self.store = Mutex(store)
    SnapshotSchemas.register(schema)
  }

  func withStore<Result>(_ body: (Store) throws -> sending Result) throws -> sending Result {
    try store.withLock { try body($0) }
  }

  /// Gives what a foreign store throws the form that every store's failures have.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw PersistenceError(.failed, detail: "\(error)", underlyingError: error)
    }
  }

  public func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

  public func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    guard let model = models[entity.rawValue] else {
      return .unsupported("the store has no entity `\(entity)`")
    }
    return canLift(condition, for: model)
      ? .inexact("a store of one's own is trusted to return too much, not to return the right rows")
      : .unsupported("the condition has no form that a DataStore is asked in")
  }

  public func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    .unsupported("what a DataStore returns is checked first, then sorted")
  }

  public func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    .unsupported("a DataStore returns snapshots, not rows")
  }

  public func explanation(of query: EntityQuery) throws -> StoreExplanation {
    let conditions = query.descriptor.predicate?.conjuncts.count ?? 0
    return StoreExplanation(notes: ["DataStore \(Store.self), asked \(conditions) condition(s)"])
  }
}

private func canLift<T: PersistentModel>(_ condition: EntityPredicate, for model: T.Type) -> Bool {
  PredicateLifting<T>().predicate(condition) != nil
}
