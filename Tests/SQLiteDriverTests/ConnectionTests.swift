import SQLiteDriver
import Testing

@Suite struct ConnectionTests {
  @Test func aMissingFileIsNotMadeUnlessAskedFor() throws {
    let place = try TemporaryDatabase()

    let error = #expect(throws: SQLiteError.self) { try Connection(path: place.path) }

    #expect(error?.code.primary == .cannotOpen)
    #expect(place.files.isEmpty)
  }

  @Test func anErrorNamesTheStatementAndThePlace() throws {
    let connection = try Connection(path: ":memory:", mode: .create)

    let error = #expect(throws: SQLiteError.self) { try connection.prepare("SELECT absent") }

    #expect(error?.code == .error)
    #expect(error?.message == "no such column: absent")
    #expect(error?.sql == "SELECT absent")
    #expect(error?.offset == 7)
  }

  @Test(arguments: [
    ("", "the text holds no statement"),
    (" -- only a comment", "the text holds no statement"),
    ("SELECT 1; SELECT 2", "one statement was expected"),
  ])
  func textThatIsNotOneStatementIsRefused(_ sql: String, _ message: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create)

    let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql) }

    #expect(error?.message == message)
  }

  @Test func aBrokenConstraintHasAnExtendedCode() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a UNIQUE, b NOT NULL); INSERT INTO t VALUES (1, 1)")

    let twice = #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO t VALUES (1, 1)")
    }
    let absent = #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO t VALUES (2, ?)", [.null])
    }

    #expect(twice?.code == .constraintUnique)
    #expect(twice?.code.primary == .constraint)
    #expect(absent?.code == .constraintNotNull)
    #expect(absent?.message == "NOT NULL constraint failed: t.b")
  }

  @Test func anImmutableDatabaseCannotBeWrittenAndLeavesNoFiles() throws {
    let place = try TemporaryDatabase()
    let writer = try Connection(path: place.path, mode: .create)
    try writer.execute("CREATE TABLE t (a); INSERT INTO t VALUES (7)")

    let reader = try Connection(path: place.path, mode: .immutable)

    #expect(reader.isReadOnly)
    #expect(try reader.value("SELECT a FROM t") == .integer(7))
    #expect(place.files == ["test 100%?#.db"])
    #expect(throws: SQLiteError.self) { try reader.execute("DELETE FROM t") }
  }

  @Test func aRolledBackTransactionChangesNothing() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a)")

    try connection.begin(.immediate)
    try connection.run("INSERT INTO t VALUES (1)")
    #expect(connection.isInTransaction)
    #expect(connection.changes == 1)
    connection.rollback()

    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM t") == .integer(0))
  }

  @Test func aSecondWriterIsToldThatTheDatabaseIsBusy() throws {
    let place = try TemporaryDatabase()
    let first = try Connection(path: place.path, mode: .create)
    let second = try Connection(path: place.path, mode: .readWrite)
    second.setBusyTimeout(milliseconds: 0)

    try first.begin(.immediate)
    let error = #expect(throws: SQLiteError.self) { try second.begin(.immediate) }

    #expect(error?.code.primary == .busy)
  }

  @Test func aBackupHoldsEverything() throws {
    let place = try TemporaryDatabase()
    let source = try Connection(path: ":memory:", mode: .create)
    try source.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")

    let copy = try Connection(path: place.path, mode: .create)
    try source.backup(to: copy)

    #expect(try copy.rows("SELECT a FROM t ORDER BY a") == [[.integer(1)], [.integer(2)]])
  }

  @Test func aProgressHandlerStopsAnEndlessStatement() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let interruption = Interruption()
    let mark = interruption.mark
    interruption.interrupt()
    connection.setProgressHandler(every: 100) { interruption.isInterrupted(since: mark) }
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

    let error = #expect(throws: SQLiteError.self) { try connection.value(endless) }

    #expect(error?.code == .interrupted)
    connection.setProgressHandler(every: 0, nil)
    #expect(try connection.value("SELECT 1") == .integer(1))
  }

  @Test func theDeclaredCollationOfAColumnIsKnown() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a TEXT COLLATE NOCASE, b TEXT)")

    #expect(connection.collation(ofColumn: "a", inTable: "t") == "NOCASE")
    #expect(connection.collation(ofColumn: "b", inTable: "t") == "BINARY")
    #expect(connection.collation(ofColumn: "none", inTable: "t") == "BINARY")
  }
}
