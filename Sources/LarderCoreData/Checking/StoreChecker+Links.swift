import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

extension StoreChecker {
  /// Keys of other rows lead to rows of the right entity, and both ends of a link agree.
  mutating func checkLinks() throws {
    for table in tables {
      for column in table.columns {
        switch column.content {
        case .toOne(let entity, let name):
          guard let link = ToOneLink(table, column.name, entity, name, hierarchy) else { continue }
          try checkDestination(link)
          try checkEntityColumn(link)
          try checkOtherEnd(link)
        case .toManyOwner(let entity, let name):
          try checkOwner(table, column.name, entity, name)
        case .attribute, .toOneEntity, .order: break
        }
      }
    }
  }

  private mutating func checkDestination(_ link: ToOneLink) throws {
    guard mapping.index(of: EntityName(link.destination)) != nil else { return }
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, \(link.column.sqlName) FROM \(link.table.name.sqlName) \
      WHERE \(link.column.sqlName) IS NOT NULL AND Z_ENT IN (\(family(of: link.entity))) \
      AND \(link.column.sqlName) NOT IN (SELECT Z_PK FROM \
      \(tableName(of: link.destination).sqlName) WHERE Z_ENT IN (\(family(of: link.destination))))
      """
    ) { found.append($0) }
    for row in found {
      guard let owner = identifier(row[0], number: row[1]) else { continue }
      add(
        "dangling-key", "it leads to `\(link.destination)` \(row[2].words), which is not there",
        owner, link.relationship.name,
        remedy: link.relationship.isOptional
          ? .edit(
            .update(
              .objects([owner]),
              [.init(AttributePath(AttributeName(link.relationship.name)), .value(.null))]))
          : nil)
    }
  }

  /// The number beside a key is that of the row's own entity.
  private mutating func checkEntityColumn(_ link: ToOneLink) throws {
    guard let column = link.entityColumn else { return }
    let destination = tableName(of: link.destination).sqlName
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT o.Z_PK, o.Z_ENT, o.\(column.sqlName), d.Z_ENT FROM \(link.table.name.sqlName) AS o \
      LEFT JOIN \(destination) AS d ON d.Z_PK = o.\(link.column.sqlName) \
      WHERE o.Z_ENT IN (\(family(of: link.entity))) AND o.\(column.sqlName) IS NOT d.Z_ENT
      """
    ) { found.append($0) }
    for row in found {
      add(
        "entity-of-key",
        "`\(column)` is \(row[2].words), but the object's entity is \(row[3].words)",
        identifier(row[0], number: row[1]), link.relationship.name,
        remedy: .repairs([
          .cell(link.table.name, column, key: row.integer(0), from: row[2], to: row[3])
        ]))
    }
  }

  /// One-to-one: no row is named by one that it does not name.
  ///
  /// An end that names nothing at all is met in the stores of Apple's own apps.
  private mutating func checkOtherEnd(_ link: ToOneLink) throws {
    guard let inverse = hierarchy.inverse(of: link.relationship), !inverse.relationship.isToMany,
      let other = names.tables.lazy.flatMap(\.columns).first(where: {
        $0.content == .toOne(entity: inverse.owner, relationship: inverse.relationship.name)
      })
    else { return }
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT o.Z_PK, o.Z_ENT, d.Z_PK, d.\(other.name.sqlName) FROM \(link.table.name.sqlName) AS o \
      JOIN \(tableName(of: link.destination).sqlName) AS d ON d.Z_PK = o.\(link.column.sqlName) \
      WHERE o.Z_ENT IN (\(family(of: link.entity))) AND d.\(other.name.sqlName) <> o.Z_PK
      """
    ) { found.append($0) }
    for row in found {
      // Two claim one object: only a person knows which is right.
      add(
        "other-end",
        "`\(link.destination)` \(row[2].words) has \(row[3].words) for its "
          + "`\(inverse.relationship.name)`", identifier(row[0], number: row[1]),
        link.relationship.name)
    }
  }

  /// The owner that an object of a relationship without inverse names is there.
  private mutating func checkOwner(
    _ table: StoreTables.Table, _ column: String, _ entity: String, _ name: String
  ) throws {
    guard mapping.index(of: EntityName(entity)) != nil else { return }
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, \(column.sqlName) FROM \(table.name.sqlName) \
      WHERE \(column.sqlName) IS NOT NULL AND \(column.sqlName) NOT IN \
      (SELECT Z_PK FROM \(tableName(of: entity).sqlName) WHERE Z_ENT IN (\(family(of: entity))))
      """
    ) { found.append($0) }
    for row in found {
      add(
        "dangling-owner",
        "it belongs to the `\(name)` of `\(entity)` \(row[2].words), which is not there",
        identifier(row[0], number: row[1]),
        remedy: .repairs([.cell(table.name, column, key: row.integer(0), from: row[2], to: .null)]))
    }
  }

  /// Rows of join tables lead to rows on both sides.
  mutating func checkJoins() throws {
    for join in names.joins {
      guard let first = join.columns.first, let last = join.columns.last,
        [first, last].allSatisfy({ mapping.index(of: EntityName($0.entity)) != nil }),
        mapping.tables.contains(where: { $0.relationships.contains { $0.isJoined(by: join.table) } }
        )
      else { continue }
      let tests = [first, last].map { column in
        "coalesce(\(column.name.sqlName), 0) NOT IN (SELECT Z_PK FROM "
          + "\(tableName(of: column.entity).sqlName) WHERE Z_ENT IN (\(family(of: column.entity))))"
      }
      var found: [[SQLiteValue]] = []
      try forEachRow(
        """
        SELECT \(first.name.sqlName), \(last.name.sqlName) FROM \(join.table.sqlName) \
        WHERE \(tests.joined(separator: " OR "))
        """
      ) { found.append($0) }
      for row in found {
        add(
          "dangling-link",
          "`\(join.table)` links \(first.entity) \(row[0].words) and \(last.entity) "
            + "\(row[1].words), of which one is not there",
          remedy: .repairs([.removedLink(join.table, [first.name, last.name], row)]))
      }
    }
  }

  /// Objects of an ordered to-many relationship have sort keys of their own.
  mutating func checkOrders() throws {
    for table in tables {
      for column in table.columns {
        guard case .order(let entity, let name) = column.content,
          let key = table.columns.first(where: {
            $0.content == .toOne(entity: entity, relationship: name)
              || $0.content == .toManyOwner(entity: entity, relationship: name)
          })
        else { continue }
        try checkOrder(table.name, owner: key.name, column.name)
      }
    }
  }

  private mutating func checkOrder(_ table: String, owner: String, _ column: String) throws {
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, \(column.sqlName), (SELECT coalesce(max(o.\(column.sqlName)), 1024) \
      FROM \(table.sqlName) AS o WHERE o.\(owner.sqlName) = t.\(owner.sqlName)), \(owner.sqlName) \
      FROM \(table.sqlName) AS t WHERE \(owner.sqlName) IS NOT NULL AND (\(column.sqlName) IS NULL \
      OR EXISTS (SELECT 1 FROM \(table.sqlName) AS o WHERE o.\(owner.sqlName) = t.\(owner.sqlName) \
      AND o.\(column.sqlName) = t.\(column.sqlName) AND o.Z_PK < t.Z_PK)) ORDER BY Z_PK
      """
    ) { found.append($0) }
    var next: [SQLiteValue: Int64] = [:]
    for row in found {
      let new = (next[row[4]] ?? row.integer(3)) &+ 1024
      next[row[4]] = new
      add(
        "order-key", "its sort key `\(column)` is \(row[2].words), as another's or none",
        identifier(row[0], number: row[1]),
        remedy: .repairs([
          .cell(table, column, key: row.integer(0), from: row[2], to: .integer(new))
        ]))
    }
  }
}

/// A to-one relationship as its table has it.
private struct ToOneLink {
  let table: StoreTables.Table
  let column: String

  /// The entity that declares it.
  let entity: String
  let relationship: ManagedObjectModel.Relationship
  let entityColumn: String?

  var destination: String { relationship.destination }

  init?(
    _ table: StoreTables.Table, _ column: String, _ entity: String, _ name: String,
    _ hierarchy: ModelHierarchy
  ) {
    guard let found = hierarchy.relationship(name, of: entity) else { return nil }
    self.table = table
    self.column = column
    self.entity = entity
    relationship = found.relationship
    entityColumn =
      table.columns.first {
        $0.content == .toOneEntity(entity: entity, relationship: name)
      }?.name
  }
}

extension RelationshipMapping {
  fileprivate func isJoined(by table: String) -> Bool {
    if case .join(let join) = link { join.table.name == table } else { false }
  }
}
