import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver
import Testing

@Suite struct SQLReadingTests {
  private static let sql = """
    CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, size REAL, flag BLOB);
    INSERT INTO city VALUES (1, 'Rome', 2.5, x'00ff'), (2, NULL, NULL, NULL);
    """

  private func rows(_ text: String, of store: SQLiteStore) throws -> [[AttributeValue]] {
    var rows: [[AttributeValue]] = []
    try store.enumerateRows(ofSQL: text) {
      rows.append($0)
      return true
    }
    return rows
  }

  @Test(arguments: [false, true])
  func rowsComeAsTheDatabaseHasThem(isReadOnly: Bool) throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open(isReadOnly: isReadOnly)
    let text = "-- all\n/* of them */ select name, size, flag, id * 2 as twice from city;"

    #expect(try store.columns(ofSQL: text) == ["name", "size", "flag", "twice"])
    #expect(
      try rows(text, of: store) == [
        [.text("Rome"), .real(2.5), .data(.init([0, 255])), .integer(2)],
        [.null, .null, .null, .integer(4)],
      ])
    #expect(try rows("values (1), (2)", of: store).count == 2)
    #expect(try rows("pragma table_info(city)", of: store).count == 4)
  }

  @Test func readingEndsWhereNoMoreIsWanted() throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()
    var count = 0

    try store.enumerateRows(ofSQL: "select * from city") { _ in
      count += 1
      return false
    }

    #expect(count == 1)
  }

  @Test(arguments: [
    "delete from city", "update city set name = 'x'", "insert into city values (3, '', 0, 0)",
    "drop table city", "vacuum into '/tmp/x.db'", "attach 'x.db' as x", "begin", "",
    "with gone as (select 1) delete from city", "pragma user_version = 3",
    "/* select */ delete from city", "-- select\ndelete from city",
  ])
  func whatWritesIsRefused(text: String) throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()

    let error = #expect(throws: PersistenceError.self) { try rows(text, of: store) }

    #expect(error?.code == .readOnly)
    #expect(try rows("select count(*) from city", of: store) == [[.integer(2)]])
    #expect(try rows("pragma user_version", of: store) == [[.integer(0)]])
  }

  @Test(arguments: [
    ("select nope from city", "no such column: nope"),
    ("select 1; select 2", "one statement was expected"),
    ("selec", "SQL only looks here: SELECT, WITH, VALUES, EXPLAIN and PRAGMA"),
  ])
  func whatIsNoSQLIsExplained(text: String, words: String) throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()

    let error = #expect(throws: PersistenceError.self) { try store.columns(ofSQL: text) }

    #expect(error?.detail == words)
  }
}
