import SQLiteDriver

/// A rule of the format for any store, as a query that finds what breaks it.
///
/// It is told by the tables alone, not by what the product knows of the model.
struct FormatRule {
  let name: String
  let violations: String

  /// The columns of each table.
  static func all(_ tables: [String: [String]]) -> [FormatRule] {
    let entities = tables.filter { $0.key.hasPrefix("Z") && $0.value.contains("Z_OPT") }.keys
    var rules = entities.sorted().flatMap { keysAndVersions(of: $0) }
    for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
      rules += joinRules(table, columns)
      for column in columns where column.isEntityOfKey {
        let key = "Z" + column.drop { $0 != "_" }.dropFirst()
        rules.append(
          FormatRule(
            name: "\(table).\(column) stands beside a key",
            violations: """
              SELECT Z_PK FROM \(table) WHERE (\(key) IS NULL) <> (\(column) IS NULL)
              """))
      }
    }
    return rules + (tables["ACHANGE"] == nil ? [] : history(tables))
  }

  private static func keysAndVersions(of table: String) -> [FormatRule] {
    let root = "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE 'Z' || upper(Z_NAME) = '\(table)'"
    return [
      FormatRule(
        name: "no key of \(table) is above the highest that was given out",
        violations: """
          SELECT Z_PK FROM \(table) WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY \
          WHERE Z_ENT = (\(root)))
          """),
      FormatRule(
        name: "rows of \(table) are of an entity below its root",
        violations: """
          WITH RECURSIVE below(number) AS (\(root) UNION SELECT Z_ENT FROM Z_PRIMARYKEY, below \
          WHERE Z_SUPER = number) SELECT Z_PK FROM \(table) WHERE Z_ENT NOT IN below \
          OR Z_ENT IS NULL
          """),
      FormatRule(
        name: "rows of \(table) have a version",
        violations: "SELECT Z_PK FROM \(table) WHERE coalesce(Z_OPT, 0) < 1"),
    ]
  }

  /// Columns of a join table hold keys of the entity whose number is in their name.
  private static func joinRules(_ table: String, _ columns: [String]) -> [FormatRule] {
    let keys = columns.filter { $0.hasPrefix("Z_") && $0.dropFirst(2).first?.isNumber == true }
    guard keys.count == 2, columns.allSatisfy({ $0.hasPrefix("Z_") }), table.hasPrefix("Z_") else {
      return []
    }
    return [
      FormatRule(
        name: "\(table) has both keys",
        violations: "SELECT * FROM \(table) WHERE \(keys[0]) IS NULL OR \(keys[1]) IS NULL")
    ]
  }

  private static func history(_ tables: [String: [String]]) -> [FormatRule] {
    var rules = [
      FormatRule(
        name: "every change has its transaction",
        violations: """
          SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)
          """),
      FormatRule(
        name: "changes are of entities",
        violations: """
          SELECT Z_PK FROM ACHANGE WHERE ZENTITY NOT IN (SELECT Z_ENT FROM Z_PRIMARYKEY)
          """),
    ]
    for (table, number) in [
      ("ACHANGE", 16_001), ("ATRANSACTION", 16_002), ("ATRANSACTIONSTRING", 16_003),
    ] where tables[table] != nil {
      rules.append(
        FormatRule(
          name: "no key of \(table) is above the highest that was given out",
          violations: """
            SELECT Z_PK FROM \(table) WHERE Z_ENT IS NOT \(number) OR Z_PK > \
            (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number))
            """))
    }
    return rules
  }
}

extension String {
  /// `Z2_FAVOURITE`: the number of the entity that a key leads to.
  fileprivate var isEntityOfKey: Bool {
    let digits = dropFirst().prefix { $0.isNumber }
    return hasPrefix("Z") && !digits.isEmpty && dropFirst(1 + digits.count).first == "_"
  }
}

extension EditedStore {
  func tables() throws -> [String: [String]] {
    var tables: [String: [String]] = [:]
    let connection = try Connection(path: path, mode: .readOnly)
    let rows = try connection.rows(
      "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    )
    for row in rows {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      tables[table, default: []].append(column)
    }
    return tables
  }
}
