import SwiftData

/// A store that names every member of the protocols, in the form in which it is documented.
final class SurfaceStore: DataStore, DataStoreBatching {
  typealias Configuration = SurfaceConfiguration
  typealias Snapshot = SurfaceSnapshot

  var identifier: String { "surface" }
  let schema: Schema
  let configuration: SurfaceConfiguration

  init(
    _ configuration: SurfaceConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, SurfaceSnapshot> where T: PersistentModel {
    DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: [])
  }

  func fetchCount<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> Int where T: PersistentModel { 0 }

  func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel { [] }

  func save(
    _ request: DataStoreSaveChangesRequest<SurfaceSnapshot>
  ) throws -> DataStoreSaveChangesResult<SurfaceSnapshot> {
    DataStoreSaveChangesResult(for: identifier)
  }

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {}

  func erase() throws {}

  func initializeState(for editingState: EditingState) {}

  func invalidateState(for editingState: EditingState) {}

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: SurfaceSnapshot] { [:] }
}

struct SurfaceConfiguration: DataStoreConfiguration {
  typealias Store = SurfaceStore

  var name: String
  var schema: Schema?

  func validate() throws {}
}

struct SurfaceSnapshot: DataStoreSnapshot {
  let persistentIdentifier: PersistentIdentifier

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier =
      backingData.persistentModelID
      ?? PersistentIdentifier(
        storeIdentifier: nil, entityName: "SurfaceModel", primaryKey: .temporary(0))
  }

  init(_ persistentIdentifier: PersistentIdentifier) {
    self.persistentIdentifier = persistentIdentifier
  }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> SurfaceSnapshot { SurfaceSnapshot(persistentIdentifier) }
}

/// A store has defaults for all but these.
final class SurfaceLeastStore: DataStore {
  typealias Snapshot = DefaultSnapshot

  let identifier = "least"
  let schema: Schema
  let configuration: SurfaceLeastConfiguration

  init(
    _ configuration: SurfaceLeastConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: [], relatedSnapshots: [:])
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: [:], snapshotsToReregister: [:])
  }
}

struct SurfaceLeastConfiguration: DataStoreConfiguration {
  typealias Store = SurfaceLeastStore

  var name: String
  var schema: Schema?
}

private func configurations<C: DataStoreConfiguration>(_ configuration: inout C) throws {
  let _: String = configuration.name
  let schema: Schema? = configuration.schema
  configuration.schema = schema
  try configuration.validate()
  let _: any Hashable = configuration
  let _: any DataStore.Type = C.Store.self
}

private func stores<S: DataStore>(
  _ type: S.Type, _ configuration: S.Configuration, _ state: EditingState,
  _ request: DataStoreFetchRequest<SurfaceModel>, _ save: DataStoreSaveChangesRequest<S.Snapshot>
) throws {
  let plan: (any SchemaMigrationPlan.Type)? = SurfacePlan.self
  let store: S = try S(configuration, migrationPlan: plan)
  let identifier: String = store.identifier
  let _: Schema = store.schema
  let _: S.Configuration = store.configuration
  let _: DataStoreFetchResult<SurfaceModel, S.Snapshot> = try store.fetch(request)
  let _: Int = try store.fetchCount(request)
  let identifiers: [PersistentIdentifier] = try store.fetchIdentifiers(request)
  let _: DataStoreSaveChangesResult<S.Snapshot> = try store.save(save)
  store.initializeState(for: state)
  let _: [PersistentIdentifier: S.Snapshot] = try store.cachedSnapshots(
    for: identifiers, editingState: state)
  store.invalidateState(for: state)
  try store.erase()
  let _: AnyObject = store
  let _: String = identifier
}

private func batches<S: DataStoreBatching>(
  _ store: S, _ request: DataStoreBatchDeleteRequest<SurfaceModel>
) throws {
  try store.delete(request)
  let _: EditingState = request.editingState
  let _: Predicate<SurfaceModel>? = request.predicate
  let _: Bool = request.includeSubclasses
  let _: any Sendable = request
}

private func snapshots<S: DataStoreSnapshot>(
  _ type: S.Type, _ backing: any BackingData,
  _ related: inout [PersistentIdentifier: any BackingData]
) {
  let snapshot: S = S(from: backing, relatedBackingDatas: &related)
  let identifier: PersistentIdentifier = snapshot.persistentIdentifier
  let map: [PersistentIdentifier: PersistentIdentifier]? = [:]
  let _: S = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: map)
  let _: any Decodable & Encodable & Sendable = snapshot
  let _: any DataStoreSnapshotValue = "a"
}

