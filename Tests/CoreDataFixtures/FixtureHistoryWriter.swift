import SQLiteDriver

@testable import LarderCoreData

/// Writes a fixture's history.
struct FixtureHistoryWriter {
  private let fixture: CoreDataFixture
  private let history: CoreDataFixture.History
  private let hierarchy: ModelHierarchy

  static let bundle = "org.example.fixture"
  static let process = "Fixture"

  init(_ fixture: CoreDataFixture, _ history: CoreDataFixture.History) {
    self.fixture = fixture
    self.history = history
    hierarchy = ModelHierarchy(fixture.model)
  }

  /// The names in a history, each once, in the order of their keys.
  static func strings(of transactions: [FixtureTransaction]) -> [String] {
    var strings: [String] = []
    for transaction in transactions {
      for text in [bundle, process, transaction.author, transaction.contextName] {
        if let text, !strings.contains(text) { strings.append(text) }
      }
    }
    return strings
  }

  func write(to connection: Connection) throws {
    let strings = Self.strings(of: fixture.transactions)
    if history == .interned {
      for (index, text) in strings.enumerated() {
        try connection.run(
          "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, 16003, ?)",
          [.integer(Int64(index + 1)), .text(text)])
      }
    }
    var change: Int64 = 0
    for (index, transaction) in fixture.transactions.enumerated() {
      try write(transaction, key: Int64(index + 1), strings, to: connection)
      for item in transaction.changes {
        change += 1
        try write(item, key: change, transaction: Int64(index + 1), to: connection)
      }
    }
  }

  private func write(
    _ transaction: FixtureTransaction, key: Int64, _ strings: [String], to connection: Connection
  ) throws {
    let texts = [transaction.author, Self.bundle, transaction.contextName, Self.process]
    let columns: String
    let values: [SQLiteValue]
    switch history {
    case .inline:
      columns = "ZAUTHOR, ZBUNDLEID, ZCONTEXTNAME, ZPROCESSID"
      values = texts.map { $0.map(SQLiteValue.text) ?? .null }
    case .interned:
      columns = "ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS"
      values = texts.map { text in
        text.flatMap(strings.firstIndex).map { .integer(Int64($0 + 1)) } ?? .null
      }
    }
    try connection.run(
      """
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, \(columns))
      VALUES (?, 16002, ?, ?, ?, ?, ?)
      """, [.integer(key), .real(transaction.timestamp)] + values)
  }

  private func write(
    _ change: FixtureChange, key: Int64, transaction: Int64, to connection: Connection
  ) throws {
    let tombstones = change.tombstones.indices.map { ", ZTOMBSTONE\($0)" }.joined()
    let places = change.tombstones.map { _ in ", ?" }.joined()
    try connection.run(
      """
      INSERT INTO ACHANGE
      (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(tombstones))
      VALUES (?, 16001, ?, ?, ?, ?, ?\(places))
      """,
      [
        .integer(key), .integer(change.kind.rawValue),
        .integer(Int64(hierarchy.number(of: change.object.entity) ?? 0)),
        .integer(change.object.key), .integer(transaction),
        change.columns.map(SQLiteValue.blob) ?? .null,
      ] + change.tombstones)
  }
}
