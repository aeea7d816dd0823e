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
        readOnlyReason: allowsSave ? nil : "the configuration does not allow saves")
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
}
