import LarderCore
import Synchronization

/// The entities whose snapshots this process can decode, by name.
///
/// A decoder belongs to its caller, so a snapshot cannot be given its schema; whoever opens a store
/// registers the schema here first. A later schema replaces an earlier one of the same entity name.
enum SnapshotSchemas {
  struct Entry: Sendable {
    let layout: EntityLayout
    let types: [AttributeName: EntitySchema.AttributeType]
    let relationships: [AttributeName: EntitySchema.Relationship]
  }

  private static let entries = Mutex<[EntityName: Entry]>([:])

  static func register(_ schema: EntitySchema) {
    entries.withLock { entries in
      for entity in schema.entities { entries[entity.name] = Entry(entity.name, in: schema) }
    }
  }

  static func entry(for entity: EntityName) -> Entry? { entries.withLock { $0[entity] } }
}

extension SnapshotSchemas.Entry {
  fileprivate init?(_ entity: EntityName, in schema: EntitySchema) {
    guard let layout = schema.layout(of: entity) else { return nil }
    self.layout = layout
    types = Dictionary(
      schema.allAttributes(of: entity).map { ($0.name, $0.type) },
      uniquingKeysWith: { first, _ in first })
    relationships = Dictionary(
      schema.allRelationships(of: entity).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
