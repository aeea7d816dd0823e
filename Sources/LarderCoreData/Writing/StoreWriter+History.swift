import LarderCore
import LarderSQLite
import SQLiteDriver

/// Who saves, for the history.
struct HistoryAuthor {
  var author: String?
  var process: String
}

extension StoreWriter {
  /// Adds a transaction with a change for each row that was written.
  func recordHistory(_ tables: HistoryTables, by author: HistoryAuthor, at seconds: Double) throws {
    guard !touched.isEmpty else { return }
    let transaction = try nextKey("TRANSACTION", 16_002, in: "ATRANSACTION")
    var columns: [(String, SQLiteValue)] = [
      ("Z_PK", .integer(transaction.key)), ("Z_ENT", .integer(transaction.number)),
      ("ZTIMESTAMP", .real(seconds)),
    ]
    for (column, text) in [
      ("ZAUTHOR", author.author), ("ZBUNDLEID", author.process), ("ZPROCESSID", author.process),
    ] {
      guard let text, tables.transactionColumns.contains(column) else { continue }
      if tables.hasStringTable, tables.transactionColumns.contains(column + "TS") {
        columns.append((column + "TS", .integer(try stringKey(text))))
      } else {
        columns.append((column, .text(text)))
      }
    }
    try insert(columns, into: "ATRANSACTION")
    var change = try nextKey("CHANGE", 16_001, in: "ACHANGE")
    for row in touched where row.isOfNote {
      try insert(try self.columns(of: row, change, transaction.key, tables), into: "ACHANGE")
      change.key += 1
    }
    try raiseHighestKey(to: transaction.key, number: transaction.number)
    try raiseHighestKey(to: change.key - 1, number: change.number)
  }

  private func columns(
    of row: TouchedRow, _ change: NumberedKey, _ transaction: Int64, _ tables: HistoryTables
  ) throws -> [(String, SQLiteValue)] {
    let bits = ChangedProperties(of: row.identifier.entityName, in: hierarchy)
    let changed = row.kind == .update ? bits.bits(of: row.properties) : nil
    let entity = try number(of: row.identifier.entity)
    let columns: [(String, SQLiteValue)] = [
      ("Z_PK", .integer(change.key)), ("Z_ENT", .integer(change.number)),
      ("ZCHANGETYPE", .integer(row.kind.rawValue)), ("ZENTITY", .integer(entity)),
      ("ZENTITYPK", .integer(try key(of: row.identifier))),
      ("ZTRANSACTIONID", .integer(transaction)),
      ("ZCOLUMNS", changed.map { .blob($0) } ?? .null),
    ]
    return columns + zip(tables.tombstones, row.tombstone)
  }

  /// The key of a text in the table of authors and programs, which gets it where it is new.
  private func stringKey(_ text: String) throws -> Int64 {
    let known = try connection.value(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])
    if case .integer(let key)? = known { return key }
    let new = try nextKey("TRANSACTIONSTRING", 16_003, in: "ATRANSACTIONSTRING")
    try insert(
      [("Z_PK", .integer(new.key)), ("Z_ENT", .integer(new.number)), ("ZNAME", .text(text))],
      into: "ATRANSACTIONSTRING")
    try raiseHighestKey(to: new.key, number: new.number)
    return new.key
  }

  private struct NumberedKey {
    var number: Int64
    var key: Int64
  }

  /// The next key of one of history's own entities, and the entity's number.
  private func nextKey(_ name: String, _ usual: Int64, in table: String) throws -> NumberedKey {
    let known = try connection.rows(
      "SELECT Z_ENT, coalesce(Z_MAX, 0) FROM Z_PRIMARYKEY WHERE Z_NAME = ? AND Z_ENT > 16000",
      [.text(name)]
    ).first
    let highest = try connection.rows("SELECT coalesce(max(Z_PK), 0) FROM \(table.sqlName)").first
    let last = max(known?.integer(1) ?? 0, highest?.integer(0) ?? 0)
    return NumberedKey(number: known?.integer(0) ?? usual, key: last &+ 1)
  }

  private func insert(_ columns: [(String, SQLiteValue)], into table: String) throws {
    let names = columns.map(\.0.sqlName).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(table.sqlName) (\(names)) VALUES (\(marks))", columns.map(\.1))
  }
}

extension StoreWriter.TouchedRow {
  /// A row whose owner alone changed is no change of its object.
  fileprivate var isOfNote: Bool { kind != .update || !properties.isEmpty }
}
