import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct HistoryTests {
  @Test func eachSaveIsATransactionWithItsChangesAndTombstones() throws {
    let new = try LayoutStore(LayoutSchemas.library, author: "Ada")
    let author = try new.insert("Author", ("name", .text("Ursula")))
    _ = try new.context.save()
    let identifier = new.context.permanentIdentifier(for: author)
    _ = try new.context.perform(
      .update(
        .objects([identifier]), [.init(AttributePath("name"), .value(.text("Octavia")))]),
      in: "store")
    _ = try new.context.save()
    _ = try new.context.perform(.delete(.objects([identifier])), in: "store")
    _ = try new.context.save()

    let history = try new.reopened().transactions(after: nil, of: nil)

    let name = AttributeObject([.init(name: "name", value: .text("Octavia"))])
    #expect(
      history.map(\.changes) == [
        [.init(kind: .insert, identifier: identifier)],
        [.init(kind: .update, identifier: identifier, attributes: ["name"])],
        [.init(kind: .delete, identifier: identifier, tombstone: name)],
      ])
    #expect(history.map(\.author) == ["Ada", "Ada", "Ada"])
    #expect(history.map(\.identifier) == [1, 2, 3])
  }

  @Test func historyIsAskedOfAnEntityAndFromATransactionOn() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    for entity in ["Author", "Genre", "Author"] as [EntityName] {
      try new.insert(entity, ("name", .text("\(new.context.undoCount)")))
      _ = try new.context.save()
    }

    #expect(try new.store.transactions(after: nil, of: "Author").map(\.identifier) == [1, 3])
    #expect(try new.store.transactions(after: 1, of: nil).map(\.identifier) == [2, 3])
    #expect(try new.store.transactions(after: 3, of: nil).isEmpty)
    #expect(try new.store.transactions(after: nil, of: nil).first?.author == nil)
  }

  @Test func aSaveThatFailsLeavesNoTransaction() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    try new.insert("Genre", ("name", .text("SF")))
    try Connection(path: new.path).execute(
      "CREATE TRIGGER t BEFORE INSERT ON Genre BEGIN SELECT raise(ABORT, 'no'); END")

    #expect(throws: PersistenceError.self) { try new.context.save() }

    #expect(try new.store.transactions(after: nil, of: nil).isEmpty)
    #expect(try new.sql("SELECT * FROM larder_transactions").isEmpty)
  }

  @Test func whatIsForgottenIsRememberedByTheFile() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    for name in ["a", "b", "c"] {
      try new.insert("Genre", ("name", .text(name)))
      _ = try new.context.save()
    }
    #expect(try new.store.lastDeletedTransaction() == nil)
    try new.store.deleteTransactions([1, 2, 9])

    let again = try new.reopened()
    #expect(try again.transactions(after: nil, of: nil).map(\.identifier) == [3])
    #expect(try again.lastDeletedTransaction() == 2)
    #expect(try again.lastTransaction() == 3)
    #expect(try new.sql("SELECT id FROM larder_transactions").count == 2, "a row is left as a mark")
    try again.deleteTransactions([3])
    #expect(try again.transactions(after: nil, of: nil).isEmpty)
    #expect(try again.lastDeletedTransaction() == 3)
  }

  @Test func aDatabaseOfOthersHasNoHistory() throws {
    let database = try TestDatabase("CREATE TABLE t (a)")
    #expect(try database.open().transactions(after: nil, of: nil).isEmpty)
  }
}
