import Foundation
import LarderCore
import LarderSQLite
import LarderStore

extension ModelConfiguration {
  /// Opens the store, or makes it where there is none.
  ///
  /// - Throws: ``PersistenceError`` as ``SQLiteStore`` does.
  func open(for schema: EntitySchema) throws -> any EntityStore {
    if isStoredInMemoryOnly {
      return InMemoryStore(
        identifier: UUID().uuidString, schema: schema,
        readOnlyReason: allowsSave ? nil : "the configuration does not allow saves",
        keepsHistory: true)
    }
    let path = url.path
    let options = SQLiteStore.Options(isReadOnly: !allowsSave, schema: schema)
    if FileManager.default.fileExists(atPath: path) {
      return try SQLiteStore.open(path: path, options: options)
    }
    guard allowsSave else {
      throw PersistenceError(.unavailable, detail: "\(path): there is no store to read")
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try SQLiteStore.create(path: path, schema: schema, options: options)
  }

  /// Takes the store through the steps of a plan; one that is not there yet needs none.
  ///
  /// - Throws: ``PersistenceError`` with code `store.read-only`; as ``StoreMigration`` does.
  func migrate(by migration: StoreMigration) throws {
    let path = url.path
    guard !isStoredInMemoryOnly, FileManager.default.fileExists(atPath: path),
      let stored = try SQLiteStore.storedSchema(path: path),
      try !migration.steps(from: stored).isEmpty
    else { return }
    guard allowsSave else {
      throw PersistenceError(
        .readOnly, detail: "\(path) is of an earlier version, and its configuration allows no saves"
      )
    }
    try SQLiteStore.rewrite(path: path) { copy, stored in
      // Another process may have been first.
      let steps = try migration.steps(from: stored)
      guard !steps.isEmpty else { return nil }
      try migration.run(steps) { schema in
        try SQLiteStore.open(path: copy, options: .init(schema: schema, makesBackup: false))
      }
      return migration.version(after: steps)
    }
  }
}
