import LarderCore
import LarderSQLite
import SQLiteDriver

/// Writes one change set inside a transaction, with the bookkeeping that the format asks for: keys,
/// versions of rows, both ends of links, history.
struct StoreWriter {
  let reader: DatabaseReader
  let hierarchy: ModelHierarchy
  let names: StoreTables
  let numbers: [String: Int64]
  let kept: KeptForms

  /// The permanent identifiers of what was inserted.
  var remapping: [PersistentIdentifier: PersistentIdentifier] = [:]

  /// What became of rows, in the order in which it did.
  var touched: [TouchedRow] = []
  private var places: [PersistentIdentifier: Int] = [:]

  /// Files of values that are no longer referred to; to be removed once the transaction is kept.
  var orphanedFiles: Set<String> = []

  var mapping: DatabaseMapping { reader.mapping }
  var connection: Connection { reader.lent.connection }

  /// A row that was written, for its version and for the history.
  struct TouchedRow {
    enum Kind: Int64 { case insert = 0, update, delete }

    var kind: Kind
    var identifier: PersistentIdentifier

    /// The properties that an update changed; none where only a link from elsewhere did.
    var properties: Set<AttributeName> = []

    /// Of a deleted row: the values that the history keeps.
    var tombstone: [SQLiteValue] = []
  }

  init(
    _ reader: DatabaseReader, model: ManagedObjectModel, names: StoreTables,
    numbers: [String: Int64], kept: KeptForms
  ) {
    self.reader = reader
    hierarchy = ModelHierarchy(model)
    self.names = names
    self.numbers = numbers
    self.kept = kept
  }

  /// - Throws: ``PersistenceError``: `store.conflict`, `store.not-unique`, `store.object-not-found`,
  ///   `store.unsupported` for an entity that the store has no number for; `SQLiteError`.
  mutating func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    try reader.checkConflicts(changes)
    try write(changes.repairs)
    for case .delete(let snapshot) in changes.changes { try delete(snapshot) }
    try giveKeys(changes)
    for case .update(let before, let after) in changes.changes {
      try setUniqueAside(from: before, to: after)
    }
    for change in changes.changes {
      WorkProgress.shared.advance()
      switch change {
      case .insert(let snapshot, _): try insert(snapshot)
      case .update(let before, let after): try update(from: before, to: after)
      case .delete: break
      }
    }
    for change in changes.changes { try writeLinks(of: change) }
    for change in changes.changes { try writeOrders(of: change) }
    try clearLinksToDeleted()
    try countVersions()
    let written = touched.filter { $0.kind != .delete }.map(\.identifier)
    return ChangeSetResult(
      remappedIdentifiers: remapping, snapshots: try reader.snapshots(for: written))
  }

  /// Notes what became of a row: once a row, with all that became of it.
  mutating func touch(
    _ kind: TouchedRow.Kind, _ identifier: PersistentIdentifier,
    _ properties: Set<AttributeName> = [], tombstone: [SQLiteValue] = []
  ) {
    if let place = places[identifier] {
      touched[place].properties.formUnion(properties)
      return
    }
    places[identifier] = touched.count
    touched.append(
      TouchedRow(
        kind: kind, identifier: identifier, properties: properties, tombstone: tombstone))
  }

  /// Every changed row counts one version on; a new one has its first.
  private func countVersions() throws {
    for row in touched where row.kind == .update {
      let sql: SQLText = """
        UPDATE \(name: try table(of: row.identifier.entity).table) \
        SET Z_OPT = coalesce(Z_OPT, 0) + 1 \
        WHERE Z_PK = \(value: .integer(try key(of: row.identifier)))
        """
      try connection.run(sql.text, sql.values)
    }
  }

  func table(of entity: EntityName) throws -> TableMapping {
    mapping.tables[try mapping.requireIndex(of: entity)]
  }

  func permanent(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    remapping[identifier] ?? identifier
  }

  /// - Throws: `store.object-not-found` for an object that has no key here.
  func key(of identifier: PersistentIdentifier) throws -> Int64 {
    guard case .integer(let key) = permanent(identifier).primaryKey else {
      throw PersistenceError(.objectNotFound, identifier: identifier)
    }
    return key
  }

  /// - Throws: `store.unsupported` where the store has none.
  func number(of entity: EntityName) throws -> Int64 {
    guard let number = numbers[entity.rawValue] else {
      throw PersistenceError(
        .unsupported, entity: entity,
        detail: "`Z_PRIMARYKEY` has no number for it, so that no object of it can be written")
    }
    return number
  }

  /// Runs a statement for an object; a broken constraint becomes an error about that object.
  func run(_ sql: SQLText, _ snapshot: EntitySnapshot) throws {
    do throws(SQLiteError) {
      try connection.run(sql.text, sql.values)
    } catch {
      throw ConstraintFailure(error, snapshot, mapping).persistenceError(reader)
    }
  }
}
