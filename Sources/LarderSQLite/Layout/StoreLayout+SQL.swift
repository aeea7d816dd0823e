import LarderCore

extension StoreLayout {
  /// The statements that make one table, under a name, without its indices.
  func sql(of table: Table, named name: String? = nil) -> String {
    var lines = ["\(table.key.sqlName) INTEGER PRIMARY KEY AUTOINCREMENT"]
    if let kind = table.kind {
      lines.append("\(kind.sqlName) TEXT NOT NULL CHECK (\(isKind(table.kinds, kind)))")
    }
    lines += table.columns.map { sql(of: $0, in: table) }
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
      "\(end.column.sqlName) INTEGER NOT NULL \(reference(to: end.entity, .cascade))"
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
    let partial = table.partialKeys.map { key in
      index(over: key.columns, of: table.name, uniqueFor: key.entity)
        + (table.kind.map { " WHERE \(isKind(key.kinds, $0))" } ?? "")
    }
    return table.indices.map { index(over: $0, of: table.name) } + partial
  }

  /// The primary key finds what one end leads to, the index what the other one does.
  func indices(of join: Join) -> [String] {
    [index(over: [join.far.column, join.near.column], of: join.name)]
  }

  private func index(
    over columns: [String], of table: String, uniqueFor entity: EntityName? = nil
  ) -> String {
    let ending = entity.map { "\($0)_key" } ?? "index"
    let name = ([table] + columns + [ending]).joined(separator: "_")
    return """
      CREATE \(entity == nil ? "" : "UNIQUE ")INDEX \(name.sqlName) ON \(table.sqlName) \
      (\(columns.sqlList))
      """
  }

  private func sql(of column: Column, in table: Table) -> String {
    let isRequiredOfAll = column.isRequired && column.entity == table.entity
    let type =
      switch column.content {
      case .attribute(let type): type.storedType.sql
      case .reference: "INTEGER"
      }
    var parts = [column.name.sqlName, type]
    if isRequiredOfAll { parts.append("NOT NULL") }
    if case .attribute(let type) = column.content,
      let check = type.storedType.check(column, isNeverNull: isRequiredOfAll)
    {
      parts.append("CHECK (\(check))")
    }
    if column.isRequired, !isRequiredOfAll, let kind = table.kind {
      let isOwner = isKind(kinds(of: column.entity), kind)
      parts.append("CHECK (\(column.name.sqlName) IS NOT NULL OR NOT \(isOwner))")
    }
    if case .reference(let entity, let onDelete) = column.content {
      parts.append(reference(to: entity, onDelete))
    }
    return parts.joined(separator: " ")
  }

  private func isKind(_ kinds: [EntityName], _ column: String) -> String {
    "\(column.sqlName) IN (\(kinds.map(\.rawValue.sqlText).joined(separator: ", ")))"
  }

  private func reference(to entity: EntityName, _ onDelete: DeleteAction) -> String {
    let table = tables[home(of: entity) ?? 0]
    return """
      REFERENCES \(table.name.sqlName) (\(table.key.sqlName)) \
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
  func check(_ column: StoreLayout.Column, isNeverNull: Bool) -> String? {
    let name = column.name.sqlName
    switch self {
    case .truthValue: return "\(name) IN (0, 1)"
    case .json:
      return isNeverNull ? "json_valid(\(name))" : "\(name) IS NULL OR json_valid(\(name))"
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

extension String {
  /// The text in single quotes, those inside it doubled.
  var sqlText: String {
    var result = "'"
    for scalar in unicodeScalars {
      if scalar == "'" { result += "'" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }
}
