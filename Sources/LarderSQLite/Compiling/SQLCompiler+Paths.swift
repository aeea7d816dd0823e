import LarderCore

extension SQLCompiler {
  /// What a path leads to, with joins for the to-one relationships on its way.
  mutating func operand(_ path: AttributePath) throws(Unpushable) -> SQLOperand {
    guard levels.indices.contains(path.level) else {
      throw Unpushable("a path starts outside of its closure")
    }
    guard let last = path.names.last else { return .identity(identity(ofLevel: path.level)) }
    var row = levels[path.level].row
    for end in path.names.indices.dropLast() {
      row = try follow(Array(path.names[...end]), from: row, level: path.level)
    }
    let table = table(of: row)
    if let column = table.column(last) {
      guard !column.meaning.isOpaque else {
        throw Unpushable("`\(last)` is stored in a form that SQL does not compare")
      }
      return .stored(stored(column, of: row))
    }
    guard let relationship = table.relationship(last) else {
      throw Unpushable("`\(table.entity)` has no property `\(last)`")
    }
    switch relationship.link {
    case .toOne(let pairs, isDirect: true):
      return .identity(foreignIdentity(relationship, pairs, of: row))
    case .toOne:
      let destination = try follow(path.names, from: row, level: path.level)
      return .identity(identity(of: destination))
    case .toMany, .join:
      return .collection(CollectionOperand(owner: row, relationship: relationship))
    }
  }

  func stored(_ column: ColumnMapping, of row: Row) -> StoredOperand {
    let isView = table(of: row).isView
    return StoredOperand(
      sql: row.column(column.column), meaning: column.meaning, kinds: column.kinds,
      affinity: column.affinity, collation: column.collation,
      hasRealBooleans: isView || !column.affinity.isNumeric)
  }

  /// The row that a to-one relationship leads to, joined once however often it is asked for.
  private mutating func follow(
    _ names: [AttributeName], from row: Row, level: Int
  ) throws(Unpushable) -> Row {
    if let join = levels[level].joins.first(where: { $0.names == names }) { return join.row }
    guard let name = names.last, let relationship = table(of: row).relationship(name) else {
      throw Unpushable("a path goes through something that is no relationship")
    }
    guard case .toOne(let pairs, _) = relationship.link else {
      throw Unpushable("a path goes through the to-many relationship `\(name)`")
    }
    let destination = makeRow(of: relationship.destination)
    let table = mapping.tables[relationship.destination]
    let sql: SQLText = """
      LEFT JOIN \(name: table.table) AS \(destination.sql) \
      ON \(SQLCompiler.link(pairs, parent: destination, child: row))
      """
    levels[level].joins.append(Join(names: names, row: destination, sql: sql))
    return destination
  }

  /// The condition of a foreign key; the parent's column stands first, since its collation counts.
  static func link(_ pairs: [ColumnPair], parent: Row, child: Row) -> SQLText {
    pairs.map { "\(parent.column($0.parent)) = \(child.column($0.child))" as SQLText }
      .joined(by: " AND ")
  }

  mutating func identity(ofLevel level: Int) -> IdentityOperand {
    let row = levels[level].row
    if table(of: row).key == .position { levels[level].usesPosition = true }
    return identity(of: row)
  }

  private func identity(of row: Row) -> IdentityOperand {
    let key = table(of: row).key
    return IdentityOperand(
      table: row.table, parts: key.columnNames.map { row.column($0) }, isForeign: false,
      isRowID: key.isInteger)
  }

  private func foreignIdentity(
    _ relationship: RelationshipMapping, _ pairs: [ColumnPair], of row: Row
  ) -> IdentityOperand {
    let key = mapping.tables[relationship.destination].key
    return IdentityOperand(
      table: relationship.destination, parts: pairs.map { row.column($0.child) },
      isForeign: true, isRowID: key.isInteger)
  }
}

extension KeyMapping {
  /// The key is an integer that SQLite itself keeps.
  var isInteger: Bool { if case .columns = self { false } else { true } }
}
