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
    guard isFound(link.destination) else { return }
    let column = link.column.sqlName
    let destination = tableName(of: link.destination).sqlName
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT o.Z_PK, o.Z_ENT, o.\(column), d.Z_PK FROM \(link.table.name.sqlName) AS o \
      LEFT JOIN \(destination) AS d ON d.Z_PK = o.\(column) WHERE o.\(column) IS NOT NULL \
      AND o.Z_ENT IN (\(family(of: link.entity))) AND (d.Z_PK IS NULL OR d.Z_ENT IS NULL \
      OR d.Z_ENT NOT IN (\(family(of: link.destination))))
      """
    ) { found.append($0) }
    for row in found {
      guard let owner = identifier(row[0], number: row[1]) else { continue }
      let words = "it leads to `\(link.destination)` \(row[2].words), which is "
      // A row of another entity may be a right one whose number is wrong.
      guard row[3] == .null else {
        add("wrong-entity", words + "of another entity", owner, link.relationship.name)
        continue
      }
      add(
        "dangling-key", words + "not there", owner, link.relationship.name,
        remedy: link.relationship.isOptional ? clearing(link, row, owner) : nil)
    }
  }

  /// A key that is no integer was never an object to the context, which has nothing to edit then.
  private func clearing(
    _ link: ToOneLink, _ row: [SQLiteValue], _ owner: PersistentIdentifier
  ) -> StoreViolation.Remedy {
    guard case .integer = row[2] else {
      return .repairs([
        .cell(link.table.name, link.column, key: row.integer(0), from: row[2], to: .null)
      ])
    }
    let path = AttributePath(AttributeName(link.relationship.name))
    return .edit(.update(.objects([owner]), [.init(path, .value(.null))]))
  }

  /// The rows of an entity are there, and can be told from others.
  private func isFound(_ entity: String) -> Bool {
    mapping.index(of: EntityName(entity)) != nil && isNumbered(entity)
  }

  /// The number beside a key is that of the row's own entity.
  private mutating func checkEntityColumn(_ link: ToOneLink) throws {
    guard let column = link.entityColumn, isFound(link.destination) else { return }
    let destination = tableName(of: link.destination).sqlName
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT o.Z_PK, o.Z_ENT, o.\(column.sqlName), d.Z_ENT FROM \(link.table.name.sqlName) AS o \
      LEFT JOIN \(destination) AS d ON d.Z_PK = o.\(link.column.sqlName) \
      WHERE o.Z_ENT IN (\(family(of: link.entity))) AND o.\(column.sqlName) IS NOT d.Z_ENT \
      AND (d.Z_PK IS NULL OR d.Z_ENT IN (\(family(of: link.destination))))
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
    guard isFound(entity) else { return }
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, \(column.sqlName) FROM \(table.name.sqlName) \
      WHERE \(column.sqlName) IS NOT NULL AND \(column.sqlName) NOT IN \
      (SELECT Z_PK FROM \(tableName(of: entity).sqlName))
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
        [first, last].allSatisfy({ isFound($0.entity) }),
        mapping.tables.contains(where: { $0.relationships.contains { $0.isJoined(by: join.table) } }
        )
      else { continue }
      let tests = [first, last].map { column in
        "coalesce(\(column.name.sqlName), 0) NOT IN (SELECT Z_PK FROM "
          + "\(tableName(of: column.entity).sqlName))"
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
