import LarderCore
import LarderSQLite
import SQLiteDriver

extension StoreWriter {
  /// Deletes a row and the rows of join tables that lead to it.
  mutating func delete(_ snapshot: EntitySnapshot) throws {
    let table = try table(of: snapshot.entityName)
    let key = try key(of: snapshot.identifier)
    try keepForms(of: snapshot.identifier, in: table, nil)
    try keepForeignColumns(key, of: table)
    let tombstone = try tombstone(of: snapshot.entityName, key, in: table)
    let root = hierarchy.root(of: snapshot.entityName.rawValue)
    for join in names.joins {
      for column in join.columns where hierarchy.root(of: column.entity) == root {
        try keepLinks(join, where: column.name, is: key)
        try connection.run(
          "DELETE FROM \(join.table.sqlName) WHERE \(column.name.sqlName) = ?", [.integer(key)])
      }
    }
    try run("DELETE FROM \(name: table.table) WHERE Z_PK = \(value: .integer(key))", snapshot)
    touch(.delete, snapshot.identifier, tombstone: tombstone)
  }

  /// The values that the history keeps of a row that is to go.
  private func tombstone(
    of entity: EntityName, _ key: Int64, in table: TableMapping
  ) throws -> [SQLiteValue] {
    let preserved = hierarchy.preservedAttributes(of: entity.rawValue)
    let columns = preserved.map { table.column(AttributeName($0))?.column }
    guard !preserved.isEmpty else { return [] }
    let list = columns.map { $0?.sqlName ?? "NULL" }.joined(separator: ", ")
    return try connection.rows(
      "SELECT \(list) FROM \(table.table.sqlName) WHERE Z_PK = ?", [.integer(key)]
    ).first ?? []
  }

  /// Takes away links to deleted rows that the changes did not know of: no key may lead nowhere.
  mutating func clearLinksToDeleted() throws {
    let deleted = touched.filter { $0.kind == .delete }.map(\.identifier)
    for identifier in deleted {
      let root = hierarchy.root(of: identifier.entityName)
      for table in names.tables {
        for column in table.columns {
          guard let link = DanglingColumn(column, hierarchy), link.destinationRoot == root else {
            continue
          }
          try clear(link, to: identifier, in: table)
        }
      }
    }
  }

  private mutating func clear(
    _ link: DanglingColumn, to identifier: PersistentIdentifier, in table: StoreTables.Table
  ) throws {
    let key = try key(of: identifier)
    let columns =
      [link.column] + table.columns.filter { link.isCompanion($0.content) }.map(\.name)
    let list = columns.map(\.sqlName).joined(separator: ", ")
    let holders = try connection.rows(
      """
      SELECT Z_PK, Z_ENT, \(list) FROM \(table.name.sqlName) WHERE \(link.column.sqlName) = ?
      """, [.integer(key)])
    guard !holders.isEmpty else { return }
    let links = holders.map { row in
      KeptForms.ClearedLink(
        table: table.name, key: row.integer(0), column: link.column,
        values: Dictionary(zip(columns, row.dropFirst(2)), uniquingKeysWith: { one, _ in one }))
    }
    kept.keep(links, to: key, of: try self.table(of: identifier.entity).table.name)
    let clearing = columns.map { "\($0.sqlName) = NULL" }.joined(separator: ", ")
    try connection.run(
      """
      UPDATE \(table.name.sqlName) SET \(clearing) WHERE \(link.column.sqlName) = ?
      """, [.integer(key)])
    for row in holders {
      guard let name = numbers.first(where: { $0.value == row.integer(1) })?.key,
        let index = mapping.index(of: EntityName(name))
      else { continue }
      let holder = PersistentIdentifier(
        origin: mapping.origins[index], primaryKey: .integer(row.integer(0)))
      touch(.update, holder, link.isOwn ? [AttributeName(link.relationship)] : [])
    }
  }
}

/// A column that holds keys, and whose.
private struct DanglingColumn {
  let column: String
  let relationship: String
  let entity: String
  let destinationRoot: String

  /// The relationship is one of the row's own entity, not of the objects that own the row.
  let isOwn: Bool

  /// `nil` for a column that holds no keys.
  init?(_ column: StoreTables.Column, _ hierarchy: ModelHierarchy) {
    self.column = column.name
    switch column.content {
    case .toOne(let entity, let name):
      guard let found = hierarchy.relationship(name, of: entity) else { return nil }
      self.entity = entity
      relationship = name
      destinationRoot = hierarchy.root(of: found.relationship.destination)
      isOwn = true
    case .toManyOwner(let entity, let name):
      self.entity = entity
      relationship = name
      destinationRoot = hierarchy.root(of: entity)
      isOwn = false
    case .attribute, .toOneEntity, .order: return nil
    }
  }

  /// The column says more of the same link.
  func isCompanion(_ content: StoreTables.Content) -> Bool {
    switch content {
    case .toOneEntity(let entity, let name), .order(let entity, let name):
      entity == self.entity && name == relationship
    case .attribute, .toOne, .toManyOwner: false
    }
  }
}
