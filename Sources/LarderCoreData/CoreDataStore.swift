public import LarderCore
import LarderSQLite
public import LarderStore
import SQLiteDriver
import Synchronization

/// A store of SwiftData or Core Data: an SQLite file whose model is read out of the file itself.
///
/// It is read only unless it is asked to be written.
public final class CoreDataStore: EntityStore, FindingProviding {
  /// The identifier that the store was given when it was made.
  public let identifier: String
  public let schema: EntitySchema
  public let readOnlyReason: String?
  public var refusesDanglingReferences: Bool { true }

  /// What could not be read, and what is only guessed.
  public let findings: [StoreFinding]

  /// Those of the findings that no sound store has.
  let damages: [StoreFinding]
  let database: MappedDatabase
  let model: ManagedObjectModel
  let names: StoreTables

  /// What `Z_ENT` holds for each entity.
  let numbers: [String: Int64]

  /// `nil` where the store keeps no history.
  let history: HistoryTables?
  let options: Options

  /// Whether the store was copied before a save.
  let backup = Mutex(false)
  let kept = KeptForms()

  /// How a store is opened.
  public struct Options: Sendable {
    /// Whether edits may be saved; else nothing is changed and no file is left beside the store.
    public var isWritable: Bool

    /// Also of a store that is mirrored to CloudKit.
    public var isForced: Bool

    /// Nothing is saved, and nothing on disk is changed by the opening either.
    public var isDryRun: Bool

    /// A `.mom`, `.momd`, `.xcdatamodel` or `.xcdatamodeld` to be used for the store's own model, or `nil`.
    public var modelPath: String?

    /// Who the store's history says it was, or `nil`.
    public var author: String?

    public init(
      isWritable: Bool = false, isForced: Bool = false, isDryRun: Bool = false,
      modelPath: String? = nil,
      author: String? = nil
    ) {
      self.isWritable = isWritable
      self.isForced = isForced
      self.isDryRun = isDryRun
      self.modelPath = modelPath
      self.author = author
    }
  }

  init(_ opened: OpenedStore, pool: ConnectionPool, options: Options) {
    identifier = opened.identifier
    schema = opened.mapping.schema
    readOnlyReason = opened.readOnlyReason(pool.file, options)
    findings = opened.findings
    database = MappedDatabase(mapping: opened.mapping, pool: pool)
    model = opened.model
    names = opened.names
    numbers = opened.numbers
    history = opened.history.flatMap { $0.findings.isEmpty ? $0 : nil }
    damages = opened.damages
    self.options = options
  }

  /// Opens the store at a path.
  ///
  /// - Throws: ``PersistenceError``: `store.unavailable`, `store.corrupt` where it is no store of this
  ///   kind, `store.busy`; `schema.invalid` for a model that cannot be read.
  public static func open(path: String, options: Options = Options()) throws -> CoreDataStore {
    let file = try DatabaseFile(path: path, isReadOnly: !options.isWritable || options.isDryRun)
    let cut = CutFile(at: file.path)
    let pool = ConnectionPool(file) { connection throws(SQLiteError) in
      // Else SQLite refuses the whole of a file that lacks some of its pages.
      if cut != nil { try connection.execute("PRAGMA writable_schema = ON") }
      try connection.addCoreDataFunctions()
    }
    do {
      return try pool.withConnection { lent in
        guard try isStore(lent.connection) else {
          throw PersistenceError(
            .corrupt, detail: "\(path) is a database, but no store of SwiftData or Core Data")
        }
        let opened = try OpenedStore(lent.connection, file, cut, options)
        return CoreDataStore(opened, pool: pool, options: options)
      }
    } catch let error as PersistenceError where error.code == .corrupt {
      // What SQLite says of the missing pages says less than that they are missing.
      throw cut.map { PersistenceError(.corrupt, detail: $0.words, underlyingError: error) }
        ?? error
    }
  }

  /// Whether a file is a store of this kind, by what is in it; false also where it cannot be read.
  public static func recognises(path: String, prefix: [UInt8]) -> Bool {
    guard SQLiteStore.recognises(prefix: prefix),
      let file = try? DatabaseFile(path: path, isReadOnly: true)
    else { return false }
    // Every database is asked at the start: a bare connection will do, unless its tables may stand in the
    // log or it was cut.
    let isCut = CutFile(at: file.path) != nil
    if !isCut, !file.hasLog {
      return (try? isStore(Connection(path: file.path, mode: .immutable))) ?? false
    }
    let pool = ConnectionPool(file) { connection throws(SQLiteError) in
      if isCut { try connection.execute("PRAGMA writable_schema = ON") }
    }
    return (try? pool.withConnection { try isStore($0.connection) }) ?? false
  }

  /// Asks for the tables by name: of a cut file the list of all tables may lack its end.
  private static func isStore(_ connection: Connection) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      _ = try connection.rows("SELECT 1 FROM main.Z_PRIMARYKEY, main.Z_METADATA LIMIT 0")
      return true
    } catch {
      guard error.code.primary == .error else { throw error }
      return false
    }
  }
}
