import LarderCore

extension StoreLayout {
  /// The statements that make one table, under a name, without its indices.
  func sql(of table: Table, named name: String? = nil) -> String {
    var lines = ["\(table.key.sqlName) INTEGER PRIMARY KEY AUTOINCREMENT"]
    lines += table.columns.map(sql(of:))
    lines += table.orders.map { "\($0.name.sqlName) INTEGER" }
    lines += table.uniqueKeys.map { "UNIQUE (\($0.sqlList))" }
    return """
      CREATE TABLE \((name ?? table.name).sqlName) (
        \(lines.joined(separator: ",\n  "))
      ) STRICT
      """
  }

  func sql(of join: Join, named name: String? = nil) -> String {
    var lines = [join.near, join.far].map { end in
      "\(end.column.sqlName) INTEGER NOT NULL \(reference(to: end.table, .cascade))"
    }
    lines += [join.near, join.far].compactMap(\.order).map { "\($0.sqlName) INTEGER" }
    lines.append("PRIMARY KEY (\([join.near.column, join.far.column].sqlList))")
    return """
      CREATE TABLE \((name ?? join.name).sqlName) (
        \(lines.joined(separator: ",\n  "))
      ) STRICT, WITHOUT ROWID
      """
  }

  func indices(of table: Table) -> [String] {
    table.indices.map { index(over: $0, of: table.name) }
  }

  /// The primary key finds what one end leads to, the index what the other one does.
  func indices(of join: Join) -> [String] {
    [index(over: [join.far.column, join.near.column], of: join.name)]
  }

  private func index(over columns: [String], of table: String) -> String {
    let name = ([table] + columns).joined(separator: "_") + "_index"
    return "CREATE INDEX \(name.sqlName) ON \(table.sqlName) (\(columns.sqlList))"
  }

  private func sql(of column: Column) -> String {
    let null = column.isRequired ? " NOT NULL" : ""
    switch column.content {
    case .attribute(let type):
      let check = type.storedType.check(column).map { " CHECK (\($0))" } ?? ""
      return "\(column.name.sqlName) \(type.storedType.sql)\(null)\(check)"
    case .reference(let table, let onDelete):
      return "\(column.name.sqlName) INTEGER\(null) \(reference(to: table, onDelete))"
    }
  }

  private func reference(to table: Int, _ onDelete: DeleteAction) -> String {
    """
    REFERENCES \(tables[table].name.sqlName) (\(tables[table].key.sqlName)) \
    ON DELETE \(onDelete.rawValue) DEFERRABLE INITIALLY DEFERRED
    """
  }
}

/// The type of a column in a strict table.
enum StoredType: Sendable {
  case integer, real, text, blob
  /// An integer that is 0 or 1.
  case truthValue
  /// A text that is JSON.
  case json

  var sql: String {
    switch self {
    case .integer, .truthValue: "INTEGER"
    case .real: "REAL"
    case .text, .json: "TEXT"
    case .blob: "BLOB"
    }
  }

  var affinity: Affinity {
    switch self {
    case .integer, .truthValue: .integer
    case .real: .real
    case .text, .json: .text
    case .blob: .none
    }
  }

  var kinds: StoredKinds {
    switch self {
    case .integer, .truthValue, .real: .number
    case .text, .json: .text
    case .blob: .data
    }
  }

  /// What the values of a column must meet besides their type.
  func check(_ column: StoreLayout.Column) -> String? {
    let name = column.name.sqlName
    switch self {
    case .truthValue: return "\(name) IN (0, 1)"
    case .json:
      return column.isRequired ? "json_valid(\(name))" : "\(name) IS NULL OR json_valid(\(name))"
    case .integer, .real, .text, .blob: return nil
    }
  }
}

extension EntitySchema.AttributeType {
  var storedType: StoredType {
    switch self {
    case .bool: .truthValue
    case .integer: .integer
    case .real, .date: .real
    case .text, .uuid, .decimal: .text
    case .data: .blob
    case .mixed, .array, .composite: .json
    case .enumeration(_, let rawType, _): rawType.storedType
    }
  }

  /// What the stored values mean.
  var storedMeaning: ColumnMapping.Meaning {
    switch self {
    case .integer, .real, .text, .data: .asStored
    case .bool: .bool
    case .date: .seconds
    case .uuid: .uuid
    case .decimal: .decimal
    case .mixed, .array, .composite: .json(self)
    case .enumeration(_, let rawType, _): rawType.storedMeaning
    }
  }
}

extension [String] {
  /// Names as SQL spells them, separated by commas.
  var sqlList: String { map(\.sqlName).joined(separator: ", ") }
}
