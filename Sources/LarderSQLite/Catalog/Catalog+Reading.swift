import SQLiteDriver

extension Catalog {
  /// Reads the database and those that are attached to it; what cannot be read is listed and never stops
  /// the rest.
  init(reading connection: Connection, attached: [String] = []) throws(SQLiteError) {
    tables = []
    unreadable = []
    for schema in [nil] + attached { try read(schema, connection) }
  }

  private mutating func read(_ schema: String?, _ connection: Connection) throws(SQLiteError) {
    let main = TableName("sqlite_schema", schema: schema)
    let list = try connection.rows(
      """
      SELECT l.name, l.type, l.wr, l.strict FROM pragma_table_list AS l
      LEFT JOIN \(main.sqlName) AS s ON s.name = l.name AND s.type IN ('table', 'view')
      WHERE l.schema = ? AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid
      """, [.text(main.schemaName)])
    for row in list {
      let name = TableName(row.text(0), schema: schema)
      do {
        tables.append(try Catalog.table(name, row, connection))
      } catch {
        unreadable.append(UnreadableTable(name: "\(name)", reason: error.message))
      }
    }
  }

  private static func table(
    _ name: TableName, _ row: [SQLiteValue], _ connection: Connection
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
    of table: TableName, isStrict: Bool, _ connection: Connection
  ) throws(SQLiteError) -> [Column] {
    let rows = try connection.rows(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, ?)
      WHERE hidden <> 1
      """, [.text(table.name), .text(table.schemaName)])
    return rows.map { row in
      Column(
        name: row.text(0), declaredType: row.text(1), isNotNull: row.integer(2) == 1,
        defaultSQL: row[3] == .null ? nil : row.text(3), primaryKeyPlace: Int(row.integer(4)),
        isGenerated: row.integer(5) >= 2,
        collation: connection.collation(
          ofColumn: row.text(0), inTable: table.name, of: table.schemaName),
        affinity: Affinity(declaredType: row.text(1), isStrict: isStrict))
    }
  }

  private static func foreignKeys(
    of table: TableName, _ connection: Connection
  ) throws(SQLiteError) -> [ForeignKey] {
    // SQLite numbers the keys from the last one declared.
    let rows = try connection.rows(
      """
      SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?, ?)
      ORDER BY id DESC, seq
      """, [.text(table.name), .text(table.schemaName)])
    var keys: [ForeignKey] = []
    var last: Int64?
    for row in rows {
      if row.integer(0) != last {
        keys.append(
          ForeignKey(
            parent: TableName(row.text(1), schema: table.schema), pairs: [], onDelete: row.text(4)))
        last = row.integer(0)
      }
      keys[keys.count - 1].pairs.append(.init(child: row.text(2), parent: row.text(3)))
    }
    return keys
  }

  private static func indices(
    of table: TableName, _ connection: Connection
  ) throws(SQLiteError) -> [Index] {
    let list = try connection.rows(
      """
      SELECT name, "unique" FROM pragma_index_list(?, ?) WHERE partial = 0 ORDER BY seq DESC
      """, [.text(table.name), .text(table.schemaName)])
    var indices: [Index] = []
    for row in list {
      let columns = try connection.rows(
        "SELECT name FROM pragma_index_info(?, ?) ORDER BY seqno",
        [.text(row.text(0)), .text(table.schemaName)])
      // An index over an expression has a column without a name.
      if columns.allSatisfy({ $0[0] != .null }) {
        indices.append(
          Index(columns: columns.map { $0.text(0) }, isUnique: row.integer(1) == 1))
      }
    }
    return indices
  }
}
