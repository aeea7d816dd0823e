import Foundation
import Larder
import LarderCore
import Synchronization

/// The spelling of the 2024 session: `StoreType`, `remappedPersistentIdentifiers`.
struct SessionFormConfiguration: DataStoreConfiguration {
  typealias StoreType = SessionFormStore

  var name: String
  var schema: Schema?
}

/// A store in memory that notes what it is asked, and filters nothing by itself.
final class SessionFormStore: DataStore {
  typealias Configuration = SessionFormConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: SessionFormConfiguration
  let identifier = "session"
  let schema: Schema
  private var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
  private let log: RequestLog

  init(
    _ configuration: SessionFormConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    log = RequestLog()
  }

  init(schema: Schema, log: RequestLog) {
    configuration = SessionFormConfiguration(name: "session", schema: schema)
    self.schema = schema
    self.log = log
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    log.note(request.descriptor.predicate != nil)
    if request.descriptor.predicate != nil, log.prefersMemory {
      throw DataStoreError.preferInMemoryFilter
    }
    let found = snapshots.values.filter {
      $0.persistentIdentifier.entityName == Schema.entityName(for: T.self)
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: Array(found),
      relatedSnapshots: snapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let entityName = snapshot.persistentIdentifier.entityName
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: entityName, primaryKey: UUID())
      remapped[snapshot.persistentIdentifier] = permanent
      snapshots[permanent] = snapshot.copy(persistentIdentifier: permanent)
    }
    for snapshot in request.updated {
      snapshots[snapshot.persistentIdentifier] = snapshot
    }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    return DataStoreSaveChangesResult(
      for: identifier, remappedPersistentIdentifiers: remapped, deletedIdentifiers: [])
  }
}

/// Whether each request carried a predicate, in order.
final class RequestLog: Sendable {
  private let entries = Mutex<[Bool]>([])
  let prefersMemory: Bool

  init(prefersMemory: Bool = false) { self.prefersMemory = prefersMemory }

  func note(_ hasPredicate: Bool) { entries.withLock { $0.append(hasPredicate) } }

  /// The entries since the last call.
  func take() -> [Bool] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
