import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

extension StoreWriter {
  /// Writes the links of to-many relationships that stand elsewhere than in a to-one inverse, which is
  /// written as such: those without an inverse, and the rows of join tables.
  mutating func writeLinks(of change: ChangeSet.Change) throws {
    guard let owner = change.written else { return }
    let table = try table(of: owner.entityName)
    let inverseless = Set(
      hierarchy.lineage(of: owner.entityName.rawValue).flatMap(\.properties).compactMap {
        property -> AttributeName? in
        guard case .relationship(let relationship) = property, relationship.isToMany,
          hierarchy.inverse(of: relationship) == nil
        else { return nil }
        return AttributeName(relationship.name)
      })
    for relationship in table.relationships where relationship.isToMany {
      guard let (removed, added) = try difference(relationship.name, change) else { continue }
      switch relationship.link {
      case .toMany(let pairs):
        guard inverseless.contains(relationship.name), let column = pairs.first?.child else {
          continue
        }
        for end in removed { try setOwner(nil, ofIn: column, end, relationship, owner) }
        for end in added { try setOwner(owner, ofIn: column, end, relationship, owner) }
      case .join(let join):
        for end in removed { try removeRow(join, owner, end) }
        for end in added { try addRow(join, owner, end) }
      case .toOne: continue
      }
    }
  }

  /// The destinations that a change takes away and adds; `nil` where it changes none.
  private func difference(
    _ name: AttributeName, _ change: ChangeSet.Change
  ) throws -> (removed: [PersistentIdentifier], added: [PersistentIdentifier])? {
    switch change {
    case .insert(let snapshot, _): return ([], snapshot[name].identifiers)
    case .delete: return nil
    case .update(let before, let after):
      guard after[name] != nil, after[name] != before[name] else { return nil }
      let old =
        before[name] == nil
        ? try reader.destinations(of: name, from: [before.identifier])[before.identifier] ?? []
        : before[name].identifiers
      let new = after[name].identifiers
      let (olds, news) = (Set(old), Set(new))
      return (old.filter { !news.contains($0) }, new.filter { !olds.contains($0) })
    }
  }

  /// Sets or clears the column of a destination's row that names its owner.
  private mutating func setOwner(
    _ newOwner: EntitySnapshot?, ofIn column: String, _ end: PersistentIdentifier,
    _ relationship: RelationshipMapping, _ owner: EntitySnapshot
  ) throws {
    let table = mapping.tables[relationship.destination].table.name
    let ownerKey = SQLiteValue.integer(try key(of: owner.identifier))
    try keepOrders(try key(of: end), of: table)
    let order = newOwner == nil ? orderColumn(beside: column, of: table) : nil
    var sql: SQLText = """
      UPDATE \(name: table) SET \(name: column) = \(value: newOwner == nil ? .null : ownerKey)\
      \(order.map { ", \(name: $0) = NULL" } ?? "") \
      WHERE Z_PK = \(value: .integer(try key(of: end)))
      """
    // Another object may have taken it in the same save.
    if newOwner == nil { sql += " AND \(name: column) IS \(value: ownerKey)" }
    try run(sql, owner)
    if try !isDeleted(end) { touch(.update, permanent(end)) }
  }

  private func isDeleted(_ identifier: PersistentIdentifier) throws -> Bool {
    touched.contains { $0.kind == .delete && $0.identifier == permanent(identifier) }
  }

  private func removeRow(
    _ join: JoinMapping, _ owner: EntitySnapshot, _ end: PersistentIdentifier
  ) throws {
    guard let near = join.near.first?.child, let far = join.far.first?.child else { return }
    let ownKey = try key(of: owner.identifier)
    for table in names.joins where table.table == join.table.name {
      try keepLinks(table, where: near, is: ownKey)
    }
    try run(
      """
      DELETE FROM \(name: join.table) \
      WHERE \(name: near) = \(value: .integer(ownKey)) \
      AND \(name: far) = \(value: .integer(try key(of: end)))
      """, owner)
  }

  /// A link that both ends tell of is written once.
  private func addRow(
    _ join: JoinMapping, _ owner: EntitySnapshot, _ end: PersistentIdentifier
  ) throws {
    guard let near = join.near.first?.child, let far = join.far.first?.child else { return }
    try run(
      """
      INSERT OR IGNORE INTO \(name: join.table) (\(name: near), \(name: far)) \
      VALUES (\(value: .integer(try key(of: owner.identifier))), \
      \(value: .integer(try key(of: end))))
      """, owner)
  }
}

extension ChangeSet.Change {
  /// What the object is to be; `nil` for a delete.
  var written: EntitySnapshot? {
    switch self {
    case .insert(let snapshot, _), .update(_, let snapshot): snapshot
    case .delete: nil
    }
  }
}
