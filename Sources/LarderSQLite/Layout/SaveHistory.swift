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
  ) throws {
    guard !changes.isEmpty else { return }
    try connection.run(
      "INSERT INTO larder_transactions (date, author) VALUES (?, ?)",
      [.real(date.timeIntervalSinceReferenceDate), author.map { .text($0) } ?? .null])
    let transaction = connection.lastInsertedRowID
    for change in changes.changes {
      let identifier = remapping[change.identifier] ?? change.identifier
      guard case .integer(let key) = identifier.primaryKey else { continue }
      try connection.run(
        """
        INSERT INTO larder_changes (transaction_id, entity, object, kind, attributes, tombstone)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(transaction), .text(identifier.entityName), .integer(key),
          .text(change.kind.rawValue), attributes(of: change), tombstone(of: change),
        ])
    }
  }

  private func attributes(of change: ChangeSet.Change) -> SQLiteValue {
    guard case .update(let before, let after) = change else { return .null }
    let changed = after.layout.names.filter { after[$0] != nil && before[$0] != after[$0] }
    return json(.array(changed.map { .text($0.rawValue) }))
  }

  private func tombstone(of change: ChangeSet.Change) -> SQLiteValue {
    guard case .delete(let snapshot) = change else { return .null }
    let unique = mapping.schema.allAttributes(of: snapshot.entityName).filter(\.isUnique)
    let members = unique.compactMap { attribute in
      snapshot[attribute.name].map { AttributeObject.Member(name: attribute.name, value: $0) }
    }
    return json(.object(AttributeObject(members)))
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

extension ChangeSet.Change {
  fileprivate var kind: EntityTransaction.Change.Kind {
    switch self {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}

extension SQLiteStore: HistoryProviding {
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
}
