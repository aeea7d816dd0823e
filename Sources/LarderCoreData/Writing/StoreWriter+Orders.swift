import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

extension StoreWriter {
  /// Writes the sort keys of ordered relationships whose objects or order changed.
  func writeOrders(of change: ChangeSet.Change) throws {
    guard let owner = change.written else { return }
    for relationship in try table(of: owner.entityName).relationships {
      guard let column = relationship.order, owner[relationship.name] != nil,
        change.changes(relationship.name)
      else { continue }
      let places = try owner[relationship.name].identifiers.map {
        try place(of: $0, in: relationship, of: owner)
      }
      try writeOrder(column, places, owner)
    }
  }

  private func writeOrder(_ column: String, _ places: [OrderPlace], _ owner: EntitySnapshot) throws
  {
    let keys = try places.map { place -> Int64? in
      let sql: SQLText = """
        SELECT \(name: column) FROM \(name: place.table) WHERE \(place.condition)
        """
      guard case .integer(let key)? = try connection.value(sql.text, sql.values) else { return nil }
      return key
    }
    // An order that the rows had before comes back with the keys that it had.
    let former = zip(places, keys).map { place, key -> Int64? in
      guard case .integer(let former)? = kept.row(at: place.key, of: place.table)[column] else {
        return key
      }
      return former
    }
    let new = SortKeys.areRising(former) ? former.compactMap(\.self) : SortKeys.keys(keeping: keys)
    for (place, (old, new)) in zip(places, zip(keys, new)) where old != new {
      try keepRow(of: place.table, place.columns, place.key, .name(column))
      try run(
        """
        UPDATE \(name: place.table) SET \(name: column) = \(value: .integer(new)) \
        WHERE \(place.condition)
        """, owner)
    }
  }

  /// Where an object's sort key stands.
  private func place(
    of end: PersistentIdentifier, in relationship: RelationshipMapping, of owner: EntitySnapshot
  ) throws -> OrderPlace {
    let key = SQLiteValue.integer(try key(of: end))
    guard case .join(let join) = relationship.link, let near = join.near.first?.child,
      let columns = names.joins.first(where: { $0.table == join.table.name })?.columns.map(\.name)
    else {
      let table = mapping.tables[relationship.destination].table.name
      return OrderPlace(table: table, columns: ["Z_PK"], key: [key])
    }
    let ownKey = SQLiteValue.integer(try self.key(of: owner.identifier))
    return OrderPlace(
      table: join.table.name, columns: columns, key: columns.map { $0 == near ? ownKey : key })
  }
}

/// The row that has an object's sort key.
private struct OrderPlace {
  var table: String

  /// The columns that tell the row from others, and what stands in them.
  var columns: [String]
  var key: [SQLiteValue]

  var condition: SQLText {
    zip(columns, key).map { "\(name: $0) = \(value: $1)" as SQLText }.joined(by: " AND ")
  }
}

extension ChangeSet.Change {
  /// Whether a property gets another value.
  fileprivate func changes(_ name: AttributeName) -> Bool {
    switch self {
    case .insert: true
    case .update(let before, let after): before[name] != after[name]
    case .delete: false
    }
  }
}
