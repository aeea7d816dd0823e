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
      let table = tableHolding(relationship)
      let rows = try owner[relationship.name].identifiers.map {
        try condition(relationship, owner, $0)
      }
      let keys = try rows.map { row -> Int64? in
        let sql: SQLText = "SELECT \(name: column) FROM \(name: table) WHERE \(row)"
        guard case .integer(let key)? = try connection.value(sql.text, sql.values) else {
          return nil
        }
        return key
      }
      for (row, (old, new)) in zip(rows, zip(keys, SortKeys.keys(keeping: keys))) where old != new {
        try run(
          """
          UPDATE \(name: table) SET \(name: column) = \(value: .integer(new)) WHERE \(row)
          """, owner)
      }
    }
  }

  /// The table that has the objects' sort keys.
  private func tableHolding(_ relationship: RelationshipMapping) -> TableName {
    if case .join(let join) = relationship.link { return join.table }
    return mapping.tables[relationship.destination].table
  }

  /// The row that has an object's sort key.
  private func condition(
    _ relationship: RelationshipMapping, _ owner: EntitySnapshot, _ end: PersistentIdentifier
  ) throws -> SQLText {
    let key = SQLiteValue.integer(try key(of: end))
    guard case .join(let join) = relationship.link, let near = join.near.first?.child,
      let far = join.far.first?.child
    else { return "Z_PK = \(value: key)" }
    let ownKey = SQLiteValue.integer(try self.key(of: owner.identifier))
    return "\(name: near) = \(value: ownKey) AND \(name: far) = \(value: key)"
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
