import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Real databases beside the package; where they are absent, these tests do not run.
private enum Samples {
  static let folder: String = {
    let package = #filePath.split(separator: "/").dropLast(3).map(String.init)
    let candidates = ["../shared/data/sqlite", "../../shared/data/sqlite"]
    let paths = candidates.map { "/" + package.joined(separator: "/") + "/" + $0 }
    return paths.first { access($0, R_OK) == 0 } ?? ""
  }()

  static var names: [String] {
    folder.isEmpty
      ? []
      : [
        "calibre-metadata.db", "chinook.sqlite", "northwind-built.sqlite", "sql-murder-mystery.db",
      ]
  }

  static func path(_ name: String) -> String { folder + "/" + name }
}

@Suite(.enabled(if: !Samples.folder.isEmpty, "the sample databases are not here"))
struct SampleDatabaseTests {
  @Test(arguments: Samples.names)
  func everyTableIsCountedAsSQLiteCountsIt(_ name: String) throws {
    let store = try SQLiteStore.open(path: Samples.path(name))
    let connection = try Connection(path: Samples.path(name), mode: .immutable)

    for entity in store.schema.entities {
      let expected = try connection.value("SELECT count(*) FROM \"\(entity.name)\"")
      let descriptor = EntityFetchDescriptor(entity: entity.name)
      #expect(try .integer(Int64(store.count(descriptor))) == expected, "\(entity.name)")
      let read = try store.enumerate(descriptor) { _ in true }.returned
      #expect(.integer(Int64(read)) == expected, "\(entity.name)")
    }
  }

  @Test func whatCannotBeReadIsListedWithTheReason() throws {
    let store = try SQLiteStore.open(path: Samples.path("calibre-metadata.db"))

    let functions = store.unreadable.filter { $0.reason == "no such function: books_list_filter" }
    #expect(functions.count == 5)
    #expect(store.schema.entity("books") != nil)
    #expect(store.schema.entity("meta") == nil)
  }
}
