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
    var compiler = SQLCompiler(mapping: mapping, table: table)
    let (columns, reader) = try compiler.columns(for: descriptor.propertiesToFetch)
    let condition = try descriptor.predicate.map { predicate throws(Unpushable) in
      try compiler.condition(predicate)
    }
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
    var compiler = SQLCompiler(mapping: mapping, table: table)
    let condition = try descriptor.predicate.map { predicate throws(Unpushable) in
      try compiler.condition(predicate)
    }
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

  /// The columns to select at level 0: the key, then the wanted properties.
  mutating func columns(
    for properties: [AttributeName]?
  ) throws(Unpushable) -> ([SQLText], SnapshotReader) {
    let row = levels[0].row
    let table = table(of: row)
    let layout = mapping.layouts[row.table]
    var columns = identity(ofLevel: 0).parts
    var reader = SnapshotReader(
      layout: layout, origin: mapping.origins[row.table], keyCount: columns.count,
      isRowID: table.key.isInteger)
    let wanted = properties.map(Set.init)
    for column in table.columns where wanted?.contains(column.attribute) ?? true {
      guard let slot = layout.slot(of: column.attribute) else { continue }
      if column.meaning == .asStored, table.key.columnNames == [column.column] {
        reader.keySlot = slot
        continue
      }
      reader.attributes.append(
        .init(slot: slot, column: columns.count, meaning: column.meaning))
      columns.append(row.column(column.column))
    }
    for relationship in table.relationships
    where !relationship.isToMany && wanted?.contains(relationship.name) ?? true {
      guard let slot = layout.slot(of: relationship.name),
        case .identity(let identity) = try operand(AttributePath([relationship.name]))
      else { continue }
      reader.relationships.append(
        .init(
          slot: slot, column: columns.count, partCount: identity.parts.count,
          isRowID: identity.isRowID, origin: mapping.origins[identity.table]))
      columns += identity.parts
    }
    return (columns, reader)
  }
}