private func defaultSnapshots(_ snapshot: DefaultSnapshot) {
  let _: DefaultSnapshot = snapshot.copy(persistentIdentifier: snapshot.persistentIdentifier)
  let _: any DataStoreSnapshot = snapshot
  // Ours: Apple's tells its values through its coding alone.
  let _: AttributeValue? = snapshot["name"]
  let _: String? = snapshot[\SurfaceModel.name]
}

private func codingKeys() {
  let _: [DataStoreSnapshotCodingKey] = [.persistentIdentifier, .modeledProperty("name")]
  let _: any CodingKey = DataStoreSnapshotCodingKey.persistentIdentifier
  let key: DataStoreSnapshotCodingKey? = DataStoreSnapshotCodingKey(stringValue: "name")
  let _: DataStoreSnapshotCodingKey? = DataStoreSnapshotCodingKey(intValue: 1)
  let _: String? = key?.stringValue
  let _: Int?? = key?.intValue
}

private func fetches(
  _ request: DataStoreFetchRequest<SurfaceModel>,
  _ result: DataStoreFetchResult<SurfaceModel, DefaultSnapshot>
) {
  let _: EditingState = request.editingState
  let _: FetchDescriptor<SurfaceModel> = request.descriptor
  let _: FetchDescriptor<SurfaceModel> = result.descriptor
  let _: [DefaultSnapshot] = result.fetchedSnapshots
  let _: [PersistentIdentifier: DefaultSnapshot] = result.relatedSnapshots
  let _: [any Sendable] = [request, result]
}

private func saves(
  _ request: DataStoreSaveChangesRequest<DefaultSnapshot>, _ token: (any HistoryToken)?,
  _ map: [PersistentIdentifier: PersistentIdentifier]
) {
  let _: [[DefaultSnapshot]] = [request.inserted, request.updated, request.deleted]
  let _: EditingState = request.editingState
  let result: DataStoreSaveChangesResult<DefaultSnapshot> = DataStoreSaveChangesResult(
    for: "store", remappedIdentifiers: map, snapshotsToReregister: [:], historyToken: token)
  let _: [PersistentIdentifier: PersistentIdentifier] = result.remappedIdentifiers
  let _: String = result.storeIdentifier
  let _: [PersistentIdentifier: DefaultSnapshot] = result.snapshotsToReregister
  let _: (any HistoryToken)? = result.historyToken
  let _: any AnyObject & Sendable = result
  // The form of the 2024 session.
  let _: DataStoreSaveChangesResult<DefaultSnapshot> = DataStoreSaveChangesResult(
    for: "store", remappedPersistentIdentifiers: map, deletedIdentifiers: [])
}

private func states(_ state: inout EditingState) {
  let _: UUID = state.id
  let author: String? = state.author
  state.author = author
  let _: any Identifiable & Sendable = state
}

private func storeErrors() {
  let _: [DataStoreError] = [
    .unsupportedFeature, .preferInMemoryFilter, .preferInMemorySort, .invalidPredicate,
  ]
  let _: any Error & Hashable = DataStoreError.unsupportedFeature
}

private func defaultStores(
  _ configuration: ModelConfiguration, _ request: DataStoreFetchRequest<SurfaceModel>,
  _ save: DataStoreSaveChangesRequest<DefaultSnapshot>,
  _ history: HistoryDescriptor<DefaultHistoryTransaction>
) throws {
  let store: DefaultStore = try DefaultStore(configuration)
  let _: DefaultStore = try DefaultStore(configuration, migrationPlan: SurfacePlan.self)
  let _: String = store.name
  let _: any DataStore & DataStoreBatching & HistoryProviding = store
  let _: DataStoreFetchResult<SurfaceModel, DefaultSnapshot> = try store.fetch(request)
  let _: DataStoreSaveChangesResult<DefaultSnapshot> = try store.save(save)
  let _: [DefaultHistoryTransaction] = try store.fetchHistory(history)
  try store.deleteHistory(history)
  let _: ModelConfiguration.Type = DefaultStore.Configuration.self
  let _: DefaultSnapshot.Type = DefaultStore.Snapshot.self
  let _: DefaultHistoryTransaction.Type = DefaultStore.HistoryType.self
  let _: DefaultHistoryToken.Type = DefaultStore.TokenType.self
}
