import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Saves in which changes need each other.
@Suite struct EntangledSaveTests {
  private static let sql = """
    CREATE TABLE node (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
      next_id INTEGER NOT NULL REFERENCES node, rank INTEGER UNIQUE);
    CREATE TABLE owner (code TEXT PRIMARY KEY, chief_id TEXT NOT NULL REFERENCES owner);
    CREATE TABLE dog (
      id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id TEXT NOT NULL REFERENCES owner);
    INSERT INTO node VALUES (1, 'a', 2, 1), (2, 'b', 3, 2), (3, 'c', 1, 3);
    """

  private struct Fixture {
    let database: TestDatabase
    let store: SQLiteStore

    init() throws {
      database = try TestDatabase(EntangledSaveTests.sql)
      store = try database.open()
    }

    func new(
      _ entity: EntityName, _ number: Int64, _ values: [(AttributeName, AttributeValue)]
    ) throws -> EntitySnapshot {
      let layout = try #require(store.schema.layout(of: entity))
      var snapshot = EntitySnapshot(
        identifier: temporary(entity, number), layout: layout,
        values: Array(repeating: nil, count: layout.names.count))
      for (name, value) in values { snapshot[name] = value }
      return snapshot
    }

    func temporary(_ entity: EntityName, _ number: Int64) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: nil, entityName: entity, primaryKey: .temporary(number))
    }

    func change(
      _ object: EntitySnapshot, _ name: AttributeName, _ value: AttributeValue
    ) -> ChangeSet.Change {
      var after = object
      after[name] = value
      return .update(before: object, after: after)
    }

    func rows(_ sql: String) throws -> [[SQLiteValue]] { try database.connection().rows(sql) }
  }

  @Test func aRingOfNewObjectsWithRequiredLinksIsInserted() throws {
    let fixture = try Fixture()
    let ring = try (0..<4).map { (number: Int64) -> EntitySnapshot in
      let next = fixture.temporary("node", (number + 1) % 4 + 1)
      return try fixture.new(
        "node", number + 1, [("name", .text("new \(number)")), ("next", .identifier(next))])
    }

    let result = try fixture.store.apply(
      ChangeSet(ring.map { .insert($0, restoring: nil) }))

    #expect(result.remappedIdentifiers.count == 4)
    let links = try fixture.rows(
      """
      SELECT a.name || ' to ' || b.name FROM node AS a JOIN node AS b ON b.id = a.next_id
      WHERE a.id > 3 ORDER BY a.name
      """)
    #expect(
      links.map { $0[0] } == [
        .text("new 0 to new 1"), .text("new 1 to new 2"), .text("new 2 to new 3"),
        .text("new 3 to new 0"),
      ])
    for snapshot in ring {
      let permanent = try #require(result.remappedIdentifiers[snapshot.identifier])
      let stored = try #require(result.snapshots[permanent])
      guard case .identifier(let next)? = snapshot["next"] else { continue }
      let wanted = try #require(result.remappedIdentifiers[next])
      #expect(stored["next"] == .identifier(wanted))
    }
  }

  @Test func newObjectsMayReferToLaterOnesByKeysOfTheirOwn() throws {
    let fixture = try Fixture()
    let dog = try fixture.new("dog", 1, [("owner", .identifier(fixture.temporary("owner", 2)))])
    let owner = try fixture.new(
      "owner", 2,
      [("code", .text("o")), ("chief", .identifier(fixture.temporary("owner", 2)))])

    _ = try fixture.store.apply(
      ChangeSet([.insert(dog, restoring: nil), .insert(owner, restoring: nil)]))

    #expect(try fixture.rows("SELECT id, owner_id FROM dog") == [[.integer(1), .text("o")]])
    #expect(try fixture.rows("SELECT * FROM owner") == [[.text("o"), .text("o")]])
  }

  @Test(arguments: [AttributeName("name"), "rank"])
  func uniqueValuesAreSwapped(_ name: AttributeName) throws {
    let fixture = try Fixture()
    let nodes = try fixture.store.objects("node")
    let others = [1, 2, 0].map { nodes[$0][name] ?? .null }

    let changes = zip(nodes, others).map { fixture.change($0, name, $1) }
    _ = try fixture.store.apply(ChangeSet(changes))

    #expect(try fixture.store.objects("node").map { $0[name] } == others)
  }

  @Test func uniqueValuesMoveAlongAChainWhateverTheOrder() throws {
    let fixture = try Fixture()
    try fixture.database.connection().execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO node SELECT i, 'n' || i, 1, i FROM n
      """)
    let nodes = try fixture.store.objects("node")

    let changes = nodes.enumerated().map { number, node in
      fixture.change(node, "rank", .integer(Int64(number + 2)))
    }
    _ = try fixture.store.apply(ChangeSet(changes))

    #expect(
      try fixture.rows("SELECT count(*), min(rank - id), max(rank - id) FROM node") == [
        [.integer(300), .integer(1), .integer(1)]
      ])
  }

  @Test func aUniqueValueOfADeletedObjectGoesToANewOne() throws {
    let fixture = try Fixture()
    let nodes = try fixture.store.objects("node")
    let new = try fixture.new(
      "node", 9, [("name", .text("c")), ("next", .identifier(nodes[0].identifier))])

    _ = try fixture.store.apply(
      ChangeSet([
        .insert(new, restoring: nil), .delete(nodes[2]),
        fixture.change(nodes[1], "next", .identifier(new.identifier)),
      ]))

    let rows: [[SQLiteValue]] = [
      [.integer(1), .text("a"), .integer(2)], [.integer(2), .text("b"), .integer(4)],
      [.integer(4), .text("c"), .integer(1)],
    ]
    #expect(try fixture.rows("SELECT id, name, next_id FROM node") == rows)
  }

  @Test func aUniqueValueThatAnotherObjectKeepsIsStillRefused() throws {
    let fixture = try Fixture()
    let nodes = try fixture.store.objects("node")

    let error = #expect(throws: PersistenceError.self) {
      try fixture.store.apply(
        ChangeSet([
          fixture.change(nodes[0], "name", .text("b")), fixture.change(nodes[2], "rank", .null),
        ]))
    }

    #expect(error?.code == .notUnique)
    #expect(error?.attribute == "name")
    #expect(error?.identifier == nodes[0].identifier)
    #expect(try fixture.store.objects("node") == nodes)
  }
}
