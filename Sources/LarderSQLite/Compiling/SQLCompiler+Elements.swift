import LarderCore

/// The rows of to-many relationships.
extension SQLCompiler {
  /// The rows of a collection as one more level: its `FROM` and its conditions.
  ///
  /// Where they are looked up anew for each owner, foreign keys that no index covers are copied first.
  mutating func elements(
    of collection: CollectionOperand, areLookedUp: Bool = true,
    _ part: (inout SQLCompiler) throws(Unpushable) -> SQLText?
  ) throws(Unpushable) -> (from: SQLText, conditions: SQLText) {
    let (level, link) = try level(
      of: collection, copiesKeys: areLookedUp && !collection.relationship.isIndexed)
    levels.append(level)
    defer { levels.removeLast() }
    var conditions = [link, collection.ownerCondition, isOfFamily(level.row)].compactMap(\.self)
    for filter in collection.filters { conditions.append(try condition(filter)) }
    if let part = try part(&self) { conditions.append(part) }
    return (from(levels.count - 1), conditions.joined(by: " AND "))
  }

  /// The level of a collection's elements, and the condition that ties them to their owner.
  private mutating func level(
    of collection: CollectionOperand, copiesKeys: Bool
  ) throws(Unpushable) -> (Level, link: SQLText) {
    let relationship = collection.relationship
    let row = makeRow(of: relationship.destination)
    let table: SQLText = "\(name: self.table(of: row).table) AS \(row.sql)"
    switch relationship.link {
    case .toMany(let pairs):
      let copy = copiesKeys ? copiedKeys(pairs.map(\.child), of: row) : nil
      let source = copy.map { copy in
        "\(copy.source) CROSS JOIN \(table) ON \(copy.isOfRow)" as SQLText
      }
      return (
        Level(row: row, source: source ?? table, order: relationship.order.map { row.column($0) }),
        SQLCompiler.link(pairs, parent: collection.owner, child: copy?.row ?? row)
      )
    case .join(let join):
      let middle = makeRow(of: relationship.destination)
      var source: SQLText = "\(name: join.table)"
      if copiesKeys {
        let columns = (join.near + join.far).map(\.child) + [relationship.order].compactMap(\.self)
        source = SQLCompiler.copy(columns, of: join.table)
      }
      return (
        Level(
          row: row,
          source: """
            \(source) AS \(middle.sql) JOIN \(table) \
            ON \(SQLCompiler.link(join.far, parent: row, child: middle))
            """,
          order: relationship.order.map { middle.column($0) }),
        SQLCompiler.link(join.near, parent: collection.owner, child: middle)
      )
    case .toOne: throw Unpushable("a to-one relationship has no elements")
    }
  }

  /// A copy of the foreign keys of a table, with what finds the rows that they are of; `nil` where
  /// nothing does.
  private mutating func copiedKeys(
    _ columns: [String], of row: Row
  ) -> (source: SQLText, row: Row, isOfRow: SQLText)? {
    let places = table(of: row).ownOrder
    guard !places.isEmpty else { return nil }
    let keys = makeRow(of: row.table)
    let others = columns.filter { column in !places.contains { $0.isSameSQLName(as: column) } }
    return (
      source: "\(SQLCompiler.copy(places + others, of: table(of: row).table)) AS \(keys.sql)",
      row: keys,
      isOfRow: places.map { "\(row.column($0)) = \(keys.column($0))" as SQLText }
        .joined(by: " AND ")
    )
  }

  /// Columns of a table as rows that SQLite makes once a query and gives an index of their own.
  ///
  /// It would go back to the table itself but for the `LIMIT`, which limits nothing.
  private static func copy(_ columns: [String], of table: TableName) -> SQLText {
    let columns = columns.map { "\(name: $0) AS \(name: $0)" as SQLText }.joined(by: ", ")
    return "(SELECT \(columns) FROM \(name: table) LIMIT -1)"
  }
}
