import CSQLite

/// Owns the C handle of an open database, and closes it when the last user is gone.
final class DatabaseHandle {
  let pointer: OpaquePointer

  // Kept here because statements may outlive their connection.
  var progress: ProgressBody?

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_close_v2(pointer) }

  /// The one place where a result code becomes an error.
  func check(_ code: Int32, sql: String? = nil) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw SQLiteError(code, handle: pointer, sql: sql)
  }
}
