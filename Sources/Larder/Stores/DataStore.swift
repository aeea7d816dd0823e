public import LarderCore

/// What a store needs in order to open.
public protocol DataStoreConfiguration: Hashable {
  /// The spelling of the 2024 session; nothing else refers to it.
  associatedtype StoreType = Never
  associatedtype Store: DataStore = StoreType where Self == Self.Store.Configuration

  var name: String { get }

  /// Filled in by the container where it is nil.
  var schema: Schema? { get set }

  func validate() throws
}

extension DataStoreConfiguration {
  public func validate() throws {}
}

/// A place where snapshots are kept, written by anyone.
public protocol DataStore<Configuration>: AnyObject {
  associatedtype Configuration: DataStoreConfiguration
  where Self == Self.Configuration.Store
  associatedtype Snapshot: DataStoreSnapshot

  var identifier: String { get }
  var schema: Schema { get }
  var configuration: Configuration { get }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Reads the snapshots that match a request.
  ///
  /// Throws ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort`` to be
  /// asked again without predicate or order; the caller then filters and sorts. So it is where a result does not
  /// meet the condition, stands out of order or is one too many; what a store leaves out nobody sees.
  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, Snapshot>

  /// Writes inserts, updates and deletes, and says what became of temporary identifiers.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>

  /// The number of objects that match, taken as it is; of a store without this its fetch is checked and counted.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]

  /// Deletes every object.
  func erase() throws

  /// A context begins to use the store.
  func initializeState(for editingState: EditingState)

  /// A context is gone, with all of its models.
  func invalidateState(for editingState: EditingState)

  /// Snapshots that the store has at hand, asked for before objects are fetched by identifier.
  ///
  /// What is left out is fetched.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

/// A store that deletes what matches a condition by itself.
public protocol DataStoreBatching: DataStore {
  /// Deletes the objects that match, at once.
  ///
  /// Throws ``DataStoreError/preferInMemoryFilter`` to have them fetched, and deleted with the next save.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// What a store that only fetches has from the start.
extension DataStore {
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    if request.isFetchedByCaller { throw FetchWanted() }
    return try fetch(request).fetchedSnapshots.count
  }

  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    if request.isFetchedByCaller { throw FetchWanted() }
    return try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Fetches all that there is and saves its deletion.
  public func erase() throws {
    let state = EditingState()
    let models = schema.models.sorted { $0.key < $1.key }.map(\.value)
    var found: [PersistentIdentifier: Snapshot] = [:]
    for model in models {
      for snapshot in try snapshots(of: model, state) {
        found[snapshot.persistentIdentifier] = snapshot
      }
    }
    guard !found.isEmpty else { return }
    _ = try save(
      DataStoreSaveChangesRequest(
        inserted: [], updated: [], deleted: Array(found.values), editingState: state))
  }

  private func snapshots<T: PersistentModel>(
    of model: T.Type, _ state: EditingState
  ) throws -> [Snapshot] {
    try fetch(DataStoreFetchRequest(editingState: state, descriptor: FetchDescriptor<T>()))
      .fetchedSnapshots
  }

  public func initializeState(for editingState: EditingState) {}

  public func invalidateState(for editingState: EditingState) {}

  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A failure that a store tells its caller, or a wish.
public enum DataStoreError: Error, Hashable {
  case unsupportedFeature
  case preferInMemoryFilter
  case preferInMemorySort
  case invalidPredicate
}
