import LarderCore
import SQLiteDriver

/// What stands in the first rows of a table, a column after the other.
struct ColumnSample {
  private(set) var observations: [Observation]

  /// Rows that are looked at.
  static let rowCount = 1000

  struct Observation {
    var integers = 0
    var reals = 0
    var texts = 0
    var blobs = 0
    var nulls = 0

    /// Integers that are 0 or 1.
    var truthValues = 0

    /// Texts that are dates.
    var dates = 0

    /// The first text that is a date.
    var firstDate: String?

    var valueCount: Int { integers + reals + texts + blobs }
  }

  /// Looks at a table; a view that takes long, or that cannot be computed, is left as it is.
  init(of table: Catalog.Table, _ connection: Connection) throws(SQLiteError) {
    observations = Array(repeating: Observation(), count: table.columns.count)
    let names = table.columns.map(\.name.sqlName).joined(separator: ", ")
    guard !names.isEmpty else { return }
    let isVirtual = table.kind != .table
    var calls = 0
    connection.setProgressHandler(every: 1000) {
      calls += 1
      return calls > 200
    }
    defer { connection.setProgressHandler(every: 0, nil) }
    do {
      let statement = try connection.prepare(
        "SELECT \(names) FROM \(table.name.sqlName) LIMIT \(ColumnSample.rowCount)")
      while try statement.step() {
        for index in observations.indices { observations[index].add(statement, at: index) }
      }
    } catch {
      guard isVirtual || error.code.primary == .interrupted else { throw error }
    }
  }
}

extension ColumnSample.Observation {
  fileprivate mutating func add(_ statement: Statement, at index: Int) {
    switch statement.kind(at: index) {
    case .null: nulls += 1
    case .integer:
      integers += 1
      if (0...1).contains(statement.integer(at: index)) { truthValues += 1 }
    case .real: reals += 1
    case .text:
      texts += 1
      if statement.withTextBytes(at: index, StoredDate.date) != nil {
        dates += 1
        firstDate = firstDate ?? statement.text(at: index)
      }
    case .blob: blobs += 1
    }
  }
}
