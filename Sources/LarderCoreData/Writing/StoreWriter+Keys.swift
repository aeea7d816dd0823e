import LarderCore
import LarderSQLite
import SQLiteDriver

extension StoreWriter {
  /// Gives every new object its key before any is written, so that links can be.
  ///
  /// Keys rise from the highest that was ever given out, which the root's row of `Z_PRIMARYKEY` keeps and
  /// which is never lowered. A deleted object that comes back has its own key again, where it is free.
  mutating func giveKeys(_ changes: ChangeSet) throws {
    var last: [String: Int64] = [:]
    for case .insert(let snapshot, let former) in changes.changes {
      let index = try mapping.requireIndex(of: snapshot.entityName)
      let root = hierarchy.root(of: snapshot.entityName.rawValue)
      var highest = try last[root] ?? highestKey(of: root, in: mapping.tables[index].table.name)
      let key: Int64
      if let own = try formerKey(former, of: snapshot, in: mapping.tables[index]) {
        key = own
      } else {
        guard highest < .max else {
          throw PersistenceError(
            .unsupported, entity: snapshot.entityName, detail: "its keys are used up")
        }
        key = highest + 1
      }
      highest = max(highest, key)
      last[root] = highest
      remapping[snapshot.identifier] = PersistentIdentifier(
        origin: mapping.origins[index], primaryKey: .integer(key))
    }
    for (root, highest) in last {
      try raiseHighestKey(to: highest, number: try number(of: EntityName(root)))
    }
  }

  private func highestKey(of root: String, in table: String) throws -> Int64 {
    let number = try number(of: EntityName(root))
    let row = try connection.rows(
      """
      SELECT max(coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), \
      coalesce((SELECT max(Z_PK) FROM \(table.sqlName)), 0))
      """, [.integer(number)])
    return row.first?.integer(0) ?? 0
  }

  func raiseHighestKey(to key: Int64, number: Int64) throws {
    try connection.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = max(coalesce(Z_MAX, 0), ?) WHERE Z_ENT = ?",
      [.integer(key), .integer(number)])
  }

  /// The key that an object had before it was deleted, where no other has it.
  private func formerKey(
    _ former: PersistentIdentifier?, of snapshot: EntitySnapshot, in table: TableMapping
  ) throws -> Int64? {
    guard let former, former.entity == snapshot.entityName,
      former.storeIdentifier == mapping.origins.first?.storeIdentifier,
      case .integer(let key) = former.primaryKey,
      !remapping.values.contains(where: {
        $0.primaryKey == former.primaryKey
          && hierarchy.root(of: $0.entityName) == hierarchy.root(of: former.entityName)
      })
    else { return nil }
    let taken = try connection.value(
      "SELECT 1 FROM \(table.table.sqlName) WHERE Z_PK = ?", [.integer(key)])
    return taken == nil ? key : nil
  }
}
