public import LarderCore
public import LarderStore

/// A configuration whose store a context works on directly, without SwiftData's requests between.
public protocol EntityStoreConfiguration: DataStoreConfiguration {
  /// Opens the store, or makes it where there is none.
  ///
  /// - Throws: ``LarderCore/PersistenceError`` as the store does.
  func makeEntityStore(for schema: EntitySchema) throws -> any EntityStore

  /// Opens the store after a plan's steps from the version that it has.
  ///
  /// - Throws: As ``makeEntityStore(for:)``, and what ``StoreMigration`` throws; the store is as it was then.
  func makeEntityStore(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore
}

/// A configuration that knows of no versions takes no plan.
extension EntityStoreConfiguration {
  public func makeEntityStore(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore {
    throw DataStoreError.unsupportedFeature
  }

  func makeEntityStore(
    for part: EntitySchema, of schema: Schema, plan: (any SchemaMigrationPlan.Type)?
  ) throws -> any EntityStore {
    guard let plan else { return try makeEntityStore(for: part) }
    return try makeEntityStore(
      for: part, migration: StoreMigration(plan, to: schema, part: part))
  }
}

extension ModelConfiguration: EntityStoreConfiguration {
  public typealias Store = DefaultStore

  public func makeEntityStore(for schema: EntitySchema) throws -> any EntityStore {
    try open(for: schema)
  }

  public func makeEntityStore(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore {
    try migrate(by: migration)
    return try open(for: schema)
  }
}
