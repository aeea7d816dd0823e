import Glibc
import LarderCore
import SQLiteDriver

extension StoreMetadata {
  /// Carries a store over to a declared schema, where it is another one, after a copy of the file.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid` or `store.read-only`, and then nothing is
  ///   changed; `SQLiteError`.
  func migrated(
    to declared: EntitySchema, _ file: DatabaseFile, _ connection: Connection, makesBackup: Bool
  ) throws -> StoreMetadata {
    let entities = declared.entities.map(\.withoutObservations)
    guard schema.entities != entities else { return self }
    if let reason = file.readOnlyReason {
      throw PersistenceError(.readOnly, detail: "the schema cannot be changed: \(reason)")
    }
    // It has no effect inside a transaction.
    try connection.execute("PRAGMA foreign_keys = OFF")
    defer { try? connection.execute("PRAGMA foreign_keys = ON") }
    try connection.begin(.immediate)
    defer { connection.rollback() }
    // Another process may have been first.
    guard var result = try StoreMetadata(reading: connection), result.schema.entities != entities
    else { return try StoreMetadata(reading: connection) ?? self }
    let old = try StoreLayout(result.schema)
    let new = EntitySchema(version: result.nextVersion(declared.version), entities: entities)
    let migration = try LayoutMigration(from: old, to: StoreLayout(new))
    try migration.checkThatNoObjectIsLost(connection)
    if makesBackup, try old.holdsObjects(connection) { try result.makeBackup(of: file) }
    result.schema = new
    try migration.run(connection)
    try result.write(to: connection)
    try connection.commit()
    return result
  }

  /// Whether a schema declares other entities; `nil` is none, which declares nothing.
  func differs(from declared: EntitySchema?) -> Bool {
    declared.map { schema.entities != $0.entities.map(\.withoutObservations) } ?? false
  }

  /// The declared version, or the next one where that is no later than the stored one.
  func nextVersion(_ declared: EntitySchema.Version) -> EntitySchema.Version {
    if declared > schema.version { return declared }
    let (minor, overflows) = schema.version.minor.addingReportingOverflow(1)
    return overflows
      ? schema.version : EntitySchema.Version(schema.version.major, minor, 0)
  }

  /// Copies the store to `FILE.backup-VERSION`, or that with a number where it is taken.
  ///
  /// Through a connection of its own: one that has begun to write is not copied from. The copy gets its
  /// name when it is whole; the part of one that an ended process left behind is written over.
  func makeBackup(of file: DatabaseFile) throws {
    let wanted = "\(file.path).backup-\(schema.version)"
    let unfinished = "\(wanted)-unfinished"
    var path = wanted
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(wanted)-\(number)"
      number += 1
    }
    do {
      for suffix in ["", "-journal"] { unlink(unfinished + suffix) }
      let original = try Connection(path: file.path, mode: .readOnly)
      try original.backup(to: Connection(path: unfinished, mode: .create))
      guard rename(unfinished, path) == 0 else {
        throw PersistenceError(
          .failed, detail: "\(path): \(String(cString: strerror(errno)))")
      }
    } catch {
      unlink(unfinished)
      throw error
    }
  }
}

extension StoreLayout {
  func holdsObjects(_ connection: Connection) throws(SQLiteError) -> Bool {
    for table in tables {
      let sql = "SELECT 1 FROM \(table.name.sqlName) LIMIT 1"
      if try connection.value(sql) != nil { return true }
    }
    return false
  }
}

extension EntitySchema.Entity {
  /// What is declared, without what was seen.
  fileprivate var withoutObservations: Self {
    var result = self
    for index in attributes.indices { result.attributes[index].observation = nil }
    return result
  }
}
