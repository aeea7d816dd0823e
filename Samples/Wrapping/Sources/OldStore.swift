import SwiftData

struct OldStoreConfiguration: DataStoreConfiguration {
  typealias Store = OldStore

  var name = "old"
  var schema: Schema?
  var url: URL
}

/// The old database as a store of models: the same tables under the names of the classes.
final class OldStore: DataStore {
  typealias Configuration = OldStoreConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: OldStoreConfiguration
  let schema: Schema
  private let database: OldDatabase

  var identifier: String { configuration.url.path }

  init(
    _ configuration: OldStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    database = try OldDatabase(configuration.url)
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entity = Schema.entityName(for: T.self)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: try snapshots(of: entity, as: rowType(of: entity)))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    try database.run("BEGIN IMMEDIATE")
    do {
      for snapshot in request.inserted {
        let entity = snapshot.persistentIdentifier.entityName
        try insert(snapshot, as: rowType(of: entity))
        remapped[snapshot.persistentIdentifier] = try makeIdentifier(entity, database.lastKey)
      }
      for snapshot in request.updated {
        try update(snapshot, as: rowType(of: snapshot.persistentIdentifier.entityName))
      }
      for snapshot in request.deleted {
        let table = try rowType(of: snapshot.persistentIdentifier.entityName).table
        try database.run(
          "DELETE FROM \(table) WHERE id = ?", [try key(of: snapshot.persistentIdentifier)])
      }
      try database.run("COMMIT")
    } catch {
      try database.run("ROLLBACK")
      throw error
    }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  private func rowType(of entity: String) throws -> any OldRow.Type {
    switch entity {
    case "Author": AuthorRow.self
    case "Book": BookRow.self
    default: throw DataStoreError.unsupportedFeature
    }
  }

  private func snapshots<Row: OldRow>(
    of entity: String, as type: Row.Type
  ) throws -> [DefaultSnapshot] {
    let columns = Row.columns.joined(separator: ", ")
    return try database.run("SELECT id, \(columns) FROM \(Row.table) ORDER BY id").compactMap {
      row in
      guard case .integer(let key) = row[0] else { return nil }
      let identifier = try makeIdentifier(entity, key)
      return try Row(identifier, Array(row.dropFirst())).map { try DefaultSnapshot(row: $0) }
    }
  }

  private func insert<Row: OldRow>(_ snapshot: DefaultSnapshot, as type: Row.Type) throws {
    let places = Row.columns.map { _ in "?" }.joined(separator: ", ")
    let columns = Row.columns.joined(separator: ", ")
    try database.run(
      "INSERT INTO \(Row.table) (\(columns)) VALUES (\(places))", snapshot.row(as: type).values)
  }

  private func update<Row: OldRow>(_ snapshot: DefaultSnapshot, as type: Row.Type) throws {
    let columns = Row.columns.map { "\($0) = ?" }.joined(separator: ", ")
    try database.run(
      "UPDATE \(Row.table) SET \(columns) WHERE id = ?",
      snapshot.row(as: type).values + [try key(of: snapshot.persistentIdentifier)])
  }

  private func makeIdentifier(_ entity: String, _ key: Int64) throws -> PersistentIdentifier {
    try PersistentIdentifier.identifier(for: identifier, entityName: entity, primaryKey: key)
  }

  private func key(of identifier: PersistentIdentifier) throws -> OldDatabase.Value {
    guard case .integer(let key) = identifier.primaryKey else {
      throw DataStoreError.unsupportedFeature
    }
    return .integer(key)
  }
}
