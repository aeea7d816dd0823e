import COldDatabase
import Foundation

/// The database code of an app that is older than its models: plain SQL.
final class OldDatabase {
  enum Value {
    case null
    case integer(Int64)
    case text(String)
  }

  struct Failure: Error {
    let message: String
  }

  private var handle: OpaquePointer?

  init(_ url: URL) throws {
    guard sqlite3_open(url.path, &handle) == SQLITE_OK else { throw failure }
  }

  deinit { sqlite3_close(handle) }

  /// Makes the tables that the app has always had.
  func makeTables() throws {
    try run("CREATE TABLE author (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL)")
    try run(
      """
      CREATE TABLE book (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER NOT NULL,
        author_id INTEGER REFERENCES author(id))
      """)
  }

  /// Runs a statement and returns its rows.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws -> [[Value]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1), of: statement) }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { column(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure
      }
    }
  }

  var lastKey: Int64 { sqlite3_last_insert_rowid(handle) }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }

  private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer?) {
    // SQLite is to copy the text before it goes away.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
    case .text(let text): sqlite3_bind_text(statement, index, text, -1, copies)
    }
  }

  private func column(_ statement: OpaquePointer?, _ index: Int32) -> Value {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
    default: .text(sqlite3_column_text(statement, index).map { String(cString: $0) } ?? "")
    }
  }
}
