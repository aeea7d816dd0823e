public import LarderCore
public import LarderStore
import FoundationEssentials
import LarderSQLite
import SQLiteDriver

extension CoreDataStore: HistoryKeeping {
  public var keepsHistory: Bool { history != nil }

  public func transactions(
    after: Int64?, of entity: EntityName?
  ) throws -> [EntityTransaction] {
    guard let history else { return [] }
    return try database.pool.withConnection { lent in
      let reader = HistoryReader(
        history, model: model, mapping: database.mapping, entities: numbers)
      return try reader.transactions(after: after, of: entity, lent.connection)
    }
  }

  public func lastTransaction() throws -> Int64? {
    guard history != nil else { return nil }
    return try database.pool.withConnection { lent in
      let last = try lent.connection.value("SELECT max(Z_PK) FROM ATRANSACTION")
      guard case .integer(let number)? = last else { return nil }
      return number
    }
  }
}

/// Reads transactions with their changes.
private struct HistoryReader {
  private let tables: HistoryTables
  private let mapping: DatabaseMapping

  /// By `Z_ENT`.
  private var entities: [Int64: Entity] = [:]

  private struct Entity {
    var index: Int
    var bits: ChangedProperties

    /// The attributes that a tombstone holds, in order.
    var preserved: [AttributeName]
  }

  init(
    _ tables: HistoryTables, model: ManagedObjectModel, mapping: DatabaseMapping,
    entities numbers: [String: Int64]
  ) {
    self.tables = tables
    self.mapping = mapping
    let hierarchy = ModelHierarchy(model)
    for (index, table) in mapping.tables.enumerated() {
      let name = table.entity.rawValue
      guard let number = numbers[name] else { continue }
      entities[number] = Entity(
        index: index, bits: ChangedProperties(of: name, in: hierarchy),
        preserved: hierarchy.preservedAttributes(of: name).map { AttributeName($0) })
    }
  }

  func transactions(
    after: Int64?, of entity: EntityName?, _ connection: Connection
  ) throws -> [EntityTransaction] {
    let columns =
      [
        "t.Z_PK", "t.ZTIMESTAMP", tables.text("ZAUTHOR"), tables.text("ZPROCESSID"),
        "c.ZCHANGETYPE", "c.ZENTITY", "c.ZENTITYPK", "c.ZCOLUMNS",
      ] + tables.tombstones.map { "c.\($0)" }
    let statement = try connection.statement(
      for: """
        SELECT \(columns.joined(separator: ", ")) FROM ATRANSACTION AS t \
        LEFT JOIN ACHANGE AS c ON c.ZTRANSACTIONID = t.Z_PK \
        WHERE t.Z_PK > ? ORDER BY t.Z_PK, c.Z_PK
        """)
    defer { connection.recycle(statement) }
    try statement.bind([.integer(after ?? .min)])
    var result: [EntityTransaction] = []
    while try statement.step() {
      if result.last?.identifier != statement.integer(at: 0) {
        result.append(transaction(statement))
      }
      guard let change = change(statement),
        entity.map({ isOf($0, change.identifier.entity) }) ?? true
      else { continue }
      result[result.count - 1].changes.append(change)
    }
    return entity == nil ? result : result.filter { !$0.changes.isEmpty }
  }

  private func isOf(_ wanted: EntityName, _ entity: EntityName) -> Bool {
    wanted == entity || mapping.schema.descendants(of: wanted).contains(entity)
  }

  private func transaction(_ row: Statement) -> EntityTransaction {
    EntityTransaction(
      identifier: row.integer(at: 0),
      date: Date(timeIntervalSinceReferenceDate: row.real(at: 1)),
      author: text(row, 2), process: text(row, 3), changes: [])
  }

  private func text(_ row: Statement, _ column: Int) -> String? {
    row.kind(at: column) == .null ? nil : row.text(at: column)
  }

  /// `nil` for a transaction without changes, and for a change of an entity that the model does not have.
  private func change(_ row: Statement) -> EntityTransaction.Change? {
    guard row.kind(at: 6) == .integer, let entity = entities[row.integer(at: 5)] else {
      return nil
    }
    let kind: EntityTransaction.Change.Kind =
      switch row.integer(at: 4) {
      case 0: .insert
      case 1: .update
      default: .delete
      }
    var change = EntityTransaction.Change(
      kind: kind,
      identifier: PersistentIdentifier(
        origin: mapping.origins[entity.index], primaryKey: .integer(row.integer(at: 6))))
    if kind == .update { change.attributes = entity.bits.names(in: row.blob(at: 7)) }
    if kind == .delete { change.tombstone = tombstone(row, of: entity) }
    return change
  }

  private func tombstone(_ row: Statement, of entity: Entity) -> AttributeObject {
    var object = AttributeObject([])
    for (name, place) in zip(entity.preserved, 8..<row.columnCount) {
      guard let column = mapping.tables[entity.index].column(name) else { continue }
      let value = row.attributeValue(at: place, meaning: column.meaning)
      if value != .null { object.members.append(.init(name: name, value: value)) }
    }
    return object
  }
}

extension ModelHierarchy {
  /// The attributes that the history keeps of a deleted object, by name.
  func preservedAttributes(of entity: String) -> [String] {
    lineage(of: entity).flatMap(\.properties).compactMap { property in
      guard case .attribute(let attribute) = property, attribute.isPreservedOnDeletion else {
        return nil
      }
      return attribute.name
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
