import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct OpeningTests {
  private func files(beside database: TestDatabase) -> [String] {
    guard let directory = opendir(database.folder.path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  @Test func aMissingFileIsUnavailable() throws {
    let folder = try TemporaryFolder()

    let error = #expect(throws: PersistenceError.self) {
      try SQLiteStore.open(path: folder.path(of: "none.db"))
    }

    #expect(error?.code == .unavailable)
    #expect(error?.detail == "\(folder.path(of: "none.db")): No such file or directory")
  }

  @Test(arguments: ["{\"a\": 1}", "SQLite format 2\0 and more", "x"])
  func aForeignOrEncryptedFileIsCorrupt(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text: text, to: "file.db")

    let error = #expect(throws: PersistenceError.self) { try SQLiteStore.open(path: path) }

    #expect(error?.code == .corrupt)
    #expect(error?.detail == "\(path) is no SQLite database, or it is encrypted")
  }

  @Test(arguments: [16, 20, 100, 2_000])
  func aFileCutShortIsCorrupt(_ length: Int) throws {
    let database = try TestDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let bytes = try database.folder.bytes(of: "test.db")
    let path = try database.folder.write(bytes.prefix(length), to: "cut.db")

    let error = #expect(throws: PersistenceError.self) { try SQLiteStore.open(path: path) }

    #expect(error?.code == .corrupt)
  }

  @Test func anEmptyFileIsAnEmptyDatabase() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "empty.db")

    #expect(try SQLiteStore.open(path: path).schema.entities.isEmpty)
  }

  @Test func aReadOnlyOpeningOfAWALDatabaseLeavesNoFiles() throws {
    let database = try TestDatabase(
      "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    #expect(files(beside: database) == ["test.db"])

    do {
      let store = try database.open(isReadOnly: true)
      #expect(try store.count(EntityFetchDescriptor(entity: "t")) == 1)
    }

    #expect(files(beside: database) == ["test.db"])
  }

  @Test func aWALBesideTheFileIsNeverIgnored() throws {
    let database = try TestDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    let reader = try database.open(isReadOnly: true)
    #expect(try reader.count(EntityFetchDescriptor(entity: "t")) == 0)

    let writer = try database.connection()
    try writer.execute("INSERT INTO t VALUES (1)")

    #expect(files(beside: database).contains("test.db-wal"))
    #expect(try reader.count(EntityFetchDescriptor(entity: "t")) == 1)
    try writer.execute("INSERT INTO t VALUES (2)")
    #expect(try reader.count(EntityFetchDescriptor(entity: "t")) == 2)
  }

  @Test func theWALOfAWriterThatDiedIsReadWithoutLeavingFiles() throws {
    let database = try TestDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    let writer = try database.connection()
    try writer.execute("INSERT INTO t VALUES (1)")
    let copy = try TemporaryFolder()
    for suffix in ["", "-wal"] {
      try copy.write(try database.folder.bytes(of: "test.db" + suffix), to: "copy.db" + suffix)
    }

    let store = try SQLiteStore.open(
      path: copy.path(of: "copy.db"), options: .init(isReadOnly: true))

    #expect(try store.count(EntityFetchDescriptor(entity: "t")) == 1)
    #expect(access(copy.path(of: "copy.db-shm"), F_OK) != 0)
  }

  @Test func viewsThatCannotBeReadStopNothingElse() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (a); INSERT INTO t VALUES (1);
      CREATE VIEW good AS SELECT a + 1 AS b FROM t;
      CREATE VIEW gone AS SELECT * FROM missing;
      CREATE VIEW odd AS SELECT no_such_function(a) FROM t
      """)
    let store = try database.open()

    #expect(
      store.unreadable == [
        UnreadableTable(name: "gone", reason: "no such table: main.missing"),
        UnreadableTable(name: "odd", reason: "no such function: no_such_function"),
      ])
    #expect(store.schema.entities.map(\.name) == ["t", "good"])
    #expect(store.schema.entity("good")?.isReadOnly == true)
    #expect(try store.objects("good").map { $0["b"] } == [.integer(2)])
  }

  @Test func namesMayHoldAnything() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE "my ""best"" 🏔️ table" ("a b" TEXT, "select" INTEGER, "x""y" REAL);
      INSERT INTO "my ""best"" 🏔️ table" VALUES ('one', 2, 3.5)
      """)
    let store = try database.open()
    let entity = try #require(store.schema.entities.first)

    let found = try store.objects(
      entity.name, where: .comparison(.equal, .path("x\"y"), .value(.real(3.5))))

    #expect(entity.name == "my \"best\" 🏔️ table")
    #expect(found.first?["a b"] == .text("one"))
    #expect(found.first?["select"] == .integer(2))
  }

  @Test func aDatabaseInUTF16IsReadAlike() throws {
    let database = try TestDatabase(
      """
      PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO t VALUES (1, 'é'), (2, 'z'), (3, '🏔️'), (4, 'a')
      """)
    let store = try database.open()

    let sorted = try store.objects("t", sortedBy: [EntitySortDescriptor(.path("a"))])

    #expect(sorted.map { $0["a"] } == ["a", "z", "é", "🏔️"].map { .text($0) })
    #expect(
      try store.keys("t", where: .comparison(.equal, .path("a"), .text("e\u{301}"))) == [
        .integer(1)
      ])
  }

  @Test func aReadIsStoppedFromAnotherThread() throws {
    let database = try TestDatabase(
      """
      CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i FROM n
      """)
    let store = try database.open()
    var rows = 0

    let error = #expect(throws: PersistenceError.self) {
      try store.enumerate(EntityFetchDescriptor(entity: "endless")) { _ in
        rows += 1
        if rows == 3 { store.interrupt() }
        return true
      }
    }

    #expect(error?.code == .cancelled)
    #expect(rows == 3)
  }

  @Test func anInterruptionIsOverWithTheOperation() throws {
    let database = try TestDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let store = try database.open()

    store.interrupt()

    #expect(try store.count(EntityFetchDescriptor(entity: "t")) == 1)
  }
}
