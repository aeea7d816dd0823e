import SQLiteDriver

@testable import LarderCoreData

/// Writes a fixture's rows and the rows of its join tables.
struct FixtureRowWriter {
  private let fixture: CoreDataFixture
  private let hierarchy: ModelHierarchy
  private let tables: StoreTables

  init(_ fixture: CoreDataFixture) {
    self.fixture = fixture
    hierarchy = ModelHierarchy(fixture.model)
    tables = StoreTables(fixture.model)
  }

  func write(to connection: Connection) throws {
    for row in fixture.rows { try write(row, to: connection) }
    for join in tables.joins { try write(join, to: connection) }
  }

  private func write(_ row: FixtureRow, to connection: Connection) throws {
    let root = hierarchy.root(of: row.object.entity)
    guard let table = tables.tables.first(where: { $0.rootEntity == root }),
      let number = hierarchy.number(of: row.object.entity)
    else { return }
    let lineage = Set(hierarchy.lineage(of: row.object.entity).map(\.name))
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values: [SQLiteValue] = [
      .integer(row.object.key), .integer(Int64(number)), .integer(row.version),
    ]
    for column in table.columns {
      guard let value = value(of: column.content, in: row, lineage: lineage) else { continue }
      names.append(column.name)
      values.append(value)
    }
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))", values)
  }

  /// `nil` where the row has no value for a column.
  private func value(
    of content: StoreTables.Content, in row: FixtureRow, lineage: Set<String>
  ) -> SQLiteValue? {
    switch content {
    case .attribute(let entity, let path, _):
      return lineage.contains(entity) ? row.values[path.joined(separator: ".")] : nil
    case .toOne(let entity, let name):
      return lineage.contains(entity) ? row.toOne[name].map { .integer($0.key) } : nil
    case .toOneEntity(let entity, let name):
      guard lineage.contains(entity), let object = row.toOne[name] else { return nil }
      return hierarchy.number(of: object.entity).map { .integer(Int64($0)) }
    case .toManyOwner(let entity, let name):
      return owner(of: row.object, entity, name).map { .integer($0.object.key) }
    case .order(let entity, let name): return order(of: row, entity, name)
    }
  }

  /// The row whose to-many relationship without inverse holds an object.
  private func owner(of object: FixtureObject, _ entity: String, _ name: String) -> FixtureRow? {
    fixture.rows.first { candidate in
      candidate.toMany[name]?.contains(object) == true
        && hierarchy.lineage(of: candidate.object.entity).contains { $0.name == entity }
    }
  }

  /// Keys begin with 2048 and go on in steps of 1024.
  private static func sortKey(_ position: Int) -> SQLiteValue {
    .integer(2048 + 1024 * Int64(position))
  }

  private func order(of row: FixtureRow, _ entity: String, _ name: String) -> SQLiteValue? {
    if let owner = owner(of: row.object, entity, name) {
      return owner.toMany[name]?.firstIndex(of: row.object).map(Self.sortKey)
    }
    guard let target = row.toOne[name] else { return nil }
    let siblings = fixture.rows.filter { $0.toOne[name] == target }.map(\.object)
    return siblings.firstIndex(of: row.object).map(Self.sortKey)
  }

  private func write(_ join: StoreTables.Join, to connection: Connection) throws {
    let (first, second) = (join.columns[0], join.columns[1])
    var pairs = links(of: first).map { (inFirst: $0.target, inSecond: $0.owner) }
    if first.relationship != second.relationship || first.owner != second.owner {
      for link in links(of: second)
      where !pairs.contains(where: { $0 == (link.owner, link.target) }) {
        pairs.append((link.owner, link.target))
      }
    }
    for pair in pairs {
      var values: [SQLiteValue] = [.integer(pair.inFirst.key), .integer(pair.inSecond.key)]
      var names = [first.name, second.name]
      for (column, owner, target) in [
        (first, pair.inSecond, pair.inFirst), (second, pair.inFirst, pair.inSecond),
      ] {
        guard let order = column.orderColumn else { continue }
        names.append(order)
        values.append(position(of: target, column.relationship, of: owner, in: pairs.count))
      }
      let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
      try connection.run(
        "INSERT INTO \(join.table) (\(names.joined(separator: ", "))) VALUES (\(places))", values)
    }
  }

  private func links(
    of column: StoreTables.JoinColumn
  ) -> [(owner: FixtureObject, target: FixtureObject)] {
    fixture.rows.filter { row in
      hierarchy.lineage(of: row.object.entity).contains { $0.name == column.owner }
    }.flatMap { row in (row.toMany[column.relationship] ?? []).map { (row.object, $0) } }
  }

  /// The sort key of an object in its owner's list; behind all where only the other side names it.
  private func position(
    of target: FixtureObject, _ relationship: String, of owner: FixtureObject, in count: Int
  ) -> SQLiteValue {
    let list = fixture.rows.first { $0.object == owner }?.toMany[relationship] ?? []
    return Self.sortKey(list.firstIndex(of: target) ?? count)
  }
}
