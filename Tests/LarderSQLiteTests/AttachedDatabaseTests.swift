import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Databases that are opened together with another.
@Suite struct AttachedDatabaseTests {
  private let main: TestDatabase
  private let archive: TestDatabase

  init() throws {
    main = try TestDatabase(
      """
      CREATE TABLE trip (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO trip VALUES (1, 'Oslo'), (2, 'Bergen');
      """)
    archive = try TestDatabase(
      """
      CREATE TABLE owner (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
      CREATE TABLE trip (
        id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, owner_id INTEGER REFERENCES owner);
      INSERT INTO owner VALUES (7, 'Ann');
      INSERT INTO trip VALUES (1, 'Old Oslo', 7);
      CREATE VIEW broken AS SELECT no_such_function(name) FROM trip;
      """, name: "old ones.db")
  }

  private func open(isReadOnly: Bool = false) throws -> SQLiteStore {
    try SQLiteStore.open(
      path: main.path,
      options: .init(
        isReadOnly: isReadOnly, attached: [AttachedDatabase(name: "old", path: archive.path)]))
  }

  @Test func tablesGoByTheirSchemaWhereTheirNameIsTaken() throws {
    let store = try open()

    #expect(store.schema.entities.map(\.name) == ["trip", "owner", "old_trip"])
    #expect(store.unreadable.map(\.name) == ["old.broken"])
    #expect(try store.objects("trip").map { $0["name"] } == [.text("Oslo"), .text("Bergen")])
    #expect(try store.objects("old_trip").map { $0["name"] } == [.text("Old Oslo")])
  }

  @Test func relationshipsStayInTheirSchema() throws {
    let store = try open()
    let isAnns = EntityPredicate.comparison(.equal, .path("owner", "name"), .text("Ann"))

    #expect(store.pushDown(for: isAnns, of: "old_trip") == .exact)
    #expect(try store.keys("old_trip", where: isAnns) == [.integer(1)])
    #expect(store.schema.entity("trip")?.relationships.isEmpty == true)
  }

  @Test func aSaveWritesBothDatabasesOrNeither() throws {
    let context = EntityContext()
    try context.attach(open(), as: "both")
    func insert(_ entity: EntityName, _ name: String) throws {
      _ = try context.perform(
        .insert(entity, [.init(AttributePath("name"), .text(name))]), in: "both")
    }
    try insert("trip", "Voss")
    try insert("owner", "Bob")
    try context.save()
    #expect(try main.connection().value("SELECT name FROM trip WHERE id = 3") == .text("Voss"))
    // A sequence of the attached database itself gives the key.
    #expect(try archive.connection().value("SELECT name FROM owner WHERE id = 8") == .text("Bob"))

    try insert("trip", "Moss")
    try insert("owner", "Cid")
    try archive.connection().execute("INSERT INTO owner (name) VALUES ('Cid')")
    let error = #expect(throws: PersistenceError.self) { try context.save() }
    #expect(error?.code == .notUnique)
    #expect(try main.connection().value("SELECT count(*) FROM trip") == .integer(3))
  }

  @Test func readingLeavesNoFilesBesideAnAttachedDatabase() throws {
    try archive.connection().execute("PRAGMA journal_mode = wal")
    let store = try open(isReadOnly: true)
    _ = try store.objects("old_trip")

    #expect(try archive.folder.names() == ["old ones.db"])
  }

  @Test(arguments: [
    ("main", "a database cannot be attached as `main`: the name is taken"),
    ("", "a database cannot be attached as ``: the name is taken"),
  ])
  func aNameThatIsTakenIsRefused(_ name: String, _ detail: String) throws {
    let error = #expect(throws: PersistenceError.self) {
      try SQLiteStore.open(
        path: main.path,
        options: .init(attached: [AttachedDatabase(name: name, path: archive.path)]))
    }
    #expect(error?.detail == detail)
  }
}
