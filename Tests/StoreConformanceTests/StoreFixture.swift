import Foundation
import Larder
import LarderCore
import LarderJSON
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver

/// A kind of store that the conformance tests hold to the same answers.
enum StoreFixture: String, CaseIterable, Sendable {
  case json, sqlite, dataStore, larderSQLite, coreData

  static let writable: [StoreFixture] = [.json, .dataStore, .larderSQLite, .coreData]

  /// A store of its own kind over a new file in a folder.
  func makeStore(of rows: ConformanceRows, in folder: TemporaryFolder) throws -> any EntityStore {
    switch self {
    case .json:
      let path = try folder.write(text: rows.json, to: "rows.json")
      return try JSONStore.open(
        path: path, options: JSONStore.Options(schema: ConformanceRows.schema))
    case .sqlite:
      let path = folder.path(of: "rows.sqlite")
      try Connection(path: path, mode: .create).execute(rows.sql)
      return try SQLiteStore.open(path: path, options: SQLiteStore.Options(isReadOnly: true))
    case .dataStore:
      let path = try folder.write(
        text: rows.snapshotFile(storeIdentifier: "rows.snapshots"), to: "rows.snapshots")
      let configuration = SnapshotFileConfiguration(
        name: "rows", schema: Schema([Trip.self, Owner.self]), fileURL: URL(filePath: path))
      return DataStoreAdapter(try SnapshotFileStore(configuration, migrationPlan: nil))
    case .larderSQLite:
      let store = try SQLiteStore.create(
        path: folder.path(of: "rows.sqlite"), schema: ConformanceRows.schema)
      _ = try store.apply(rows.inserts)
      return store
    case .coreData: return try rows.makeCoreDataStore(in: folder)
    }
  }

  /// A context over such a store, attached as `store`.
  func makeContext(of rows: ConformanceRows, in folder: TemporaryFolder) throws -> EntityContext {
    let context = EntityContext()
    try context.attach(makeStore(of: rows, in: folder), as: "store")
    return context
  }
}
