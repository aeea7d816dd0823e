import LarderCore

extension SQLCompiler {
  /// What a path leads to, with joins for the to-one relationships on its way.
  mutating func operand(_ path: AttributePath) throws(Unpushable) -> SQLOperand {
    guard levels.indices.contains(path.level) else {
      throw Unpushable("a path starts outside of its closure")
    }
    if let operand = try jsonOperand(path) { return .json(operand) }
    if let operand = try compositeOperand(path) { return operand }
    guard let last = path.names.last else { return .identity(identity(ofLevel: path.level)) }
    var row = levels[path.level].row
    for name in path.names.dropLast() {
      let (relationship, condition) = try relationship(name, of: row)
      row = try follow(relationship, where: condition, from: row, level: path.level)
    }
    if let column = try column(last, of: row) { return .stored(column) }
    let (relationship, condition) = try relationship(last, of: row)
    guard relationship.isToMany else {
      return .identity(
        try identity(of: relationship, where: condition, from: row, level: path.level))
    }
    return .collection(
      CollectionOperand(owner: row, relationship: relationship, ownerCondition: condition))
  }

  func stored(_ column: ColumnMapping, of row: Row) -> StoredOperand {
    let isView = table(of: row).isView
    return StoredOperand(
      sql: row.column(column.column), meaning: column.meaning, kinds: column.kinds,
      affinity: column.affinity, collation: column.collation,
      hasRealBooleans: isView || !column.affinity.isNumeric)
  }

  /// The identity of what a to-one relationship leads to.
  ///
  /// The foreign key tells it, unless it needs the destination's row to tell its entity.
  mutating func identity(
    of relationship: RelationshipMapping, where condition: SQLText?, from row: Row, level: Int
  ) throws(Unpushable) -> IdentityOperand {
    let isTold =
      mapping.families[relationship.destination].count < 2 || relationship.entityColumn != nil
    guard case .toOne(let pairs, isDirect: true) = relationship.link, isTold else {
      return identity(
        of: try follow(relationship, where: condition, from: row, level: level))
    }
    return foreignIdentity(relationship, pairs, of: row, where: condition)
  }

  /// The row that a to-one relationship leads to, joined once however often it is asked for.
  mutating func follow(
    _ relationship: RelationshipMapping, where condition: SQLText?, from row: Row, level: Int
  ) throws(Unpushable) -> Row {
    let known = levels[level].joins.first {
      $0.origin == row && $0.link == relationship.link && $0.condition == condition
        && $0.row.table == relationship.destination
    }
    if let known { return known.row }
    guard case .toOne(let pairs, _) = relationship.link else {
      throw Unpushable("a path goes through the to-many relationship `\(relationship.name)`")
    }
    let destination = makeRow(of: relationship.destination)
    let link = SQLCompiler.link(pairs, parent: destination, child: row)
    let isTold = relationship.entityColumn.flatMap { column in
      table(of: destination).discriminator.map { discriminator in
        "\(destination.column(discriminator.column)) = \(row.column(column))" as SQLText
      }
    }
    let tests = [link, isTold, isOfFamily(destination), condition].compactMap(\.self)
    let sql: SQLText = """
      LEFT JOIN \(name: table(of: destination).table) AS \(destination.sql) \
      ON \(tests.joined(by: " AND "))
      """
    levels[level].joins.append(
      Join(
        origin: row, link: relationship.link, condition: condition, row: destination, sql: sql))
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

  func identity(of row: Row) -> IdentityOperand {
    let key = table(of: row).key
    return IdentityOperand(
      table: row.table, parts: key.columnNames.map { row.column($0) }, isForeign: false,
      isRowID: key.isInteger, family: row.family, ordinal: ordinal(of: row))
  }

  private func foreignIdentity(
    _ relationship: RelationshipMapping, _ pairs: [ColumnPair], of row: Row,
    where condition: SQLText?
  ) -> IdentityOperand {
    let key = mapping.tables[relationship.destination].key
    let family = mapping.families[relationship.destination]
    let columns = pairs.map { row.column($0.child) }
    let discriminator = family.count < 2 ? nil : relationship.entityColumn
    return IdentityOperand(
      table: relationship.destination,
      parts: condition.map { test in columns.map { "CASE WHEN \(test) THEN \($0) END" } }
        ?? columns,
      isForeign: true, isRowID: key.isInteger, family: family,
      ordinal: discriminator.map { ordinal(row.column($0), of: family) })
  }
}

extension KeyMapping {
  /// The key is an integer that SQLite itself keeps.
  var isInteger: Bool { if case .columns = self { false } else { true } }
}
