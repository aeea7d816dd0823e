import LarderCore
import LarderSQLite
import SQLiteDriver

extension StoreWriter {
  /// Writes changes of the bookkeeping.
  ///
  /// - Throws: `store.conflict` where a place is no longer as it was found; `store.unsupported` for a place
  ///   that is none of this format.
  func write(_ repairs: [StoreRepair]) throws {
    for repair in repairs {
      if let cell = Cell(repair.place) {
        try set(cell, from: repair.before, to: repair.after)
      } else if let link = LinkRow(repair.place), let column = link.column {
        try set(column, of: link, from: repair.before, to: repair.after)
      } else if let link = LinkRow(repair.place) {
        try write(link, isThere: repair.after == .bool(true))
      } else {
        throw PersistenceError(.unsupported, detail: "the repair is of another kind of store")
      }
    }
  }

  private func set(_ cell: Cell, from before: AttributeValue, to after: AttributeValue) throws {
    try set(
      cell.column, of: cell.table, "row \(cell.key)",
      where: "\(name: cell.keyColumn) = \(value: .integer(cell.key))", from: before, to: after)
  }

  private func set(
    _ column: String, of link: LinkRow, from before: AttributeValue, to after: AttributeValue
  ) throws {
    try set(column, of: link.table, "a link", where: link.condition, from: before, to: after)
  }

  private func set(
    _ column: String, of table: String, _ row: String, where condition: SQLText,
    from before: AttributeValue, to after: AttributeValue
  ) throws {
    let condition: SQLText = "\(condition) AND \(name: column) IS \(value: before.stored)"
    let sql: SQLText = "SELECT 1 FROM \(name: table) WHERE \(condition)"
    guard try connection.value(sql.text, sql.values) != nil else {
      throw PersistenceError(
        .conflict, detail: "`\(column)` of \(row) in `\(table)` has changed since the check")
    }
    let update: SQLText = """
      UPDATE \(name: table) SET \(name: column) = \(value: after.stored) WHERE \(condition)
      """
    try connection.run(update.text, update.values)
  }

  private func write(_ link: LinkRow, isThere: Bool) throws {
    let columns = link.columns.map { SQLText.name($0) }.joined(by: ", ")
    let values = link.keys.map { "\(value: $0)" as SQLText }
    let condition = link.condition
    let sql: SQLText =
      isThere
      ? """
      INSERT OR IGNORE INTO \(name: link.table) (\(columns)) VALUES (\(values.joined(by: ", ")))
      """
      : "DELETE FROM \(name: link.table) WHERE \(condition)"
    if !isThere { try keepRow(of: link.table, link.columns, link.keys) }
    try connection.run(sql.text, sql.values)
    guard isThere else { return }
    for (column, value) in kept.row(at: link.keys, of: link.table) {
      let sql: SQLText = """
        UPDATE \(name: link.table) SET \(name: column) = \(value: value) WHERE \(condition)
        """
      try connection.run(sql.text, sql.values)
    }
  }
}

/// One cell of the bookkeeping.
private struct Cell {
  var table: String
  var column: String
  var key: Int64

  init?(_ place: [AttributeValue]) {
    guard place.count == 3, case .text(let table) = place[0], case .text(let column) = place[1],
      case .integer(let key) = place[2]
    else { return nil }
    self.table = table
    self.column = column
    self.key = key
  }

  var keyColumn: String { table == "Z_PRIMARYKEY" ? "Z_ENT" : "Z_PK" }
}

extension AttributeValue {
  /// What stands in a cell of the bookkeeping.
  fileprivate var stored: SQLiteValue {
    switch self {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .data(let bytes): .blob(Array(bytes))
    default: .null
    }
  }
}

/// One row of a join table.
private struct LinkRow {
  var table: String
  var columns: [String]
  var keys: [SQLiteValue]

  /// The column that the repair is about; `nil` where it is the whole row.
  var column: String?

  var condition: SQLText {
    zip(columns, keys).map { "\(name: $0) IS \(value: $1)" as SQLText }.joined(by: " AND ")
  }

  /// A sixth part names one of the row's columns.
  init?(_ place: [AttributeValue]) {
    guard place.count == 5 || place.count == 6, case .text(let table) = place[0],
      case .text(let near) = place[1],
      case .text(let far) = place[2]
    else { return nil }
    self.table = table
    columns = [near, far]
    keys = place[3..<5].map(\.stored)
    if case .text(let name)? = place.dropFirst(5).first { column = name }
  }
}
