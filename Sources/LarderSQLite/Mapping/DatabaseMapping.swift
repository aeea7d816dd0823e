package import LarderCore

/// How a whole database is a schema.
package struct DatabaseMapping: Sendable {
  package var tables: [TableMapping]
  package var schema: EntitySchema

  /// The layouts of the entities, in the order of ``tables``.
  package var layouts: [EntityLayout]

  /// Where identifiers come from, in the order of ``tables``.
  package var origins: [PersistentIdentifier.Origin]

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
  }

  package func index(of entity: EntityName) -> Int? { indices[entity] }

  /// - Throws: ``PersistenceError`` with code `schema.unknown-entity`.
  package func requireIndex(of entity: EntityName) throws -> Int {
    guard let index = indices[entity] else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    return index
  }
}
