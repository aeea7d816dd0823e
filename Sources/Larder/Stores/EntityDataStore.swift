public import LarderCore
public import LarderStore

/// Where an entity store is, and how it is opened: a file, memory, a service.
///
/// With it, any entity store is one of SwiftData's:
///
/// ```swift
/// struct Shelf: EntityStoreMedium {
///   var number: Int
///   func open(for schema: EntitySchema) throws -> any EntityStore { … }
/// }
/// let configuration = EntityDataStoreConfiguration("shelf", medium: Shelf(number: 4))
/// let container = try ModelContainer(for: Book.self, configurations: configuration)
/// ```
public protocol EntityStoreMedium: Hashable, Sendable {
  /// Opens the store, or makes it where there is none.
  ///
  /// - Throws: ``LarderCore/PersistenceError`` as the store does.
  func open(for schema: EntitySchema) throws -> any EntityStore

  /// Opens the store after a plan's steps from the version that it has.
  ///
  /// - Throws: As ``open(for:)``, and what ``StoreMigration`` throws; the store is as it was then.
  func open(for schema: EntitySchema, migration: StoreMigration) throws -> any EntityStore
}

/// A medium that knows of no versions takes no plan.
extension EntityStoreMedium {
  public func open(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore { throw DataStoreError.unsupportedFeature }
}

/// The configuration of an entity store on any medium.
public struct EntityDataStoreConfiguration<Medium: EntityStoreMedium>: EntityStoreConfiguration,
  Sendable
{
  public typealias Store = EntityDataStore<Medium>

  public let name: String

  /// The classes that this configuration's store keeps; nil for all that no other has.
  public var schema: Schema?
  public let medium: Medium

  public init(_ name: String, schema: Schema? = nil, medium: Medium) {
    self.name = name
    self.schema = schema
    self.medium = medium
  }

  public func makeEntityStore(for schema: EntitySchema) throws -> any EntityStore {
    try medium.open(for: schema)
  }

  public func makeEntityStore(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore { try medium.open(for: schema, migration: migration) }
}

/// An entity store on any medium, for whoever asks in SwiftData's requests.
public final class EntityDataStore<Medium: EntityStoreMedium>: EntityBackedStore {
  public typealias Configuration = EntityDataStoreConfiguration<Medium>
  public typealias Snapshot = DefaultSnapshot
  public typealias HistoryType = DefaultHistoryTransaction

  public let configuration: EntityDataStoreConfiguration<Medium>
  public let schema: Schema
  public let entityStore: any EntityStore

  /// Opens the store of a configuration that says its schema.
  ///
  /// - Throws: ``SwiftDataError/configurationSchemaNotFoundInContainerSchema`` where it has none;
  ///   what the store throws.
  public init(
    _ configuration: EntityDataStoreConfiguration<Medium>,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError.configurationSchemaNotFoundInContainerSchema
    }
    self.configuration = configuration
    self.schema = schema
    entityStore = try configuration.makeEntityStore(
      for: schema.lowered, of: schema, plan: migrationPlan)
    SnapshotSchemas.register(schema.lowered)
  }
}
