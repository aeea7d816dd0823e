import Glibc
public import LarderCore
import SQLiteDriver

extension SQLiteStore {
  /// The schema that the store at a path says of itself; `nil` where Larder did not make the database.
  ///
  /// - Throws: ``PersistenceError``: `store.unavailable`, `store.corrupt`, `store.unsupported`.
  public static func storedSchema(path: String) throws -> EntitySchema? {
    let file = try DatabaseFile(path: path, isReadOnly: true)
    return try ConnectionPool(file) { _ in }.withConnection { lent in
      try StoreMetadata(reading: lent.connection)?.schema
    }
  }

  /// Lets a copy of a store that Larder made be edited, and takes over what became of it.
  ///
  /// Nobody else writes meanwhile. Where the edit throws, or returns `nil`, the store stays as it was. A
  /// copy of what was there is kept at `FILE.backup-VERSION`, where it has objects.
  ///
  /// The edit is given the path of the copy and its schema, and returns the version that the store has
  ///   from then on, or the next one where that is no later.
  /// - Throws: ``PersistenceError``: `store.read-only`, `store.busy`; `store.unsupported` where Larder
  ///   did not make the database; what the edit throws.
  public static func rewrite(
    path: String,
    _ edit: (_ copy: String, _ stored: EntitySchema) throws -> EntitySchema.Version?
  ) throws {
    let file = try DatabaseFile(path: path, isReadOnly: false)
    if let reason = file.readOnlyReason {
      throw PersistenceError(.readOnly, detail: "the schema cannot be changed: \(reason)")
    }
    do {
      try StoreRewriting(file).run(edit)
    } catch let error as SQLiteError {
      throw PersistenceError(error)
    }
  }
}

/// A store that is locked, a copy of it, and the way of the copy's tables into the store.
private struct StoreRewriting {
  private let file: DatabaseFile
  private let copy: ScratchFile
  private let connection: Connection

  private static let copyName = "larder_copy"

  init(_ file: DatabaseFile) throws {
    self.file = file
    copy = try ScratchFile()
    connection = try Connection(path: file.path, mode: .readWrite)
    // Makes the file, so that it can be attached.
    try Connection(path: copy.path, mode: .create).execute("PRAGMA user_version = 1")
    try connection.attach(copy.path, as: Self.copyName)
    // It has no effect inside a transaction.
    try connection.execute("PRAGMA foreign_keys = OFF")
  }

  func run(
    _ edit: (_ copy: String, _ stored: EntitySchema) throws -> EntitySchema.Version?
  ) throws {
    guard try StoreMetadata(reading: connection) != nil else {
      throw PersistenceError(.unsupported, detail: "\(file.path) is no store that larder made")
    }
    try connection.begin(.deferred)
    defer { connection.rollback() }
    // Takes the store's lock, and not the copy's, as an immediate transaction would.
    try connection.execute("DELETE FROM main.larder_metadata WHERE 0")
    guard let stored = try StoreMetadata(reading: connection) else { return }
    try Connection(path: file.path, mode: .readOnly)
      .backup(to: Connection(path: copy.path, mode: .create))
    guard let version = try edit(copy.path, stored.schema) else { return }
    let edited = try metadata(of: stored, version)
    let layout = try StoreLayout(stored.schema)
    if try layout.holdsObjects(connection) { try stored.makeBackup(of: file) }
    try takeOver(layout, StoreLayout(edited.schema))
    try connection.commit()
  }

  /// What the copy says of itself, after it has got its version.
  private func metadata(
    of stored: StoreMetadata, _ version: EntitySchema.Version
  ) throws -> StoreMetadata {
    let connection = try Connection(path: copy.path, mode: .readWrite)
    guard var edited = try StoreMetadata(reading: connection) else {
      throw PersistenceError(.corrupt, detail: "the edited store says nothing of itself")
    }
    edited.schema.version = stored.nextVersion(version)
    try edited.write(to: connection)
    return edited
  }

  /// Replaces the tables of one schema, and those about the store, by the copy's.
  private func takeOver(_ old: StoreLayout, _ new: StoreLayout) throws {
    for name in try tableNames(of: old, in: "main") {
      try connection.execute("DROP TABLE main.\(name.sqlName)")
    }
    let names = try tableNames(of: new, in: Self.copyName)
    for name in names {
      for sql in try statements(making: name, kind: "table") { try connection.execute(sql) }
      try connection.execute(
        "INSERT INTO main.\(name.sqlName) SELECT * FROM \(Self.copyName).\(name.sqlName)")
      for sql in try statements(making: name, kind: "index") { try connection.execute(sql) }
      // A key that was given once is not given again, even where its object is gone.
      try connection.run("DELETE FROM main.sqlite_sequence WHERE name = ?", [.text(name)])
      try connection.run(
        """
        INSERT INTO main.sqlite_sequence (name, seq)
        SELECT name, seq FROM \(Self.copyName).sqlite_sequence WHERE name = ?
        """, [.text(name)])
    }
  }

  private func statements(making table: String, kind: String) throws -> [String] {
    try connection.rows(
      """
      SELECT sql FROM \(Self.copyName).sqlite_schema
      WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL
      """, [.text(table), .text(kind)]
    ).map { $0.text(0) }
  }

  /// The tables of a schema that are there, and those about the store.
  private func tableNames(of layout: StoreLayout, in database: String) throws -> [String] {
    let own = Set(layout.tables.map(\.name) + layout.joins.map(\.name))
    return try connection.rows(
      "SELECT name FROM \(database).sqlite_schema WHERE type = 'table' ORDER BY rowid"
    ).map { $0.text(0) }.filter { own.contains($0) || $0.hasPrefix("larder_") }
  }
}
