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

  let database: MappedDatabase

  /// The tables, where larder made them; `nil` for any other database.
  let layout: StoreLayout?
  let options: Options

  /// Where the first declaration makes a file; `nil` for a store that has its own.
  let plannedPath: String?

  /// The file, where it goes with the store.
  private let scratch: ScratchFile?

  /// How a database is opened.
  public struct Options: Sendable {
    /// Changes nothing and leaves no files beside the database.
    public var isReadOnly: Bool

    /// The schema that a store made by larder is to have, or what the tables of another database are to
    /// be called and mean; `nil` for what is there.
    public var schema: EntitySchema?

    /// Who the store's history says it was, or `nil`.
    public var author: String?

    /// Leaves the disk as it is: a store is made, or carried over to another schema, as a copy that goes
    /// with it, and saves are refused.
    public var isDryRun: Bool

    /// Whether a store that holds objects is copied before it is carried over to another schema.
    public var makesBackup: Bool

    /// Databases whose tables are entities too; one whose name is taken goes by `NAME_TABLE`.
    public var attached: [AttachedDatabase]

    public init(
      isReadOnly: Bool = false, schema: EntitySchema? = nil, author: String? = nil,
      isDryRun: Bool = false, makesBackup: Bool = true, attached: [AttachedDatabase] = []
    ) {
      self.isReadOnly = isReadOnly
      self.schema = schema
      self.author = author
      self.isDryRun = isDryRun
      self.makesBackup = makesBackup
      self.attached = attached
    }
  }

  var mapping: DatabaseMapping { database.mapping }
  var pool: ConnectionPool { database.pool }

  private init(
    pool: ConnectionPool, mapping: DatabaseMapping, unreadable: [UnreadableTable] = [],
    identifier: String, layout: StoreLayout? = nil, options: Options, plannedPath: String? = nil,
    scratch: ScratchFile? = nil
  ) {
    self.identifier = identifier
    schema = mapping.schema
    readOnlyReason = pool.file.readOnlyReason
    self.unreadable = unreadable
    database = MappedDatabase(mapping: mapping, pool: pool)
    self.layout = layout
    self.options = options
    self.plannedPath = plannedPath
    self.scratch = scratch
  }

  /// Opens the database at a path.
  ///
  /// A store that larder made is carried over to the schema of the options where that is another one:
  /// in one transaction, after a copy to `FILE.backup-VERSION`.
  ///
  /// Of any other database a schema names tables, columns and foreign keys, and says what is stored.
  ///
  /// - Throws: ``PersistenceError``: `store.unavailable` where there is no file that can be read,
  ///   `store.corrupt` where it is no database or is encrypted, `store.busy` where another process
  ///   holds it; `schema.invalid` for a schema that the stored objects cannot be carried over to,
  ///   or that names what the database does not have.
  public static func open(path: String, options: Options = Options()) throws -> SQLiteStore {
    try open(path: path, options: options, plannedPath: nil, scratch: nil)
  }

  /// Opens a database that goes with the store, where it is a scratch file.
  static func open(
    path: String, options: Options, plannedPath: String?, scratch: ScratchFile?
  ) throws -> SQLiteStore {
    let file = try DatabaseFile(path: path, isReadOnly: options.isReadOnly)
    let attachments = try Attachments(
      options.attached, isReadOnly: file.readOnlyReason != nil)
    let pool = ConnectionPool(file) { connection throws(SQLiteError) in
      try attachments.attach(to: connection)
    }
    return try pool.withConnection { lent in
      if let metadata = try StoreMetadata(reading: lent.connection) {
        if let first = options.attached.first {
          throw PersistenceError(
            .unsupported,
            detail: "`\(first.name)` cannot be attached to a store that larder made; open it as a "
              + "store of its own")
        }
        guard options.isDryRun, scratch == nil, metadata.differs(from: options.schema) else {
          return try open(
            metadata, pool, lent.connection, options, plannedPath: plannedPath, scratch: scratch)
        }
        let copy = try ScratchFile()
        try lent.connection.backup(to: Connection(path: copy.path, mode: .create))
        return try open(path: copy.path, options: options, plannedPath: nil, scratch: copy)
      }
      defer { lent.watch() }
      let catalog = try Catalog(reading: lent.connection, attached: attachments.names)
      let declared = try options.schema.map { try DeclaredSchema($0, catalog) }
      var builder = MappingBuilder(catalog, connection: lent.connection, declared: declared)
      let identifier = "sqlite:" + file.path
      let mapping = try builder.mapping(storeIdentifier: identifier)
      return SQLiteStore(
        pool: pool, mapping: mapping, unreadable: catalog.unreadable, identifier: identifier,
        options: options)
    }
  }

  private static func open(
    _ metadata: StoreMetadata, _ pool: ConnectionPool, _ connection: Connection,
    _ options: Options, plannedPath: String?, scratch: ScratchFile?
  ) throws -> SQLiteStore {
    var metadata = metadata
    if let schema = options.schema {
      metadata = try metadata.migrated(
        to: schema, pool.file, connection, makesBackup: options.makesBackup && scratch == nil)
    }
    let layout = try StoreLayout(metadata.schema)
    return SQLiteStore(
      pool: pool, mapping: layout.mapping(storeIdentifier: metadata.storeIdentifier),
      identifier: metadata.storeIdentifier, layout: layout, options: options,
      plannedPath: plannedPath, scratch: scratch)
  }

  /// Whether a file begins as a SQLite database does.
  public static func recognises(prefix: [UInt8]) -> Bool { DatabaseFile.isDatabase(prefix) }
}
