import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver
import Testing

@Suite(.enabled(if: SampleDatabase.areHere, "the sample databases are not here"))
struct SampleDatabaseTests {
  @Test(arguments: SampleDatabase.allCases)
  func everyTableIsCountedAsSQLiteCountsIt(_ sample: SampleDatabase) throws {
    let store = try SQLiteStore.open(path: sample.path)
    let connection = try sample.connection()

    for entity in store.schema.entities {
      let expected = try connection.value("SELECT count(*) FROM \"\(entity.name)\"")
      let descriptor = EntityFetchDescriptor(entity: entity.name)
      #expect(try .integer(Int64(store.count(descriptor))) == expected, "\(entity.name)")
      let read = try store.enumerate(descriptor) { _ in true }.returned
      #expect(.integer(Int64(read)) == expected, "\(entity.name)")
    }
  }

  @Test(arguments: SampleDatabase.allCases)
  func everyTableAndViewIsAnEntityOrListedAsUnreadable(_ sample: SampleDatabase) throws {
    let store = try SQLiteStore.open(path: sample.path)
    let names = try sample.connection().rows(
      """
      SELECT name FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """)

    let known = store.schema.entities.map(\.name.rawValue) + store.unreadable.map(\.name)
    #expect(known.sorted() == names.map { if case .text(let name) = $0[0] { name } else { "" } })
  }

  @Test func whatCannotBeReadIsListedWithTheReason() throws {
    let store = try SQLiteStore.open(path: SampleDatabase.calibre.path)

    let functions = store.unreadable.filter { $0.reason == "no such function: books_list_filter" }
    #expect(functions.count == 5)
    #expect(store.schema.entity("books") != nil)
    #expect(store.schema.entity("meta") == nil)
  }
}
