package import LarderCore
import LarderStore
import SQLiteDriver

extension MappedDatabase {
  /// Rows computed from the objects of a fetch.
  ///
  /// SQLite finds the objects, follows relationships and counts; what it would group by sorting is
  /// grouped here by hash, from the few columns that the rows need.
  package func rows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> [EntityRow] {
    var rows: [EntityRow] = []
    try enumerateRows(projection, of: descriptor) { row in
      rows.append(row.map(\.value))
      return true
    }
    return rows
  }

  /// Hands out the rows, as they come unless they are grouped or sorted.
  package func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    if let summary = try summary(projection, of: descriptor), let row = try row(of: summary) {
      _ = try body(row.map(BorrowedValue.value))
      return
    }
    let source = try rowSource(projection, of: descriptor)
    try reading { try source.enumerate($0, body) }
  }

  /// The SQL that ``enumerateRows(_:of:_:)`` begins with; the objects' own where rows are computed in memory.
  func rowSQL(
    _ projection: EntityProjection, _ descriptor: EntityFetchDescriptor
  ) throws -> SQLText {
    if let summary = try summary(projection, of: descriptor) { return summary.sql }
    guard pushDown(for: projection, of: descriptor.entity) == .exact else {
      return try fetch(descriptor).sql
    }
    return try rowSource(projection, of: descriptor).sql
  }

  func rowSource(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> RowSource {
    let table = try mapping.requireIndex(of: descriptor.entity)
    return try mapping.compiling(descriptor.entity) { () throws(Unpushable) in
      try RowSource(projection, of: descriptor, table: table, in: mapping)
    }
  }

  private func summary(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> SummaryRow? {
    let table = try mapping.requireIndex(of: descriptor.entity)
    return try mapping.compiling(descriptor.entity) { () throws(Unpushable) in
      try SummaryRow(projection, of: descriptor, table: table, in: mapping)
    }
  }

  private func row(of summary: SummaryRow) throws -> EntityRow? {
    var row: EntityRow?
    try reading { reader in
      try reader.forEachRow(of: summary.sql) { statement in
        row = summary.row(statement)
        return false
      }
    }
    return row
  }
}
