import CSQLite

/// An open SQLite database.
///
/// A connection is not `Sendable`: one thread at a time uses it, so that SQLite takes no locks of its own
/// in memory.
public final class Connection {
  let database: DatabaseHandle
  private var cache = StatementCache()

  // SQLite keeps a pointer to it without owning it.
  var progress: ProgressBody? {
    get { database.progress }
    set { database.progress = newValue }
  }

  /// How a database file is opened.
  public enum Mode: Hashable, Sendable {
    /// Reads only. A database in WAL mode may still get `-wal` and `-shm` files beside it.
    case readOnly
    /// Reads a file that nobody changes meanwhile: no locks, no files beside it, and a `-wal` is ignored.
    case immutable
    /// Reads and writes a file that exists; where it cannot be written, reads only.
    case readWrite
    /// Reads and writes, and makes the file if there is none; `:memory:` is a database in memory.
    case create
  }

  /// Opens the database at a path.
  public init(path: String, mode: Mode = .readWrite) throws(SQLiteError) {
    var pointer: OpaquePointer?
    let name = mode == .immutable ? Connection.immutableAddress(of: path) : path.withoutScheme
    let code = sqlite3_open_v2(name, &pointer, mode.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let pointer else {
      defer { sqlite3_close_v2(pointer) }
      throw SQLiteError(code, handle: pointer, sql: nil)
    }
    database = DatabaseHandle(pointer)
    sqlite3_extended_result_codes(pointer, 1)
  }

  /// Runs statements that return no rows, separated by semicolons.
  public func execute(_ sql: String) throws(SQLiteError) {
    try database.check(sqlite3_exec(database.pointer, sql, nil, nil, nil), sql: sql)
  }

  /// Prepares one statement; text after it is refused.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, database: database)
  }

  /// A prepared statement, from the cache where there is one; give it back with ``recycle(_:)``.
  public func statement(for sql: String) throws(SQLiteError) -> Statement {
    if let statement = cache.take(sql) { return statement }
    return try prepare(sql)
  }

  /// Resets a statement, forgets its bound values and keeps it for the next ``statement(for:)``.
  public func recycle(_ statement: Statement) {
    statement.reset()
    statement.clearBindings()
    cache.give(statement)
  }

  /// The rows changed by the last insert, update or delete, without those of triggers and cascades.
  public var changes: Int { Int(sqlite3_changes64(database.pointer)) }

  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(database.pointer) }

  /// The database cannot be written through this connection.
  public var isReadOnly: Bool { sqlite3_db_readonly(database.pointer, "main") == 1 }

  /// How long a lock of another connection is waited for before `busy` is thrown.
  public func setBusyTimeout(milliseconds: Int32) {
    sqlite3_busy_timeout(database.pointer, milliseconds)
  }
}

extension Connection.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    case .readWrite: SQLITE_OPEN_READWRITE
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}

extension Connection {
  /// Opens another database under a name, with the rights of this connection.
  ///
  /// It can be opened as ``Mode/immutable`` by a connection that reads only.
  public func attach(
    _ path: String, as name: String, isImmutable: Bool = false
  ) throws(SQLiteError) {
    let address = isImmutable ? Connection.immutableAddress(of: path) : path.withoutScheme
    try run("ATTACH DATABASE ? AS ?", [.text(address), .text(name)])
  }

  private static func immutableAddress(of path: String) -> String {
    var result = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result + "?immutable=1"
  }
}

extension String {
  /// A path that is not taken for an address.
  fileprivate var withoutScheme: String { hasPrefix("file:") ? "./" + self : self }
}
