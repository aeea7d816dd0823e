import LarderCore
import SQLiteDriver

/// A `SELECT` with its values, and how its rows are read.
struct SQLFetch {
  var sql: SQLText
  var reader: SnapshotReader
}

extension SQLCompiler {
  /// The `SELECT` for a fetch.
  static func fetch(
    _ descriptor: EntityFetchDescriptor, table: Int, in mapping: DatabaseMapping
  ) throws(Unpushable) -> SQLFetch {
    var compiler = SQLCompiler(
      mapping: mapping, table: table, includesSubentities: descriptor.includesSubentities)
    let (columns, reader) = try compiler.columns(for: descriptor.propertiesToFetch)
    let condition = try compiler.filter(descriptor.predicate)
    let order = try compiler.order(by: descriptor.sortDescriptors)
    var sql: SQLText = "SELECT \(columns.joined(by: ", ")) FROM \(compiler.from(0))"
    if let condition { sql += " WHERE \(condition)" }
    if !order.isEmpty { sql += " ORDER BY \(order.joined(by: ", "))" }
    return SQLFetch(sql: sql + limit(of: descriptor), reader: reader)
  }

  /// The `SELECT` for the number of objects of a fetch.
  static func count(
    _ descriptor: EntityFetchDescriptor, table: Int, in mapping: DatabaseMapping
  ) throws(Unpushable) -> SQLText {
    var compiler = SQLCompiler(
      mapping: mapping, table: table, includesSubentities: descriptor.includesSubentities)
    let condition = try compiler.filter(descriptor.predicate)
    var rest: SQLText = " FROM \(compiler.from(0))"
    if let condition { rest += " WHERE \(condition)" }
    let limit = limit(of: descriptor)
    if limit.text.isEmpty { return "SELECT count(*)\(rest)" }
    return "SELECT count(*) FROM (SELECT 1\(rest)\(limit))"
  }

  static func limit(of descriptor: EntityFetchDescriptor) -> SQLText {
    guard descriptor.fetchLimit != nil || descriptor.fetchOffset != nil else { return "" }
    // To SQLite a negative limit is none.
    let limit = descriptor.fetchLimit.map { Int64(max(0, $0)) } ?? -1
    let sql: SQLText = " LIMIT \(value: .integer(limit))"
    guard let offset = descriptor.fetchOffset, offset > 0 else { return sql }
    return "\(sql) OFFSET \(value: .integer(Int64(offset)))"
  }

  /// The columns to select at level 0: the key and what entity it is of, then the wanted properties.
  mutating func columns(
    for properties: [AttributeName]?
  ) throws(Unpushable) -> ([SQLText], SnapshotReader) {
    let row = levels[0].row
    let identity = identity(ofLevel: 0)
    var columns = identity.columns
    let wanted = properties.map(Set.init)
    var reader = try snapshotReader(row.family.first ?? row.table, of: row, wanted, &columns)
    guard row.family.count > 1 else { return (columns, reader) }
    var variants = [SnapshotReader?](repeating: nil, count: mapping.tables.count)
    for table in row.family {
      variants[mapping.ordinals[table]] = try snapshotReader(table, of: row, wanted, &columns)
    }
    reader.kind = kind(at: identity.parts.count)
    reader.variants = variants
    return (columns, reader)
  }

  /// The reader for rows of one entity; columns that it needs and that are not selected are added.
  private mutating func snapshotReader(
    _ index: Int, of row: Row, _ wanted: Set<AttributeName>?, _ columns: inout [SQLText]
  ) throws(Unpushable) -> SnapshotReader {
    let table = mapping.tables[index]
    let layout = mapping.layouts[index]
    let isShared = row.family.count > 1
    var reader = SnapshotReader(
      layout: layout, origin: mapping.origins[index], keyCount: table.key.columnNames.count,
      isRowID: table.key.isInteger)
    for column in table.columns where wanted?.contains(column.attribute) ?? true {
      guard let slot = layout.slot(of: column.attribute) else { continue }
      if column.meaning == .asStored, table.key.columnNames == [column.column] {
        reader.keySlot = slot
        continue
      }
      if column.isPart {
        let attribute = mapping.schema.attribute(column.attribute, of: table.entity)
        reader.parts.append(
          PartReader(
            slot: slot,
            column: columns.place(of: [row.column(column.column)], isLookedFor: isShared),
            meaning: column.meaning, members: column.members,
            isOptional: attribute?.isOptional ?? true))
        continue
      }
      reader.attributes.append(
        .init(
          slot: slot, column: columns.place(of: [row.column(column.column)], isLookedFor: isShared),
          meaning: column.meaning))
    }
    for relationship in table.relationships
    where !relationship.isToMany && wanted?.contains(relationship.name) ?? true {
      guard let slot = layout.slot(of: relationship.name) else { continue }
      let identity = try identity(of: relationship, where: nil, from: row, level: 0)
      let place = columns.place(of: identity.columns, isLookedFor: isShared)
      reader.relationships.append(.init(slot: slot, reader: self.reader(of: identity, at: place)))
    }
    return reader
  }
}

extension [SQLText] {
  /// Where some columns stand side by side; at the end where they are not there or not looked for.
  fileprivate mutating func place(of wanted: [SQLText], isLookedFor: Bool) -> Int {
    if isLookedFor, let known = firstRange(of: wanted)?.lowerBound { return known }
    append(contentsOf: wanted)
    return count - wanted.count
  }
}
