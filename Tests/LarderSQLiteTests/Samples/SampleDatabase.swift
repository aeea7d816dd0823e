import FoundationEssentials
import Glibc
import LarderCore
import LarderQuery
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Real databases beside the package; where they are absent, tests of them do not run.
enum SampleDatabase: String, CaseIterable, Sendable {
  case calibre = "calibre-metadata.db"
  case chinook = "chinook.sqlite"
  case murderMystery = "sql-murder-mystery.db"
  case northwind = "northwind-built.sqlite"

  private static let folder: String = {
    let package = #filePath.split(separator: "/").dropLast(4).map(String.init)
    let candidates = ["../shared/data/sqlite", "../../shared/data/sqlite"]
    let paths = candidates.map { "/" + package.joined(separator: "/") + "/" + $0 }
    return paths.first { access($0, R_OK) == 0 } ?? ""
  }()

  static var areHere: Bool { !folder.isEmpty }

  var path: String { Self.folder + "/" + rawValue }

  /// SQLite itself over the file.
  func connection() throws -> Connection { try Connection(path: path, mode: .immutable) }

  /// A copy that may be changed, in a folder.
  func copy(into folder: TemporaryFolder) throws -> String {
    let copy = folder.path(of: rawValue)
    try connection().backup(to: Connection(path: copy, mode: .create))
    return copy
  }
}

/// A store in which statements of the query language are run, as in the shell.
struct QueriedStore: ResolutionScope {
  let store: SQLiteStore
  let context = EntityContext()

  init(_ store: SQLiteStore) throws {
    self.store = store
    try context.attach(store, as: "store")
  }

  var stores: [(name: String, schema: EntitySchema)] { [("store", store.schema)] }
  var currentStore: String? { "store" }
  var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

  func object(at row: Int) -> PersistentIdentifier? { nil }
  func variable(_ name: String) -> ResolutionVariable? { nil }
  func parameter(_ name: String) -> AttributeValue? { nil }

  func handleIdentifier(
    entity: String?, key: PersistentIdentifier.PrimaryKey
  ) -> PersistentIdentifier? { nil }

  /// The query that a text is; a problem of the text is recorded.
  func query(_ text: String) throws -> EntityQuery {
    let script = Parser.parse(text)
    try #require(
      script.diagnostics.isEmpty && script.statements.count == 1, "\(script.diagnostics)")
    guard case .query(let query, _) = try Resolver(scope: self).resolve(script.statements[0]).get()
    else { throw PersistenceError(.unsupported, detail: "no query: \(text)") }
    return query
  }
}
