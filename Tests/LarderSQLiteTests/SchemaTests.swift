import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// What tables become as entities.
@Suite struct SchemaTests {
  @Test(arguments: [
    ("t (a)", "INSERT INTO t VALUES ('x')", PersistentIdentifier.PrimaryKey.integer(1)),
    ("t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (7)", .integer(7)),
    ("t (id INTEGER PRIMARY KEY DESC)", "INSERT INTO t VALUES (7)", .integer(7)),
    ("t (rowid TEXT, a)", "INSERT INTO t VALUES ('x', 1)", .integer(1)),
    ("t (c TEXT PRIMARY KEY NOT NULL)", "INSERT INTO t VALUES ('k')", .text("k")),
    ("t (c TEXT PRIMARY KEY)", "INSERT INTO t VALUES (NULL)", .integer(1)),
    ("t (c BLOB PRIMARY KEY) WITHOUT ROWID", "INSERT INTO t VALUES (x'0aff')", .text("x'0AFF'")),
    ("t (c PRIMARY KEY NOT NULL)", "INSERT INTO t VALUES (1.5)", .text("r'1.5'")),
    ("t (c TEXT PRIMARY KEY NOT NULL)", "INSERT INTO t VALUES ('x''0A''')", .text("t'x'0A'")),
    (
      "t (b TEXT NOT NULL, a INT NOT NULL, PRIMARY KEY (a, b))", "INSERT INTO t VALUES ('x', 3)",
      .composite([.integer(3), .text("x")])
    ),
  ])
  func keysOfEverySortAreIdentities(
    _ table: String, _ insert: String, _ key: PersistentIdentifier.PrimaryKey
  ) throws {
    let database = try TestDatabase("CREATE TABLE \(table); \(insert)")
    let store = try database.open()

    let object = try #require(try store.objects("t").first)

    #expect(object.identifier.primaryKey == key)
    #expect(try store.snapshots(for: [object.identifier])[object.identifier] == object)
  }

  @Test func aViewIsKnownByTheOrderOfItsRows() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (a); INSERT INTO t VALUES ('x'), ('y'), ('z');
      CREATE VIEW v AS SELECT a FROM t ORDER BY a DESC
      """)
    let store = try database.open()

    let found = try store.objects("v", where: .comparison(.notEqual, .path("a"), .text("z")))

    #expect(found.map(\.identifier.primaryKey) == [.integer(2), .integer(3)])
    #expect(found.map { $0["a"] } == [.text("y"), .text("x")])
  }

  @Test(arguments: [
    ("INTEGER", "1", EntitySchema.AttributeType.integer), ("INTEGER", "'x'", .mixed),
    ("INTEGER", "1.5", .real), ("TEXT", "'a'", .text), ("VARCHAR(9)", "NULL", .text),
    ("BLOB", "x'00'", .data), ("", "1", .integer), ("", "NULL", .mixed), ("NUMERIC", "1", .real),
    ("BOOLEAN", "1", .bool), ("BOOLEAN", "2", .integer), ("BOOL", "'yes'", .text),
    ("DATE", "'2024-02-29'", .date), ("DATETIME", "'soon'", .text),
    ("TIMESTAMP", "1700000000", .integer), ("REAL", "1", .real),
  ])
  func aTypeFollowsFromTheDeclarationWhereTheValuesFit(
    _ declared: String, _ value: String, _ type: EntitySchema.AttributeType
  ) throws {
    let database = try TestDatabase(
      "CREATE TABLE t (a \(declared)); INSERT INTO t VALUES (\(value)), (NULL)")

    #expect(try database.open().schema.attribute("a", of: "t")?.type == type)
  }

  @Test func aTextInAnIntegerColumnIsShownAndTakesPartInConditions() throws {
    let database = try TestDatabase(
      "CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1), ('many'), (x'41'), (2.5), (NULL)")
    let store = try database.open()

    #expect(
      try store.objects("t").map { $0["n"] }
        == [.integer(1), .text("many"), .data(Data([0x41])), .real(2.5), .null])
    #expect(
      try store.keys("t", where: .comparison(.greaterThan, .path("n"), .integer(0))) == [
        .integer(1), .integer(4),
      ])
    #expect(
      try store.keys("t", where: .comparison(.equal, .path("n"), .text("many"))) == [.integer(2)])
  }

  @Test(arguments: [
    ("0", AttributeValue.integer(0)), ("'it''s'", .text("it's")), ("-1.5", .real(-1.5)),
    ("NULL", .null), ("\"text\"", .text("text")), ("CURRENT_TIMESTAMP", nil), ("(1 + 1)", nil),
    ("TRUE", .integer(1)),
  ])
  func aDefaultThatIsALiteralIsKnown(_ sql: String, _ value: AttributeValue?) throws {
    let database = try TestDatabase("CREATE TABLE t (a DEFAULT \(sql))")

    #expect(try database.open().schema.attribute("a", of: "t")?.defaultValue == value)
  }

  @Test func relationshipsAreNamedAfterTheirColumnsAndTables() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE city (id INTEGER PRIMARY KEY);
      CREATE TABLE person (
        id INTEGER PRIMARY KEY REFERENCES city, home_id INTEGER REFERENCES city NOT NULL,
        workId INTEGER REFERENCES city ON DELETE CASCADE, boss INTEGER REFERENCES person);
      CREATE TABLE friends (a INT REFERENCES person, b INT REFERENCES person, PRIMARY KEY (a, b));
      CREATE TABLE stray (x_id INTEGER REFERENCES nowhere, y_id INTEGER REFERENCES city (name))
      """)
    let schema = try database.open().schema

    func lines(_ name: EntityName) -> [String] {
      schema.allRelationships(of: name).map { relationship in
        let arrow = relationship.isToMany ? "->>" : "->"
        let inverse = relationship.inverse?.rawValue ?? "none"
        return "\(relationship.name) \(arrow) \(relationship.destination), inverse \(inverse), "
          + "\(relationship.deleteRule)\(relationship.isOptional ? "" : ", required")"
      }
    }
    #expect(
      lines("person") == [
        "city -> city, inverse person_by_id, nullify",
        "home -> city, inverse person_by_home_id, nullify, required",
        "work -> city, inverse person_by_workId, nullify",
        "boss -> person, inverse person, nullify",
        "person ->> person, inverse boss, deny",
        "person_by_b ->> person, inverse person_by_a, nullify",
        "person_by_a ->> person, inverse person_by_b, nullify",
      ])
    #expect(
      lines("city").sorted() == [
        "person_by_home_id ->> person, inverse home, deny",
        "person_by_id ->> person, inverse city, deny",
        "person_by_workId ->> person, inverse work, cascade",
      ])
    #expect(lines("stray").isEmpty)
    #expect(schema.attribute("boss_id", of: "person")?.isReadOnly == true)
    #expect(schema.attribute("home_id", of: "person")?.isReadOnly == true)
    #expect(schema.entity("friends")?.isReadOnly == true)
  }
}
