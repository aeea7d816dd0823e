import SwiftData

/// A configuration in the spelling of the 2024 session: `StoreType`.
@available(swift 5.9)
struct SessionConfiguration: DataStoreConfiguration {
  typealias StoreType = SessionStore

  var name: String
  var schema: Schema?
  var fileURL: URL
}

/// A store in the form that the 2024 session showed: `copy(persistentIdentifier:)`, and a result with
/// `remappedPersistentIdentifiers` and `deletedIdentifiers`.
@available(swift 5.9)
final class SessionStore: DataStore {
  typealias Configuration = SessionConfiguration
  typealias Snapshot = DefaultSnapshot

  var configuration: SessionConfiguration
  var name: String
  var schema: Schema
  var identifier: String
  private let file: SnapshotFile

  init(
    _ configuration: SessionConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    name = configuration.name
    identifier = configuration.fileURL.lastPathComponent
    file = SnapshotFile(url: configuration.fileURL)
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let snapshots = try file.read()
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: Array(snapshots.values),
      relatedSnapshots: snapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    var snapshots = try file.read()
    for snapshot in request.inserted {
      let temporary = snapshot.persistentIdentifier
      let minted = try PersistentIdentifier.identifier(
        for: identifier, entityName: temporary.entityName, primaryKey: UUID())
      permanent[temporary] = minted
      snapshots[minted] = snapshot.copy(persistentIdentifier: minted)
    }
    for snapshot in request.updated { snapshots[snapshot.persistentIdentifier] = snapshot }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    try file.write(snapshots)
    return DataStoreSaveChangesResult(
      for: identifier, remappedPersistentIdentifiers: permanent,
      deletedIdentifiers: request.deleted.map(\.persistentIdentifier))
  }
}
