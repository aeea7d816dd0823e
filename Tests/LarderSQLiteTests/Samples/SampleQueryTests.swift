import FoundationEssentials
import LarderCore
import LarderQuery
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Queries as a user writes them, each beside SQL written by hand: both give the same rows.
@Suite(.enabled(if: SampleDatabase.areHere, "the sample databases are not here"))
struct SampleQueryTests {
  @Test(
    arguments: [
      (.chinook, SampleQuery.chinook), (.murderMystery, SampleQuery.murderMystery),
      (.northwind, SampleQuery.northwind),
    ] as [(SampleDatabase, [SampleQuery])])
  func queriesAnswerAsSQLDoes(_ sample: SampleDatabase, _ queries: [SampleQuery]) throws {
    let store = try SQLiteStore.open(path: sample.path)
    let connection = try sample.connection()
    for query in queries { try check(query, store, connection) }
  }

  /// The library comes without a book, and without foreign keys: books are put in, and models declare
  /// what leads where.
  @Test func queriesOfADeclaredSchemaAnswerAsSQLDoes() throws {
    let folder = try TemporaryFolder()
    let path = try SampleDatabase.calibre.copy(into: folder)
    let connection = try Connection(path: path)
    try connection.execute(CalibreLibrary.books)
    let (schema, problems) = ModelReader.entities(from: CalibreLibrary.models)
    try #require(problems.isEmpty, "\(problems)")
    let store = try SQLiteStore.open(path: path, options: .init(schema: schema))
    for query in SampleQuery.calibre { try check(query, store, connection) }
  }

  private func check(
    _ query: SampleQuery, _ store: SQLiteStore, _ connection: Connection
  ) throws {
    let queried = try QueriedStore(store)
    let resolved = try queried.query(query.text)
    let expected = try connection.rows(query.sql)

    let found = try rows(of: resolved, queried, connection, sql: query.sql)

    #expect(!expected.isEmpty, "\(query.text)")
    #expect(found.count == expected.count, "\(query.text)")
    for (row, other) in zip(found, expected)
    where row.count != other.count
      || !zip(row, other).allSatisfy({ isSame($0, $1, connection) })
    {
      Issue.record("\(query.text)\nlarder: \(row)\nSQL:    \(other)")
    }
    let descriptor = resolved.descriptor
    let isPushed =
      descriptor.predicate.map { store.pushDown(for: $0, of: descriptor.entity) == .exact } ?? true
    #expect(isPushed == query.isPushed, "\(query.text)")
  }

  /// The selected values, or those of whole objects by the names of the SQL's columns.
  private func rows(
    of query: EntityQuery, _ queried: QueriedStore, _ connection: Connection, sql: String
  ) throws -> [[AttributeValue?]] {
    switch try queried.context.run(query, in: "store") {
    case .rows(_, let rows): return rows
    case .count(let count): return [[.integer(Int64(count))]]
    case .objects(let objects):
      let statement = try connection.prepare(sql)
      let names = (0..<statement.columnCount).map(statement.columnName)
      return objects.map { object in
        names.map { object[AttributeName($0 + "_id")] ?? object[AttributeName($0)] }
      }
    }
  }

  /// Whether a value means what a column holds; reals may differ in the order of their additions.
  private func isSame(
    _ value: AttributeValue?, _ stored: SQLiteValue, _ connection: Connection
  ) -> Bool {
    switch (value, stored) {
    case (nil, .null), (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.bool(let a), .integer(let b)): (a ? 1 : 0) == b
    case (.real(let a), .real(let b)): abs(a - b) <= 1e-12 * max(abs(a), abs(b))
    case (.real(let a), .integer(let b)), (.integer(let b), .real(let a)): a == Double(b)
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.data(let a), .blob(let b)): Array(a) == b
    case (.date(let date), .text(let text)):
      (try? connection.rows("SELECT unixepoch(?)", [.text(text)]))
        == [[.integer(Int64(date.timeIntervalSince1970))]]
    case (.identifier(let identifier), .integer(let key)): identifier.primaryKey == .integer(key)
    case (.identifier(let identifier), .text(let key)): identifier.primaryKey == .text(key)
    default: false
    }
  }
}
