public import Larder
public import LarderCore
public import LarderStore

/// An entity store that is open already, as a container's store: one of one's own, or one opened with
/// options that no configuration has.
public typealias OpenStoreConfiguration = EntityDataStoreConfiguration<OpenStore>

/// An open store as the medium of a container's store; equal where the store is the same.
public struct OpenStore: EntityStoreMedium {
  public let store: any EntityStore

  public init(_ store: any EntityStore) { self.store = store }

  /// The store, where it has every entity and property that is wanted.
  ///
  /// - Throws: ``LarderCore/PersistenceError`` with code `schema.invalid` where it lacks one.
  public func open(for schema: EntitySchema) throws -> any EntityStore {
    for entity in schema.entities {
      guard let layout = store.schema.layout(of: entity.name) else {
        throw PersistenceError(
          .invalidSchema, entity: entity.name, detail: "the open store has no such entity")
      }
      let wanted = entity.attributes.filter { !$0.isTransient }.map(\.name)
      for name in wanted + entity.relationships.map(\.name) where layout.slot(of: name) == nil {
        throw PersistenceError(
          .invalidSchema, entity: entity.name, attribute: name,
          detail: "the open store's entity has no such property")
      }
    }
    return store
  }

  /// - Throws: ``Larder/DataStoreError/unsupportedFeature`` where there would be steps to take: the store
  ///   is open, and cannot be thrown away where one fails.
  public func open(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore {
    guard try migration.steps(from: store.schema).isEmpty else {
      throw DataStoreError.unsupportedFeature
    }
    return try open(for: schema)
  }

  public static func == (lhs: OpenStore, rhs: OpenStore) -> Bool { lhs.store === rhs.store }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(store)) }
}

extension EntityDataStoreConfiguration where Medium == OpenStore {
  public init(_ name: String = "store", schema: Schema? = nil, store: any EntityStore) {
    self.init(name, schema: schema, medium: OpenStore(store))
  }
}
