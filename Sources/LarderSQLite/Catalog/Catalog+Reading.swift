import SQLiteDriver

extension Catalog {
  /// Reads the main schema; what cannot be read is listed and never stops the rest.
  init(reading connection: Connection) throws(SQLiteError) {
    tables = []
    unreadable = []
    let list = try connection.rows(
      """
      SELECT l.name, l.type, l.wr, l.strict FROM pragma_table_list AS l
      LEFT JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
      WHERE l.schema = 'main' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid
      """)
    for row in list {
      let name = row.text(0)
      do {
        tables.append(try Catalog.table(name, row, connection))
      } catch {
        unreadable.append(UnreadableTable(name: name, reason: error.message))
      }
    }
  }

  private static func table(
    _ name: String, _ row: [SQLiteValue], _ connection: Connection
  ) throws(SQLiteError) -> Table {
    _ = try connection.prepare("SELECT * FROM \(name.sqlName)")
    let kind = Kind(rawValue: row.text(1)) ?? .table
    let isStrict = row.integer(3) == 1
    return Table(
      name: name, kind: kind, isStrict: isStrict, isWithoutRowID: row.integer(2) == 1,
      columns: try columns(of: name, isStrict: isStrict, connection),
      foreignKeys: try foreignKeys(of: name, connection),
      indices: try indices(of: name, connection))
  }

  private static func columns(
    of table: String, isStrict: Bool, _ connection: Connection
  ) throws(SQLiteError) -> [Column] {
    let rows = try connection.rows(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main')
      WHERE hidden <> 1
      """, [.text(table)])
    return rows.map { row in
      Column(
        name: row.text(0), declaredType: row.text(1), isNotNull: row.integer(2) == 1,
        defaultSQL: row[3] == .null ? nil : row.text(3), primaryKeyPlace: Int(row.integer(4)),
        isGenerated: row.integer(5) >= 2,
        collation: connection.collation(ofColumn: row.text(0), inTable: table),
        affinity: Affinity(declaredType: row.text(1), isStrict: isStrict))
    }
  }

  private static func foreignKeys(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> [ForeignKey] {
    // SQLite numbers the keys from the last one declared.
    let rows = try connection.rows(
      """
      SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?, 'main')
      ORDER BY id DESC, seq
      """, [.text(table)])
    var keys: [ForeignKey] = []
    var last: Int64?
    for row in rows {
      if row.integer(0) != last {
        keys.append(ForeignKey(parent: row.text(1), pairs: [], onDelete: row.text(4)))
        last = row.integer(0)
      }
      keys[keys.count - 1].pairs.append(.init(child: row.text(2), parent: row.text(3)))
    }
    return keys
  }

  private static func indices(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> [Index] {
    let list = try connection.rows(
      """
      SELECT name, "unique" FROM pragma_index_list(?, 'main') WHERE partial = 0 ORDER BY seq DESC
      """, [.text(table)])
    var indices: [Index] = []
    for row in list {
      let columns = try connection.rows(
        "SELECT name FROM pragma_index_info(?, 'main') ORDER BY seqno", [.text(row.text(0))])
      // An index over an expression has a column without a name.
      if columns.allSatisfy({ $0[0] != .null }) {
        indices.append(
          Index(columns: columns.map { $0.text(0) }, isUnique: row.integer(1) == 1))
      }
    }
    return indices
  }
}
