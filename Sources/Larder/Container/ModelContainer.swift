import LarderCore
import LarderStore

/// A schema with the open stores of its objects, from which contexts are made.
///
/// The stores may be used from any thread; nothing else changes after the initialiser, except the main
/// context, which belongs to the main actor.
public final class ModelContainer: Equatable, @unchecked Sendable {
  public let schema: Schema
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  public let configurations: Set<ModelConfiguration>

  let stores: [ContainedStore]

  /// How far the histories of the stores have been seen.
  let transactions = SeenTransactions()

  /// The main actor's context, which saves by itself.
  @MainActor public private(set) lazy var mainContext: ModelContext = {
    let context = ModelContext(self, isOwnedByContainer: true)
    context.core.autosave.schedule = { job in Task { @MainActor in job() } }
    context.autosaveEnabled = true
    return context
  }()

  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for each configuration; without any, the one at the usual place.
  ///
  /// A class belongs to the first configuration whose schema has it, or else to the first without a
  /// schema.
  ///
  /// - Throws: ``SwiftDataError``: `duplicateConfiguration`, `configurationFileName…`,
  ///   `configurationSchemaNotFoundInContainerSchema`; `loadIssueModelContainer` where a store does
  ///   not open; as ``StoreMigration`` does where there is a plan. ``DataStoreError/unsupportedFeature``
  ///   for what exists on Apple's systems only.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    schema = givenSchema
    self.migrationPlan = migrationPlan
    let given = configurations.isEmpty ? [ModelConfiguration()] : configurations
    self.configurations = Set(given)
    stores = try ContainedStore.open(given, for: givenSchema, plan: migrationPlan)
  }

  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  /// Opens a store of any kind for each configuration, as the other initialisers do.
  public convenience init(
    for givenSchema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(given: configurations, for: givenSchema, plan: nil)
  }

  /// The same with a plan, which a store of one's own is given, too.
  ///
  /// - Throws: Also ``DataStoreError/unsupportedFeature`` for a store that knows of no versions.
  public convenience init(
    for givenSchema: Schema, migrationPlan: any SchemaMigrationPlan.Type,
    configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(given: configurations, for: givenSchema, plan: migrationPlan)
  }

  private init(
    given configurations: [any DataStoreConfiguration], for schema: Schema,
    plan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.schema = schema
    migrationPlan = plan
    let given = configurations.isEmpty ? [ModelConfiguration()] : configurations
    self.configurations = Set(given.compactMap { $0 as? ModelConfiguration })
    stores = try ContainedStore.open(given, for: schema, plan: plan)
  }

  /// Contains stores that are open already.
  init(schema: Schema, stores: [ContainedStore]) {
    self.schema = schema
    self.stores = stores
    migrationPlan = nil
    configurations = []
  }

  /// Deletes every object of every store.
  ///
  /// A store of one's own does it by its `erase()`.
  public func erase() throws {
    let context = ModelContext(self)
    for contained in stores {
      if let foreign = context.core.foreignStores[contained.name] {
        try foreign.erase()
      } else {
        try contained.store.eraseObjects()
      }
    }
    postRemoteChange([:])
  }

  @available(*, deprecated, renamed: "erase")
  public func deleteAllData() { try? erase() }

  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

  /// What a container is made of.
  struct Parts {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configurations: Set<ModelConfiguration>
    let stores: [ContainedStore]
  }

  var parts: Parts {
    Parts(
      schema: schema, migrationPlan: migrationPlan, configurations: configurations, stores: stores)
  }

  /// Makes another container over open stores, for a main context that has outlived its own.
  init(reviving parts: Parts) {
    schema = parts.schema
    migrationPlan = parts.migrationPlan
    configurations = parts.configurations
    stores = parts.stores
  }

  /// The store that keeps the objects of an entity.
  func store(for entity: EntityName) throws -> ContainedStore {
    guard let found = stores.first(where: { $0.store.schema.entity(entity) != nil }) else {
      throw PersistenceError(
        .unknownEntity, entity: entity, detail: "the container's schema does not have it")
    }
    return found
  }
}
