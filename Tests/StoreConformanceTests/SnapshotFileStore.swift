import Foundation
import Larder
import LarderCore

/// A configuration as the author of a store of their own writes it.
struct SnapshotFileConfiguration: DataStoreConfiguration {
  typealias Store = SnapshotFileStore

  var name: String
  var schema: Schema?
  var fileURL: URL
}

/// A store as somebody outside writes it: one file of encoded snapshots, read and written whole.
///
/// It leaves filtering and sorting to its caller, as the classic custom store does.
final class SnapshotFileStore: DataStore {
  typealias Configuration = SnapshotFileConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: SnapshotFileConfiguration
  let identifier: String
  let schema: Schema

  init(
    _ configuration: SnapshotFileConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    identifier = configuration.fileURL.lastPathComponent
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let name = Schema.entityName(for: T.self)
    let found = try read().filter { $0.persistentIdentifier.entityName == name }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: found)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var snapshots = try read()
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try mint(for: snapshot)
    }
    for snapshot in request.inserted {
      let permanent = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      snapshots.append(
        snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped))
    }
    for snapshot in request.updated {
      let index = snapshots.firstIndex {
        $0.persistentIdentifier == snapshot.persistentIdentifier
      }
      guard let index else { throw DataStoreError.unsupportedFeature }
      snapshots[index] = snapshot.copy(
        persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: remapped)
    }
    let deleted = Set(request.deleted.map(\.persistentIdentifier))
    snapshots.removeAll { deleted.contains($0.persistentIdentifier) }
    try write(snapshots)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  /// The key is the object's own number, as in the JSON and SQLite stores that it is compared with.
  private func mint(for snapshot: DefaultSnapshot) throws -> PersistentIdentifier {
    struct Numbered: Decodable { let id: Int }
    let number = try JSONDecoder().decode(Numbered.self, from: JSONEncoder().encode(snapshot)).id
    return try PersistentIdentifier.identifier(
      for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: number)
  }

  func read() throws -> [DefaultSnapshot] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let data = try? Data(contentsOf: configuration.fileURL) else { return [] }
    return try decoder.decode([DefaultSnapshot].self, from: data)
  }

  func write(_ snapshots: [DefaultSnapshot]) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(snapshots).write(to: configuration.fileURL)
  }
}
