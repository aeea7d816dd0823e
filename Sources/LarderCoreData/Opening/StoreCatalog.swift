import LarderSQLite
import SQLiteDriver

/// The tables of a store as the database has them.
struct StoreCatalog {
  private(set) var tables: [Table] = []

  struct Table {
    var name: String
    var columns: [Column]

    /// The columns of each index, in the order of the indices' names.
    var indices: [Index]

    func column(_ name: String) -> Column? { columns.first { $0.name == name } }
  }

  struct Column {
    var name: String
    var type: String
  }

  struct Index {
    var name: String
    var isUnique: Bool
    var columns: [String]
  }

  init(reading connection: Connection) throws(SQLiteError) {
    for name in try Self.tableNames(connection) {
      let columns = try connection.rows(
        "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", [.text(name)])
      let indices = try connection.rows(
        """
        SELECT list.name, list."unique", info.name FROM pragma_index_list(?) AS list, \
        pragma_index_info(list.name) AS info ORDER BY list.name, info.seqno
        """, [.text(name)])
      tables.append(
        Table(
          name: name, columns: columns.map { Column(name: $0.text(0), type: $0.text(1)) },
          indices: Self.indices(indices)))
    }
  }

  /// Of a file that lacks pages, as many as can be read.
  private static func tableNames(_ connection: Connection) throws(SQLiteError) -> [String] {
    var names: [String] = []
    let statement = try connection.statement(
      for: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    defer { connection.recycle(statement) }
    do throws(SQLiteError) {
      while try statement.step() { names.append(statement.text(at: 0)) }
    } catch {
      guard error.code.primary == .corrupt, !names.isEmpty else { throw error }
    }
    return names
  }

  func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  /// The names of each table's columns.
  var columnNames: [String: [String]] {
    Dictionary(
      tables.map { ($0.name, $0.columns.map(\.name)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func indices(_ rows: [[SQLiteValue]]) -> [Index] {
    var result: [Index] = []
    for row in rows {
      if result.last?.name != row.text(0) {
        result.append(Index(name: row.text(0), isUnique: row.integer(1) == 1, columns: []))
      }
      result[result.count - 1].columns.append(row.text(2))
    }
    return result
  }
}
