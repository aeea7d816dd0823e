import LarderCore
import Synchronization

/// The entities whose snapshots this process can decode, by name.
///
/// A decoder belongs to its caller, so a snapshot cannot be given its schema; whoever opens a store
/// registers the schema here first. Of several versions of an entity a snapshot is of the one that has its
/// properties.
enum SnapshotSchemas {
  struct Entry: Sendable {
    let layout: EntityLayout
    let types: [AttributeName: EntitySchema.AttributeType]
    let relationships: [AttributeName: EntitySchema.Relationship]
  }

  /// The latest first.
  private static let entries = Mutex<[EntityName: [Entry]]>([:])

  static func register(_ schema: EntitySchema) {
    entries.withLock { entries in
      for entity in schema.entities {
        guard let entry = Entry(entity.name, in: schema) else { continue }
        var known = entries[entity.name] ?? []
        known.removeAll { $0.isSame(as: entry) }
        entries[entity.name] = [entry] + known
      }
    }
  }

  /// The version of an entity that has exactly some properties, or else the latest that has them all.
  static func entry(for entity: EntityName, with names: Set<AttributeName>) -> Entry? {
    let known = entries.withLock { $0[entity] ?? [] }
    return known.first { $0.names == names }
      ?? known.first { names.isSubset(of: $0.names) } ?? known.first
  }
}

extension SnapshotSchemas.Entry {
  fileprivate var names: Set<AttributeName> { Set(layout.names) }

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

  fileprivate func isSame(as other: Self) -> Bool {
    layout.names == other.layout.names && types == other.types
      && relationships == other.relationships
  }
}
