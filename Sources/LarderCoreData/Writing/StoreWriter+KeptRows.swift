import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

/// What a change set does not tell of a row, remembered for when an undo brings the row back: columns of
/// other entities of its table, columns that no property is stored in, and sort keys.
extension StoreWriter {
  /// Remembers what a row that is to go has in columns that are not its object's.
  func keepForeignColumns(_ key: Int64, of table: TableMapping) throws {
    let own = Set(table.columns.map(\.column))
    try keepRow(of: table.table.name, ["Z_PK"], [.integer(key)], "*") { !own.contains($0) }
  }

  /// Remembers the sort keys of a row.
  func keepOrders(_ key: Int64, of table: String) throws {
    let columns = names.tables.first { $0.name == table }?.columns.filter { column in
      if case .order = column.content { true } else { false }
    }
    guard let columns, !columns.isEmpty else { return }
    let list = columns.map { SQLText.name($0.name) }.joined(by: ", ")
    try keepRow(of: table, ["Z_PK"], [.integer(key)], list)
  }

  /// Remembers rows of a join table.
  func keepLinks(_ join: StoreTables.Join, where column: String, is key: Int64) throws {
    let columns = join.columns.map(\.name)
    let list = columns.map(\.sqlName).joined(separator: ", ")
    let keys = try connection.rows(
      "SELECT \(list) FROM \(join.table.sqlName) WHERE \(column.sqlName) = ?", [.integer(key)])
    for key in keys { try keepRow(of: join.table, columns, key) }
  }

  /// Remembers some columns of the row with a key in other columns.
  func keepRow(
    of table: String, _ columns: [String], _ key: [SQLiteValue], _ list: SQLText = "*",
    where isWanted: (String) -> Bool = { _ in true }
  ) throws {
    let tests = zip(columns, key).map { "\(name: $0) IS \(value: $1)" as SQLText }
    let sql: SQLText = "SELECT \(list) FROM \(name: table) WHERE \(tests.joined(by: " AND "))"
    let statement = try connection.statement(for: sql.text)
    defer { connection.recycle(statement) }
    try statement.bind(sql.values)
    guard try statement.step() else { return }
    for index in 0..<statement.columnCount {
      let column = statement.columnName(at: index)
      guard isWanted(column), statement.kind(at: index) != .null else { continue }
      kept.keep(statement.value(at: index), in: column, of: table, at: key)
    }
  }

  /// What a row that comes back had in columns that are none of its entity's.
  func foreignColumns(
    of snapshot: EntitySnapshot, _ table: TableMapping
  ) throws -> [(column: String, value: SQLiteValue)] {
    let row = kept.row(at: [.integer(try key(of: snapshot.identifier))], of: table.table.name)
    guard row["Z_ENT"] == .integer(try number(of: snapshot.entityName)) else { return [] }
    var linking: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    for column in names.tables.first(where: { $0.name == table.table.name })?.columns ?? [] {
      if case .attribute = column.content { continue }
      linking.insert(column.name)
    }
    return row.filter { !linking.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Puts back what led to a row that comes back, where nothing else has taken the place.
  func restoreLinks(to key: Int64, of table: TableMapping) throws {
    for link in kept.takeLinks(to: key, of: table.table.name) {
      let list = link.values.sorted { $0.key < $1.key }
        .map { "\(name: $0.key) = \(value: $0.value)" as SQLText }.joined(by: ", ")
      let sql: SQLText = """
        UPDATE \(name: link.table) SET \(list) WHERE Z_PK = \(value: .integer(link.key)) \
        AND \(name: link.column) IS NULL
        """
      try connection.run(sql.text, sql.values)
    }
  }

  /// The column of the sort keys that go with a to-one relationship; `nil` where there is none.
  func orderColumn(beside key: String, of table: String) -> String? {
    guard let columns = names.tables.first(where: { $0.name == table })?.columns,
      let content = columns.first(where: { $0.name == key })?.content
    else { return nil }
    let wanted: StoreTables.Content? =
      switch content {
      case .toOne(let entity, let name), .toManyOwner(let entity, let name):
        .order(entity: entity, relationship: name)
      case .attribute, .toOneEntity, .order: nil
      }
    return columns.first { $0.content == wanted }?.name
  }
}
