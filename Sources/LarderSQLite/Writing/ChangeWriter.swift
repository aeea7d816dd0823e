import LarderCore
import SQLiteDriver

/// Writes one change set inside a transaction.
struct ChangeWriter {
  let mapping: DatabaseMapping
  let reader: DatabaseReader
  var connection: Connection { reader.lent.connection }

  /// The permanent identifiers of what was inserted so far.
  var remapping: [PersistentIdentifier: PersistentIdentifier] = [:]

  /// Foreign keys to objects whose keys were not known yet when their owner was written.
  var postponed: [(owner: EntitySnapshot, relationship: RelationshipMapping)] = []

  /// What is known of inserts into each table, by its place.
  var insertPlans: [Int: InsertPlan] = [:]

  /// Keys given out to objects before they are inserted.
  var reservations = KeyReservations()

  init(_ reader: DatabaseReader) {
    mapping = reader.mapping
    self.reader = reader
  }

  mutating func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    let entities = changes.entities
    for entity in entities { try checkIsWritable(entity) }
    try reader.checkConflicts(changes)
    // A cascade or an insert further on may yet make up for a foreign key that leads nowhere.
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    defer { recycleInserts() }
    // Only what refers to others needs to know keys beforehand, or to come behind them.
    let hasReferences = entities.contains { mapping.refersToOthers($0) }
    if hasReferences { reservations = KeyReservations(changes) }
    let updates = changes.changes.filter(\.isUpdate)
    let inserts = changes.changes.filter(\.isInsert)
    var blocked = try writing(updates + (hasReferences ? mapping.inOrderOfNeed(inserts) : inserts))
    // What moved away from a deleted object must not be deleted with it.
    let known = remapping
    try writePostponed { known[$0] != nil }
    let hasLinks = entities.contains { mapping.hasRelationships($0) }
    if hasLinks { try removeLinks(changes) }
    try delete(changes)
    blocked = try settle(blocked)
    try writeAround(blocked)
    try writePostponed { _ in true }
    if hasLinks {
      try addLinks(changes)
      try writeOrders(changes)
    }
    return try result(of: changes)
  }

  /// Writes foreign keys that were left out, as far as their destinations are there.
  private mutating func writePostponed(where isThere: (PersistentIdentifier) -> Bool) throws {
    var rest: [(owner: EntitySnapshot, relationship: RelationshipMapping)] = []
    for (owner, relationship) in postponed {
      guard case .identifier(let end)? = owner[relationship.name], isThere(end) else {
        rest.append((owner, relationship))
        continue
      }
      try update(owner, try foreignKey(relationship, to: .identifier(end), owner))
    }
    postponed = rest
  }

  mutating func write(_ change: ChangeSet.Change) throws {
    WorkProgress.shared.advance()
    switch change {
    case .insert(let snapshot, let restoring): try insert(snapshot, restoring: restoring)
    case .update(let before, let after): try update(from: before, to: after)
    case .delete: break
    }
  }

  private func delete(_ changes: ChangeSet) throws {
    for case .delete(let snapshot) in changes.changes {
      let table = mapping.tables[try mapping.requireIndex(of: snapshot.entityName)]
      let condition = try keyCondition(of: snapshot.identifier)
      try run("DELETE FROM \(name: table.table) WHERE \(condition)", snapshot)
    }
  }

  /// Runs a statement for an object; a broken constraint becomes an error about that object.
  func run(_ sql: SQLText, _ snapshot: EntitySnapshot) throws {
    do {
      try connection.run(sql.text, sql.values)
    } catch {
      throw ConstraintFailure(error, snapshot, mapping).persistenceError(reader)
    }
  }

  func permanent(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    remapping[identifier] ?? identifier
  }

  /// The condition that holds for one object's row, by the bytes of its key.
  func keyCondition(of identifier: PersistentIdentifier) throws -> SQLText {
    let table = mapping.tables[try mapping.requireIndex(of: identifier.entity)]
    let names = table.key.columnNames
    guard let values = identifier.primaryKey.storedValues(count: names.count) else {
      throw PersistenceError(.objectNotFound, identifier: identifier)
    }
    return zip(names, values).map { "\(name: $0) IS \(value: $1)" as SQLText }.joined(by: " AND ")
  }

  private func checkIsWritable(_ entity: EntityName) throws {
    let table = mapping.tables[try mapping.requireIndex(of: entity)]
    if let reason = table.readOnlyReason {
      throw PersistenceError(
        .readOnly, entity: entity, detail: "`\(entity)` cannot be changed: \(reason)")
    }
  }
}

extension ChangeSet.Change {
  var isInsert: Bool { if case .insert = self { true } else { false } }

  fileprivate var isUpdate: Bool { if case .update = self { true } else { false } }

  /// What the object is to be; `nil` for a delete.
  var written: EntitySnapshot? {
    switch self {
    case .insert(let snapshot, _), .update(_, let snapshot): snapshot
    case .delete: nil
    }
  }
}

extension ChangeSet {
  /// The entities of the objects, each once, in the order in which they come first.
  fileprivate var entities: [EntityName] {
    var result: [EntityName] = []
    for change in changes {
      let entity = change.identifier.entity
      if result.last != entity, !result.contains(entity) { result.append(entity) }
    }
    return result
  }
}

extension DatabaseMapping {
  fileprivate func hasRelationships(_ entity: EntityName) -> Bool {
    index(of: entity).map { !tables[$0].relationships.isEmpty } ?? false
  }

  /// Whether objects of an entity have foreign keys.
  fileprivate func refersToOthers(_ entity: EntityName) -> Bool {
    index(of: entity).map { tables[$0].relationships.contains { !$0.isToMany } } ?? false
  }
}
