import FoundationEssentials
import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// A carry-over to another schema is killed before some of its system calls: the old schema stands or the
/// new one, with all objects, and a backup is never a part of one.
@Suite(.serialized) struct KilledMigrationTests {
  private static let variable = "LARDER_MIGRATE_AND_BE_KILLED"
  static let isWorker = getenv(variable) != nil

  private static let old = LayoutSchemas.library

  /// A new attribute, a renamed one and a new entity, so that every table is made anew.
  private static let new = {
    var schema = LayoutSchemas.library
    schema.entities[1].attributes.append(
      .init(name: "isbn", type: .text, defaultValue: .text("none")))
    schema.entities[2].attributes[0].name = "title"
    schema.entities[2].attributes[0].originalName = "name"
    schema.entities.append(EntitySchema.Entity(name: "Shelf"))
    return schema
  }()

  @Test(.enabled(if: isWorker, "only run by the test beside it, to be killed"))
  func migrates() throws {
    let path = try #require(getenv(Self.variable).map { String(cString: $0) })
    _ = try SQLiteStore.open(path: path, options: .init(schema: Self.new))
  }

  /// System calls that change files, with the times at which to kill.
  private static let calls = [
    ("pwrite64", [1, 9, 30, 60, 90, 60_000]), ("fdatasync", [2, 4]), ("rename", [1]),
    ("unlink", [1, 3]),
  ]

  @Test(
    .enabled(
      if: ChildProcess.canTrace, "SKIPPED: strace is missing or may not trace: apt install strace"),
    .enabled(if: !isWorker, "this is the process to be killed"), arguments: ["delete", "wal"])
  func aKilledMigrationLeavesTheOldSchemaOrTheNewOne(_ journal: String) throws {
    let command = try #require(ChildProcess.command(running: "KilledMigrationTests/migrates"))
    var seen: Set<Bool> = []
    for (call, numbers) in Self.calls {
      for number in numbers {
        let filled = try Self.filledStore(journal)
        let killing = ChildProcess.killing(at: call, number)
        let status = ChildProcess.run(killing + command, [Self.variable: filled.path])

        // Killed, or done.
        #expect(status == -1 || status == 0)
        let isNew = try Self.check(filled, "killed at \(call) number \(number)")
        seen.insert(isNew)
        if status == 0 {
          #expect(isNew)
          break
        }
      }
    }
    #expect(seen == [true, false])
  }

  private static func filledStore(_ journal: String) throws -> LayoutStore {
    let filled = try LayoutStore(old)
    _ = try filled.sql("PRAGMA journal_mode = \(journal)")
    let genre = try filled.insert("Genre", ("name", .text("SF")))
    for author in 1...3 {
      let name = AttributeValue.text("author \(author)")
      let identifier = try filled.insert("Author", ("name", name))
      for book in 1...20 {
        try filled.insert(
          "Book", ("title", .text(String(repeating: "\(book) ", count: 200))),
          ("author", .identifier(identifier)), ("genres", .array([.identifier(genre)])))
      }
    }
    _ = try filled.context.save()
    return filled
  }

  /// Whether the store has the new schema; it, and any backup, is checked to be whole.
  private static func check(_ filled: LayoutStore, _ comment: Comment) throws -> Bool {
    let names = try FileManager.default.contentsOfDirectory(atPath: filled.folder.path)
    let backups = names.filter { $0.hasPrefix("new.sqlite.backup-") && !$0.contains("unfinished") }
    for name in backups {
      let path = filled.folder.path(of: name)
      let backup = try SQLiteStore.open(path: path, options: .init(isReadOnly: true))
      #expect(backup.schema.entities == old.entities, comment)
      try checkObjects(of: backup, comment)
    }
    let store = try filled.reopened()
    let isNew = store.schema.entities == new.entities
    #expect(isNew || store.schema.entities == old.entities, comment)
    #expect(!isNew || backups == ["new.sqlite.backup-1.0.0"], comment)
    try checkObjects(of: store, comment)
    #expect(try filled.sql("PRAGMA integrity_check") == [[.text("ok")]], comment)
    #expect(try filled.sql("PRAGMA foreign_key_check").isEmpty, comment)

    // What a killed carry-over leaves behind is in nobody's way.
    let again = try filled.reopened(new)
    #expect(again.schema.entities == new.entities, comment)
    try checkObjects(of: again, comment)
    return isNew
  }

  private static func checkObjects(of store: SQLiteStore, _ comment: Comment) throws {
    let books = try store.objects(
      "Book", where: .comparison(.equal, .path("author", "name"), .text("author 2")))
    #expect(books.count == 20, comment)
    let genre = try #require(store.objects("Genre").first, comment)
    #expect((genre["title"] ?? genre["name"]) == .text("SF"), comment)
    let shared = try store.destinations(of: "books", from: [genre.identifier])
    #expect(shared[genre.identifier]?.count == 60, comment)
  }
}
