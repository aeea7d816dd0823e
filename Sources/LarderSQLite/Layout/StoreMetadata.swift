import FoundationEssentials
import LarderCore
import SQLiteDriver

/// What a store of Larder's own layout says of itself, in the table `larder_metadata`.
struct StoreMetadata: Sendable {
  var schema: EntitySchema

  /// Stays with the store when its file moves.
  var storeIdentifier: String

  /// The form of the tables; another number is not opened.
  static let layoutVersion = "1"

  private static let table = "larder_metadata"

  /// `nil` where the database is not of this layout.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unsupported` for a later layout, `store.corrupt` for
  ///   metadata that cannot be read; `SQLiteError`.
  init?(reading connection: Connection) throws {
    let isThere = try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(StoreMetadata.table)])
    guard isThere != nil else { return nil }
    let rows = try connection.rows("SELECT key, value FROM \(StoreMetadata.table.sqlName)")
    let values = Dictionary(rows.map { ($0.text(0), $0.text(1)) }) { first, _ in first }
    guard values["layout"] == StoreMetadata.layoutVersion else {
      throw PersistenceError(
        .unsupported,
        detail: "the store has layout \(values["layout"] ?? "none"); this larder knows "
          + "layout \(StoreMetadata.layoutVersion)")
    }
    guard let text = values["schema"], let identifier = values["store"] else {
      throw PersistenceError(.corrupt, detail: "\(StoreMetadata.table) is not complete")
    }
    do {
      schema = try JSONDecoder().decode(EntitySchema.self, from: Data(text.utf8))
    } catch {
      throw PersistenceError(
        .corrupt, detail: "the schema in \(StoreMetadata.table) cannot be read",
        underlyingError: error)
    }
    storeIdentifier = identifier
  }

  init(schema: EntitySchema, storeIdentifier: String = UUID().uuidString) {
    self.schema = schema
    self.storeIdentifier = storeIdentifier
  }

  /// Refuses to go on where another process has changed the schema since the store was opened.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`; `SQLiteError`.
  static func check(_ schema: EntitySchema, _ connection: Connection) throws {
    let stored = try connection.value(
      "SELECT value FROM \(table.sqlName) WHERE key = 'version'")
    guard stored != .text(schema.version.description) else { return }
    throw PersistenceError(
      .unavailable, detail: "the schema was changed by another process; open the store again")
  }

  /// Makes the table where there is none, and writes everything.
  func write(to connection: Connection) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(schema), as: UTF8.self)
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(StoreMetadata.table.sqlName) (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID
      """)
    let values = [
      ("layout", StoreMetadata.layoutVersion), ("schema", text), ("store", storeIdentifier),
      ("version", schema.version.description),
    ]
    for (key, value) in values {
      try connection.run(
        "INSERT OR REPLACE INTO \(StoreMetadata.table.sqlName) VALUES (?, ?)",
        [.text(key), .text(value)])
    }
  }
}
