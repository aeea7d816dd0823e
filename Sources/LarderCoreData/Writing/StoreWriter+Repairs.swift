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
      } else if let link = LinkRow(repair.place) {
        try write(link, isThere: repair.after == .bool(true))
      } else {
        throw PersistenceError(.unsupported, detail: "the repair is of another kind of store")
      }
    }
  }

  private func set(_ cell: Cell, from before: AttributeValue, to after: AttributeValue) throws {
    let (old, new) = (cell.stored(before), cell.stored(after))
    let condition: SQLText = """
      \(name: cell.keyColumn) = \(value: .integer(cell.key)) AND \(name: cell.column) IS \(value: old)
      """
    let sql: SQLText = "SELECT 1 FROM \(name: cell.table) WHERE \(condition)"
    guard try connection.value(sql.text, sql.values) != nil else {
      throw PersistenceError(
        .conflict,
        detail: "`\(cell.column)` of row \(cell.key) in `\(cell.table)` has changed since the check"
      )
    }
    let update: SQLText = """
      UPDATE \(name: cell.table) SET \(name: cell.column) = \(value: new) WHERE \(condition)
      """
    try connection.run(update.text, update.values)
  }

  private func write(_ link: LinkRow, isThere: Bool) throws {
    let columns = link.columns.map { SQLText.name($0) }.joined(by: ", ")
    let values = link.keys.map { "\(value: $0)" as SQLText }
    let condition = zip(link.columns, link.keys)
      .map { "\(name: $0) IS \(value: $1)" as SQLText }.joined(by: " AND ")
    let sql: SQLText =
      isThere
      ? """
      INSERT OR IGNORE INTO \(name: link.table) (\(columns)) VALUES (\(values.joined(by: ", ")))
      """
      : "DELETE FROM \(name: link.table) WHERE \(condition)"
    try connection.run(sql.text, sql.values)
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

  /// Bookkeeping is made of integers and of nothing.
  func stored(_ value: AttributeValue) -> SQLiteValue {
    switch value {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    default: .null
    }
  }
}

/// One row of a join table.
private struct LinkRow {
  var table: String
  var columns: [String]
  var keys: [SQLiteValue]

  init?(_ place: [AttributeValue]) {
    guard place.count == 5, case .text(let table) = place[0], case .text(let near) = place[1],
      case .text(let far) = place[2]
    else { return nil }
    self.table = table
    columns = [near, far]
    keys = place[3...].map { value in
      if case .integer(let number) = value { .integer(number) } else { .null }
    }
  }
}
