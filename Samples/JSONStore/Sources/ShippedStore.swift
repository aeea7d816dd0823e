import SwiftData

/// A configuration in the spelling of the API as it shipped: `Store`.
struct ShippedConfiguration: DataStoreConfiguration {
  typealias Store = ShippedStore

  var name: String
  var schema: Schema?
  var fileURL: URL
}

/// A store in the form of the API as it shipped: a result with `remappedIdentifiers` and
/// `snapshotsToReregister`, and copies in which every identifier is the permanent one.
final class ShippedStore: DataStore {
  typealias Configuration = ShippedConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: ShippedConfiguration
  let schema: Schema
  private let file: SnapshotFile

  var identifier: String { configuration.fileURL.lastPathComponent }

  init(
    _ configuration: ShippedConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    file = SnapshotFile(url: configuration.fileURL)
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entity = Schema.entityName(for: T.self)
    let snapshots = try file.read()
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: snapshots.values.filter { $0.persistentIdentifier.entityName == entity },
      relatedSnapshots: snapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    // Every new object has its identifier before any snapshot is copied: they may refer to each other.
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let temporary = snapshot.persistentIdentifier
      remapped[temporary] = try PersistentIdentifier.identifier(
        for: identifier, entityName: temporary.entityName, primaryKey: UUID())
    }
    var snapshots = try file.read()
    var written: [PersistentIdentifier: DefaultSnapshot] = [:]
    for snapshot in request.inserted + request.updated {
      let own = snapshot.persistentIdentifier
      let permanent = remapped[own] ?? own
      written[permanent] = snapshot.copy(
        persistentIdentifier: permanent, remappedIdentifiers: remapped)
    }
    snapshots.merge(written) { _, new in new }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    try file.write(snapshots)
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: written)
  }
}
