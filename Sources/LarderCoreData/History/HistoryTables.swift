import LarderSQLite
import LarderStore
import SQLiteDriver

/// The tables that keep a store's history, in the generation that they are of.
struct HistoryTables {
  /// The columns of deleted objects' kept values, in order.
  let tombstones: [String]

  /// Authors and programs stand in a table of their own; before macOS 10.14 they stood in each transaction.
  let hasStringTable: Bool

  /// What keeps the history from being read; empty where nothing does.
  private(set) var findings: [StoreFinding] = []

  /// The columns of `ATRANSACTION`.
  let transactionColumns: [String]

  /// `nil` where the store keeps no history.
  init?(_ catalog: StoreCatalog) {
    guard let changes = catalog.table("ACHANGE"), let transactions = catalog.table("ATRANSACTION")
    else { return nil }
    let prefix = "ZTOMBSTONE"
    let numbers = changes.columns.compactMap { column -> Int? in
      column.name.hasPrefix(prefix) ? Int(column.name.dropFirst(prefix.count)) : nil
    }
    tombstones = numbers.sorted().map { prefix + String($0) }
    hasStringTable = catalog.table("ATRANSACTIONSTRING") != nil
    transactionColumns = transactions.columns.map(\.name)
    let needed = [
      (changes, ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"]),
      (transactions, ["Z_PK", "ZTIMESTAMP"]),
    ]
    for (table, columns) in needed {
      for column in columns where table.column(column) == nil {
        findings.append(
          StoreFinding("the history cannot be read: `\(table.name)` has no column `\(column)`"))
      }
    }
  }

  /// An expression for one of a transaction's texts: `ZAUTHOR`, `ZBUNDLEID`, `ZPROCESSID` or `ZCONTEXTNAME`.
  func text(_ column: String) -> String {
    let plain = transactionColumns.contains(column) ? "t.\(column)" : "NULL"
    guard hasStringTable, transactionColumns.contains(column + "TS") else { return plain }
    return "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.\(column)TS), \(plain))"
  }
}
