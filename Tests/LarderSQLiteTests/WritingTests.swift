import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Edits through a context, and what then stands in the database.
@Suite struct WritingTests {
  private static let sql = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, founded DATETIME);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER CHECK (age <> 200),
      rank TEXT DEFAULT 'new', shout TEXT AS (upper(name)), team_id INTEGER REFERENCES team);
    CREATE TABLE badge (code TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE player_badge (
      player_id INTEGER REFERENCES player, badge TEXT REFERENCES badge, PRIMARY KEY (player_id, badge));
    CREATE TRIGGER titled AFTER INSERT ON player WHEN new.rank = 'boss'
    BEGIN UPDATE player SET name = 'Sir ' || name WHERE id = new.id; END;
    INSERT INTO team VALUES (1, 'Reds', '2001-02-03T04:05:06Z'), (2, 'Blues', NULL);
    INSERT INTO player (id, name, age, team_id) VALUES (1, 'Ada', 36, 1), (2, 'Bob', 'old', 1), (3, 'Cy', NULL, NULL);
    INSERT INTO badge VALUES ('gold'), ('tin');
    INSERT INTO player_badge VALUES (1, 'gold');
    """

  private struct Fixture {
    let database: TestDatabase
    let store: SQLiteStore
    let context = EntityContext()

    init() throws {
      database = try TestDatabase(WritingTests.sql)
      store = try database.open()
      try context.attach(store, as: "s")
    }

    func identifier(_ entity: EntityName, _ key: Int64) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: store.identifier, entityName: entity, primaryKey: .integer(key))
    }

    func badge(_ code: String) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: store.identifier, entityName: "badge", primaryKey: .text(code))
    }

    @discardableResult
    func insert(
      _ entity: EntityName, _ values: [(AttributeName, AttributeValue)]
    ) throws -> PersistentIdentifier {
      let edit = EntityEdit.insert(
        entity, values.map { EntityEdit.Assignment(AttributePath($0.0), .value($0.1)) })
      return try #require(try context.perform(edit, in: "s").inserted.first)
    }

    func set(
      _ identifier: PersistentIdentifier, _ name: AttributeName, _ value: AttributeValue
    ) throws {
      _ = try context.perform(
        .update(.objects([identifier]), [.init(AttributePath(name), .value(value))]), in: "s")
    }

    func delete(_ identifiers: PersistentIdentifier...) throws {
      _ = try context.perform(.delete(.objects(identifiers)), in: "s")
    }

    func rows(_ sql: String) throws -> [[SQLiteValue]] { try database.connection().rows(sql) }

    func failure(of body: () throws -> Void) -> PersistenceError? {
      #expect(throws: PersistenceError.self) { try body() }
    }
  }

  @Test func anUpdateWritesOnlyWhatChanged() throws {
    let fixture = try Fixture()

    try fixture.set(fixture.identifier("player", 2), "name", .text("Bobby"))
    try fixture.context.save()

    #expect(
      try fixture.rows("SELECT name, age FROM player WHERE id = 2") == [
        [.text("Bobby"), .text("old")]
      ])
  }

  @Test func anInsertGetsItsKeyItsDefaultsAndItsGeneratedValues() throws {
    let fixture = try Fixture()

    let temporary = try fixture.insert("player", [("name", .text("Dee"))])
    try fixture.context.save()

    let permanent = fixture.context.permanentIdentifier(for: temporary)
    #expect(permanent == fixture.identifier("player", 4))
    let snapshot = try #require(try fixture.context.snapshot(for: permanent))
    #expect(snapshot["rank"] == .text("new"))
    #expect(snapshot["shout"] == .text("DEE"))
  }

  @Test func whatATriggerMadeOfAnInsertIsSeen() throws {
    let fixture = try Fixture()

    let temporary = try fixture.insert("player", [("name", .text("Eve")), ("rank", .text("boss"))])
    try fixture.context.save()

    let permanent = fixture.context.permanentIdentifier(for: temporary)
    #expect(try fixture.context.snapshot(for: permanent)?["name"] == .text("Sir Eve"))
  }

  @Test func objectsThatReferToEachOtherAreInsertedTogether() throws {
    let fixture = try Fixture()

    let team = try fixture.insert("team", [("name", .text("Greens"))])
    let player = try fixture.insert("player", [("name", .text("Flo"))])
    try fixture.set(player, "team", .identifier(team))
    try fixture.set(fixture.identifier("player", 1), "team", .identifier(team))
    try fixture.context.save()

    #expect(
      try fixture.rows("SELECT name, team_id FROM player WHERE team_id = 3 ORDER BY id")
        == [[.text("Ada"), .integer(3)], [.text("Flo"), .integer(3)]])
  }

  @Test func aManyToManyLinkIsOneRow() throws {
    let fixture = try Fixture()
    let ada = fixture.identifier("player", 1)

    let append = EntityEdit.append(
      to: ada, AttributePath("badge"), [.value(.identifier(fixture.badge("tin")))])
    _ = try fixture.context.perform(append, in: "s")
    try fixture.context.save()
    #expect(
      try fixture.rows("SELECT badge FROM player_badge ORDER BY badge") == [
        [.text("gold")], [.text("tin")],
      ])

    let remove = EntityEdit.remove(
      from: fixture.badge("gold"), AttributePath("player"), [.value(.identifier(ada))])
    _ = try fixture.context.perform(remove, in: "s")
    try fixture.context.save()
    #expect(
      try fixture.rows("SELECT player_id, badge FROM player_badge") == [
        [.integer(1), .text("tin")]
      ])
  }

  @Test func aDateIsWrittenInTheFormOfItsColumn() throws {
    let fixture = try Fixture()

    try fixture.set(
      fixture.identifier("team", 2), "founded", .date(Date(timeIntervalSinceReferenceDate: 0)))
    try fixture.context.save()

    #expect(
      try fixture.rows("SELECT founded FROM team WHERE id = 2") == [[.text("2001-01-01T00:00:00Z")]]
    )
  }

  @Test func anUndoneDeleteComesBackWithItsKeyAndItsLinks() throws {
    let fixture = try Fixture()
    let before = try fixture.rows("SELECT * FROM player WHERE id = 1")

    try fixture.delete(fixture.identifier("player", 1))
    try fixture.context.save()
    #expect(try fixture.rows("SELECT count(*) FROM player_badge") == [[.integer(0)]])
    _ = try fixture.context.undo()
    try fixture.context.save()

    #expect(try fixture.rows("SELECT * FROM player WHERE id = 1") == before)
    #expect(try fixture.rows("SELECT count(*) FROM player_badge") == [[.integer(1)]])
  }

  @Test func aUniqueValueThatWasLetGoMayBeTakenInTheSameSave() throws {
    let fixture = try Fixture()

    try fixture.set(fixture.identifier("team", 2), "name", .text("Whites"))
    try fixture.insert("team", [("name", .text("Blues"))])
    try fixture.context.save()

    #expect(
      try fixture.rows("SELECT name FROM team ORDER BY id")
        == [[.text("Reds")], [.text("Whites")], [.text("Blues")]])
  }

  @Test func anObjectThatOthersReferToIsNotDeletedBehindTheirBack() throws {
    let fixture = try Fixture()
    let reds = fixture.identifier("team", 1)
    let snapshot = try #require(try fixture.store.snapshots(for: [reds])[reds])

    let error = fixture.failure { _ = try fixture.store.apply(ChangeSet([.delete(snapshot)])) }

    #expect(error?.code == .deleteDenied)
    #expect(error?.identifier == reds)
    #expect(error?.detail == "player#p1 refers to it as `team`")
    #expect(try fixture.rows("SELECT count(*) FROM team") == [[.integer(2)]])
  }

  @Test(
    arguments: [
      (
        [("name", AttributeValue.text("Reds"))], "team", PersistenceError.Code.notUnique, "name",
        "team#p1 holds the same name"
      ),
      ([("name", .null)], "team", .requiredValueMissing, "name", nil),
      (
        [("name", .text("x")), ("age", .integer(200))], "player", .failed, nil,
        "CHECK constraint failed: age <> 200"
      ),
      ([("name", .array([]))], "team", .wrongKind, "name", "SQLite has no place for such a value"),
    ]
      as [(
        [(AttributeName, AttributeValue)], EntityName, PersistenceError.Code, AttributeName?,
        String?
      )])
  func aBrokenConstraintNamesWhatBrokeIt(
    _ values: [(AttributeName, AttributeValue)], _ entity: EntityName,
    _ code: PersistenceError.Code, _ attribute: AttributeName?, _ detail: String?
  ) throws {
    let fixture = try Fixture()
    let layout = try #require(fixture.store.schema.layout(of: entity))
    var snapshot = EntitySnapshot(
      identifier: PersistentIdentifier(
        storeIdentifier: nil, entityName: entity, primaryKey: .temporary(1)),
      layout: layout, values: Array(repeating: nil, count: layout.names.count))
    for (name, value) in values { snapshot[name] = value }

    let error = fixture.failure {
      _ = try fixture.store.apply(ChangeSet([.insert(snapshot, restoring: nil)]))
    }

    #expect(error?.code == code)
    #expect(error?.attribute == attribute)
    #expect(error?.detail == detail)
    #expect(
      try fixture.rows("SELECT count(*) FROM \(entity)") == [[.integer(entity == "team" ? 2 : 3)]])
  }

  @Test func aFailureLeavesNothingBehind() throws {
    let fixture = try Fixture()

    try fixture.set(fixture.identifier("player", 1), "name", .text("Changed"))
    try fixture.insert("player", [("name", .text("x")), ("age", .integer(200))])
    let error = fixture.failure { try fixture.context.save() }

    #expect(error?.code == .failed)
    #expect(try fixture.rows("SELECT name FROM player WHERE id = 1") == [[.text("Ada")]])
  }

  @Test func aChangeOfAPrimaryKeyIsRefused() throws {
    let fixture = try Fixture()

    try fixture.set(fixture.badge("tin"), "code", .text("lead"))
    let error = fixture.failure { try fixture.context.save() }

    #expect(error?.code == .unsupported)
    #expect(error?.detail == "a primary key cannot be changed")
  }
}
