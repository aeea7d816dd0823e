package import LarderCore

/// How a whole database is a schema.
package struct DatabaseMapping: Sendable {
  package var tables: [TableMapping]
  package var schema: EntitySchema

  /// The layouts of the entities, in the order of ``tables``.
  package var layouts: [EntityLayout]

  /// Where identifiers come from, in the order of ``tables``.
  package var origins: [PersistentIdentifier.Origin]

  /// The tables of the concrete entities among each one's objects, by the names of the entities.
  package private(set) var families: [[Int]]

  /// The place of each table's entity among all entities in the order of their names.
  private(set) var ordinals: [Int]

  /// The tables in the order of their ``ordinals``.
  private(set) var tablesByOrdinal: [Int]

  private var indices: [EntityName: Int]

  package init(tables: [TableMapping], schema: EntitySchema, storeIdentifier: String) {
    self.tables = tables
    self.schema = schema
    layouts = tables.map {
      schema.layout(of: $0.entity) ?? EntityLayout(entityName: $0.entity, names: [])
    }
    origins = tables.map {
      PersistentIdentifier.Origin(storeIdentifier: storeIdentifier, entityName: $0.entity)
    }
    indices = Dictionary(
      tables.enumerated().map { ($0.element.entity, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    tablesByOrdinal = tables.indices.sorted { tables[$0].entity < tables[$1].entity }
    ordinals = tables.map { _ in 0 }
    for (ordinal, table) in tablesByOrdinal.enumerated() { ordinals[table] = ordinal }
    families = []
    for (index, table) in tables.enumerated() {
      families.append(
        table.discriminator == nil
          ? [index] : family(of: table.entity).sorted { ordinals[$0] < ordinals[$1] })
    }
  }

  /// The tables of the concrete entities among an entity's objects.
  private func family(of entity: EntityName) -> [Int] {
    schema.descendants(of: entity).compactMap { name in
      guard let index = indices[name], tables[index].discriminator?.value != nil else {
        return nil
      }
      return index
    }
  }

  /// The tables of an entity and of all below it, abstract ones too.
  func descendants(of table: Int) -> [Int] {
    guard tables[table].discriminator != nil else { return [table] }
    return schema.descendants(of: tables[table].entity).compactMap { indices[$0] }
      .sorted { ordinals[$0] < ordinals[$1] }
  }

  /// The tables of all concrete entities that share a table in the database.
  func sharers(of table: Int) -> [Int] {
    tables.indices.filter {
      tables[$0].table == tables[table].table && tables[$0].discriminator?.value != nil
    }
  }

  package func index(of entity: EntityName) -> Int? { indices[entity] }

  /// Objects of both entities are rows of one table.
  package func isSameTable(_ first: EntityName, _ second: EntityName) throws -> Bool {
    tables[try requireIndex(of: first)].table == tables[try requireIndex(of: second)].table
  }

  /// - Throws: ``PersistenceError`` with code `schema.unknown-entity`.
  package func requireIndex(of entity: EntityName) throws -> Int {
    guard let index = indices[entity] else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    return index
  }
}
