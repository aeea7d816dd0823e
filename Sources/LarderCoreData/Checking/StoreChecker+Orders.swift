import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

extension StoreChecker {
  /// Objects of an ordered to-many relationship have sort keys of their own.
  mutating func checkOrders() throws {
    for table in tables {
      for column in table.columns {
        guard case .order(let entity, let name) = column.content,
          let key = table.columns.first(where: {
            $0.content == .toOne(entity: entity, relationship: name)
              || $0.content == .toManyOwner(entity: entity, relationship: name)
          })
        else { continue }
        try checkOrder(table.name, owner: key.name, column.name)
      }
    }
    for join in names.joins {
      for (column, other) in zip(join.columns, join.columns.reversed()) {
        guard let order = column.orderColumn else { continue }
        try checkOrder(join, owner: other.name, order)
      }
    }
  }

  private mutating func checkOrder(_ table: String, owner: String, _ column: String) throws {
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, \(column.sqlName), (SELECT coalesce(max(o.\(column.sqlName)), 1024) \
      FROM \(table.sqlName) AS o WHERE o.\(owner.sqlName) = t.\(owner.sqlName)), \(owner.sqlName) \
      FROM \(table.sqlName) AS t WHERE \(owner.sqlName) IS NOT NULL AND (\(column.sqlName) IS NULL \
      OR EXISTS (SELECT 1 FROM \(table.sqlName) AS o WHERE o.\(owner.sqlName) = t.\(owner.sqlName) \
      AND o.\(column.sqlName) = t.\(column.sqlName) AND o.Z_PK < t.Z_PK)) ORDER BY Z_PK
      """
    ) { found.append($0) }
    var next: [SQLiteValue: Int64] = [:]
    for row in found {
      let new = (next[row[4]] ?? row.integer(3)) &+ 1024
      next[row[4]] = new
      add(
        "order-key", "its sort key `\(column)` is \(row[2].words), as another's or none",
        identifier(row[0], number: row[1]),
        remedy: .repairs([
          .cell(table, column, key: row.integer(0), from: row[2], to: .integer(new))
        ]))
    }
  }

  private mutating func checkOrder(_ join: StoreTables.Join, owner: String, _ order: String) throws
  {
    let columns = join.columns.map(\.name)
    let (owner, column) = (owner.sqlName, order.sqlName)
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT \(columns.map { "t.\($0.sqlName)" }.joined(separator: ", ")), t.\(column), \
      (SELECT coalesce(max(o.\(column)), 1024) FROM \(join.table.sqlName) AS o \
      WHERE o.\(owner) = t.\(owner)), t.\(owner) FROM \(join.table.sqlName) AS t \
      WHERE t.\(column) IS NULL OR EXISTS (SELECT 1 FROM \(join.table.sqlName) AS o \
      WHERE o.\(owner) = t.\(owner) AND o.\(column) = t.\(column) AND o.rowid < t.rowid) \
      ORDER BY t.rowid
      """
    ) { found.append($0) }
    var next: [SQLiteValue: Int64] = [:]
    for row in found {
      let new = (next[row[4]] ?? row.integer(3)) &+ 1024
      next[row[4]] = new
      add(
        "order-key",
        "the sort key `\(order)` of the link of \(row[0].words) and \(row[1].words) in "
          + "`\(join.table)` is \(row[2].words), as another's or none",
        remedy: .repairs([
          .linkCell(
            join.table, columns, Array(row[..<2]), order, from: row[2], to: .integer(new))
        ]))
    }
  }
}
