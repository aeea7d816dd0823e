import CSQLite

/// A prepared statement.
///
/// Parameters count from 1, as in SQL; columns from 0.
public final class Statement {
  public let sql: String
  let pointer: OpaquePointer
  private let database: DatabaseHandle

  init(_ sql: String, database: DatabaseHandle) throws(SQLiteError) {
    let (code, pointer, rest) = Statement.compile(sql, database: database)
    guard code == SQLITE_OK else { throw SQLiteError(code, handle: database.pointer, sql: sql) }
    guard let pointer, rest == 0 else {
      sqlite3_finalize(pointer)
      let message = pointer == nil ? "the text holds no statement" : "one statement was expected"
      throw SQLiteError(code: .error, message: message, sql: sql)
    }
    self.sql = sql
    self.pointer = pointer
    self.database = database
  }

  deinit { sqlite3_finalize(pointer) }

  /// Also says how many bytes other than white space and semicolons follow the statement.
  private static func compile(_ sql: String, database: DatabaseHandle)
    -> (code: Int32, pointer: OpaquePointer?, rest: Int)
  {
    var pointer: OpaquePointer?
    var copy = sql
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          database.pointer, characters.baseAddress, Int32(clamping: characters.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, &tail)
        guard let start = characters.baseAddress, let tail else { return (code, pointer, 0) }
        let rest = bytes[(tail - start)...].count { $0 > 0x20 && $0 != UInt8(ascii: ";") }
        return (code, pointer, rest)
      }
    }
  }

  /// Moves to the next row; false when there is none.
  public func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = SQLiteError(code, handle: database.pointer, sql: sql)
      sqlite3_reset(pointer)
      throw error
    }
  }

  /// Runs to the end, ignoring rows, and resets.
  public func run() throws(SQLiteError) {
    while try step() {}
    reset()
  }

  /// Goes back to before the first row; bound values stay.
  public func reset() { sqlite3_reset(pointer) }

  public func clearBindings() { sqlite3_clear_bindings(pointer) }

  /// The statement changes nothing in the database.
  public var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  func check(_ code: Int32) throws(SQLiteError) { try database.check(code, sql: sql) }
}
