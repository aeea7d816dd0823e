import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver
import Testing

/// Two programs at one database.
@Suite struct ConflictTests {
  private static let sql = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT);
    INSERT INTO t VALUES (1, 'a1', 'b1'), (2, 'a2', 'b2');
    """

  private func snapshot(_ store: SQLiteStore, _ key: Int64) throws -> EntitySnapshot {
    try #require(
      try store.objects("t", where: .comparison(.equal, .path("id"), .integer(key))).first)
  }

  @Test func editsOfDifferentAttributesBothLand() throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()
    let before = try snapshot(store, 1)
    try database.connection().execute("UPDATE t SET b = 'theirs' WHERE id = 1")

    var after = before
    after["a"] = .text("mine")
    let result = try store.apply(ChangeSet([.update(before: before, after: after)]))

    #expect(result.snapshots[before.identifier]?["b"] == .text("theirs"))
    #expect(
      try database.connection().rows("SELECT a, b FROM t WHERE id = 1") == [
        [.text("mine"), .text("theirs")]
      ])
  }

  @Test func anEditOfAValueThatChangedMeanwhileIsAConflictAndNothingIsWritten() throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()
    let (first, second) = (try snapshot(store, 1), try snapshot(store, 2))
    try database.connection().execute("UPDATE t SET a = 'theirs' WHERE id = 1")

    var (mine, other) = (first, second)
    mine["a"] = .text("mine")
    other["a"] = .text("also mine")
    let error = #expect(throws: PersistenceError.self) {
      try store.apply(
        ChangeSet([.update(before: second, after: other), .update(before: first, after: mine)]))
    }

    #expect(error?.code == .conflict)
    #expect(error?.conflicts.map(\.identifier) == [first.identifier])
    #expect(error?.conflicts.first?.stored?["a"] == .text("theirs"))
    #expect(
      try database.connection().rows("SELECT a FROM t ORDER BY id") == [
        [.text("theirs")], [.text("a2")],
      ])
  }

  @Test func aDeleteOfAnObjectThatIsGoneOrChangedIsAConflict() throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()
    let (first, second) = (try snapshot(store, 1), try snapshot(store, 2))
    try database.connection().execute(
      "DELETE FROM t WHERE id = 1; UPDATE t SET b = NULL WHERE id = 2")

    let error = #expect(throws: PersistenceError.self) {
      try store.apply(ChangeSet([.delete(first), .delete(second)]))
    }

    #expect(error?.conflicts.map(\.identifier) == [first.identifier, second.identifier])
    #expect(error?.conflicts.first?.stored == nil)
  }

  @Test func aReadOnlyStoreRefusesToWrite() throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open(isReadOnly: true)
    let first = try snapshot(store, 1)

    let error = #expect(throws: PersistenceError.self) {
      try store.apply(ChangeSet([.delete(first)]))
    }

    #expect(error?.code == .readOnly)
    #expect(store.readOnlyReason == "it was opened to be read only")
  }

  @Test func aReadMayRunInsideARead() throws {
    let database = try TestDatabase(Self.sql)
    let store = try database.open()
    var seen: [Int] = []

    try store.enumerate(EntityFetchDescriptor(entity: "t")) { snapshot in
      seen.append(try store.snapshots(for: [snapshot.identifier]).count)
      return true
    }

    #expect(seen == [1, 1])
  }
}
