public import LarderCore
public import LarderStore
import SQLiteDriver

/// A store over any SQLite database: tables and views are entities, foreign keys relationships.
///
/// Each read uses a connection of its own, so that reads may run inside reads and on several threads. No
/// lock is held between calls.
public final class SQLiteStore: EntityStore {
  public let identifier: String
  public let schema: EntitySchema
  public let readOnlyReason: String?

  /// Tables and views that cannot be read, with the reason; they are no entities.
  public let unreadable: [UnreadableTable]

  let mapping: DatabaseMapping
  let pool: ConnectionPool

  /// How a database is opened.
  public struct Options: Sendable {
    /// Changes nothing and leaves no files beside the database.
    public var isReadOnly: Bool

    public init(isReadOnly: Bool = false) { self.isReadOnly = isReadOnly }
  }

  private init(file: DatabaseFile, pool: ConnectionPool, catalog: Catalog, mapping: DatabaseMapping)
  {
    identifier = SQLiteStore.identifier(of: file)
    schema = mapping.schema
    readOnlyReason = file.readOnlyReason
    unreadable = catalog.unreadable
    self.mapping = mapping
    self.pool = pool
  }

  /// Opens the database at a path.
  ///
  /// - Throws: ``PersistenceError``: `store.unavailable` where there is no file that can be read,
  ///   `store.corrupt` where it is no database or is encrypted, `store.busy` where another process
  ///   holds it.
  public static func open(path: String, options: Options = Options()) throws -> SQLiteStore {
    let file = try DatabaseFile(path: path, isReadOnly: options.isReadOnly)
    let pool = ConnectionPool(file)
    return try pool.withConnection { lent in
      defer { lent.watch() }
      let catalog = try Catalog(reading: lent.connection)
      var builder = MappingBuilder(catalog, connection: lent.connection)
      let mapping = try builder.mapping(storeIdentifier: identifier(of: file))
      return SQLiteStore(file: file, pool: pool, catalog: catalog, mapping: mapping)
    }
  }

  /// Whether a file begins as a SQLite database does.
  public static func recognises(prefix: [UInt8]) -> Bool { DatabaseFile.isDatabase(prefix) }

  public func interrupt() { pool.interruption.interrupt() }

  private static func identifier(of file: DatabaseFile) -> String { "sqlite:" + file.path }
}
