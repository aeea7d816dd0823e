public import LarderCore
public import LarderStore
import Synchronization

/// Lets an entity context use a store written for SwiftData's `DataStore` protocol.
///
/// Conditions that have a Foundation form are asked of the store, and everything it returns is checked
/// again in memory; a store that throws `preferInMemoryFilter` or `preferInMemorySort` is asked again
/// without. A context without pending changes asks the store for orders and limits too; an entity context
/// evaluates them in memory, after the check. The protocol has no expected values, so a
/// save reads the objects it changes and compares them first; a writer between that read and the
/// save is not seen.
///
/// Each context has an adapter of its own over the one store, which tells the store whose request it is.
public final class DataStoreAdapter<Store: DataStore>: EntityStore {
  public let identifier: String
  public let schema: EntitySchema
  public let readOnlyReason: String? = nil

  let models: [String: any PersistentModel.Type]

  private let shared: SharedStore<Store>
  private let state: Mutex<State>
  let isInterrupted = Atomic(false)

  /// What the adapter's context is like.
  struct State: Sendable {
    var editingState = EditingState()
    var prefersMemory = false
    var historyToken: (any HistoryToken)?
  }

  /// Takes over a store.
  public init(_ store: sending Store) {
    identifier = store.identifier
    schema = store.schema.lowered
    models = store.schema.models
    shared = SharedStore(store)
    state = Mutex(State())
    SnapshotSchemas.register(schema)
  }

  private init(_ other: DataStoreAdapter, serving editingState: EditingState) {
    identifier = other.identifier
    schema = other.schema
    models = other.models
    shared = other.shared
    state = Mutex(State(editingState: editingState))
  }

  func withStore<Result>(_ body: (Store) throws -> sending Result) throws -> sending Result {
    try shared.store.withLock { try body($0) }
  }

  func withState<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    state.withLock(body)
  }

  var editingState: EditingState {
    get { withState { $0.editingState } }
    set { withState { $0.editingState = newValue } }
  }

  var prefersMemory: Bool {
    get { withState { $0.prefersMemory } }
    set { withState { $0.prefersMemory = newValue } }
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

/// The protocol does not ask for a Sendable store; here it is used under the lock only.
private final class SharedStore<Store: DataStore>: Sendable {
  let store: Mutex<Store>

  init(_ store: sending Store) { self.store = Mutex(store) }
}

extension DataStoreAdapter: ForeignStore {
  func serving(_ editingState: EditingState) -> any ForeignStore {
    let adapter = DataStoreAdapter(self, serving: editingState)
    try? withStore { $0.initializeState(for: editingState) }
    return adapter
  }

  func invalidateState() {
    let editingState = editingState
    try? withStore { $0.invalidateState(for: editingState) }
  }

  func erase() throws {
    try reporting { try withStore { try $0.erase() } }
  }

  func takeHistoryToken() -> (any HistoryToken)? {
    withState { state in
      defer { state.historyToken = nil }
      return state.historyToken
    }
  }
}

private func canLift<T: PersistentModel>(_ condition: EntityPredicate, for model: T.Type) -> Bool {
  PredicateLifting<T>().predicate(condition) != nil
}
