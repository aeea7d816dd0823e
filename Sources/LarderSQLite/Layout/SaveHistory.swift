import FoundationEssentials
public import LarderCore
public import LarderStore
import SQLiteDriver

/// The record that a store keeps of its saves: a transaction a save, a change an object.
struct SaveHistory {
  let connection: Connection
  let mapping: DatabaseMapping

  static func makeTables(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE TABLE larder_transactions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        date REAL NOT NULL,
        author TEXT
      ) STRICT;
      CREATE TABLE larder_changes (
        id INTEGER PRIMARY KEY,
        transaction_id INTEGER NOT NULL REFERENCES larder_transactions (id) ON DELETE CASCADE,
        entity TEXT NOT NULL,
        object INTEGER NOT NULL,
        kind TEXT NOT NULL,
        attributes TEXT,
        tombstone TEXT
      ) STRICT;
      CREATE INDEX larder_changes_index ON larder_changes (transaction_id);
      """)
  }

  /// Notes what a save does, in its own transaction.
  func record(
    _ changes: ChangeSet, _ remapping: [PersistentIdentifier: PersistentIdentifier],
    author: String?,
    date: Date
  ) throws -> Int64? {
    guard !changes.isEmpty else { return nil }
    try connection.run(
      "INSERT INTO larder_transactions (date, author) VALUES (?, ?)",
      [.real(date.timeIntervalSinceReferenceDate), author.map { .text($0) } ?? .null])
    let transaction = connection.lastInsertedRowID
    let statement = try connection.statement(
      for: """
        INSERT INTO larder_changes (transaction_id, entity, object, kind, attributes, tombstone)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    defer { connection.recycle(statement) }
    for change in changes.changes {
      let change = EntityTransaction.Change(change, remapping, in: mapping.schema)
      guard case .integer(let key) = change.identifier.primaryKey else { continue }
      try statement.bind([
        .integer(transaction), .text(change.identifier.entityName), .integer(key),
        .text(change.kind.rawValue), attributes(of: change), tombstone(of: change),
      ])
      try statement.run()
    }
    return transaction
  }

  private func attributes(of change: EntityTransaction.Change) -> SQLiteValue {
    guard change.kind == .update else { return .null }
    return json(.array(change.attributes.map { .text($0.rawValue) }))
  }

  private func tombstone(of change: EntityTransaction.Change) -> SQLiteValue {
    change.kind == .delete ? json(.object(change.tombstone)) : .null
  }

  private func json(_ value: AttributeValue) -> SQLiteValue {
    StoredJSON.text(of: value, .mixed).map { .text($0) } ?? .null
  }

  /// The transactions after one, oldest first; an entity stands for those below it too.
  func transactions(after: Int64?, of entity: EntityName?) throws -> [EntityTransaction] {
    let kinds = entity.map { entity in
      let names = mapping.schema.descendants(of: entity).union([entity]).sorted()
      let list = names.map { SQLText.text($0.rawValue) }.joined(by: ", ")
      return " AND c.entity IN (\(list))" as SQLText
    }
    let sql: SQLText = """
      SELECT t.id, t.date, t.author, c.kind, c.entity, c.object, c.attributes, c.tombstone
      FROM larder_transactions AS t JOIN larder_changes AS c ON c.transaction_id = t.id
      WHERE t.id > \(value: .integer(after ?? 0))\(kinds ?? "") ORDER BY t.id, c.id
      """
    let rows = try connection.rows(sql.text, sql.values)
    var transactions: [EntityTransaction] = []
    for row in rows {
      if transactions.last?.identifier != row.integer(0) { transactions.append(transaction(row)) }
      if let change = change(row) { transactions[transactions.count - 1].changes.append(change) }
    }
    return transactions
  }

  private func transaction(_ row: [SQLiteValue]) -> EntityTransaction {
    var seconds = 0.0
    if case .real(let number) = row[1] { seconds = number }
    return EntityTransaction(
      identifier: row.integer(0), date: Date(timeIntervalSinceReferenceDate: seconds),
      author: row[2] == .null ? nil : row.text(2), changes: [])
  }

  /// `nil` for a change of an entity that is no more.
  private func change(_ row: [SQLiteValue]) -> EntityTransaction.Change? {
    guard let kind = EntityTransaction.Change.Kind(rawValue: row.text(3)),
      let table = mapping.index(of: EntityName(row.text(4)))
    else { return nil }
    var change = EntityTransaction.Change(
      kind: kind,
      identifier: PersistentIdentifier(
        origin: mapping.origins[table], primaryKey: .integer(row.integer(5))))
    if case .array(let names)? = StoredJSON.value(of: row.text(6), .mixed) {
      change.attributes = names.compactMap {
        if case .text(let name) = $0 { AttributeName(name) } else { nil }
      }
    }
    if case .object(let object)? = StoredJSON.value(of: row.text(7), .mixed) {
      change.tombstone = object
    }
    return change
  }
}

extension SaveHistory {
  /// Forgets transactions; of the last of them a row without changes stays, which says that it was there.
  func delete(_ identifiers: Set<Int64>) throws {
    for identifier in identifiers {
      try connection.run(
        "DELETE FROM larder_changes WHERE transaction_id = ?", [.integer(identifier)])
    }
    guard let last = try lastDeleted else { return }
    try connection.run(
      """
      DELETE FROM larder_transactions WHERE id < ?
        AND NOT EXISTS (SELECT 1 FROM larder_changes WHERE transaction_id = larder_transactions.id)
      """,
      [.integer(last)])
  }

  var lastDeleted: Int64? {
    get throws {
      try number(
        """
        SELECT max(id) FROM larder_transactions
        WHERE NOT EXISTS (SELECT 1 FROM larder_changes WHERE transaction_id = larder_transactions.id)
        """)
    }
  }

  var last: Int64? {
    get throws { try number("SELECT max(id) FROM larder_transactions") }
  }

  private func number(_ sql: String) throws -> Int64? {
    guard case .integer(let number)? = try connection.value(sql) else { return nil }
    return number
  }
}

extension SQLiteStore: HistoryKeeping {
  public var keepsHistory: Bool { layout != nil }

  /// Empty for a database that larder did not make, which keeps no history.
  public func transactions(
    after: Int64?, of entity: EntityName?
  ) throws -> [EntityTransaction] {
    guard layout != nil else { return [] }
    return try pool.withConnection { lent in
      try SaveHistory(connection: lent.connection, mapping: mapping)
        .transactions(after: after, of: entity)
    }
  }

  public func deleteTransactions(_ identifiers: Set<Int64>) throws {
    guard layout != nil else { return }
    if let readOnlyReason { throw PersistenceError(.readOnly, detail: readOnlyReason) }
    try pool.withConnection { lent in
      try lent.connection.begin(.immediate)
      defer { lent.connection.rollback() }
      try SaveHistory(connection: lent.connection, mapping: mapping).delete(identifiers)
      try lent.connection.commit()
    }
  }

  public func lastDeletedTransaction() throws -> Int64? {
    guard layout != nil else { return nil }
    return try pool.withConnection { lent in
      try SaveHistory(connection: lent.connection, mapping: mapping).lastDeleted
    }
  }

  public func lastTransaction() throws -> Int64? {
    guard layout != nil else { return nil }
    return try pool.withConnection { lent in
      try SaveHistory(connection: lent.connection, mapping: mapping).last
    }
  }
}
