public import LarderStore

/// The store of a ``ModelConfiguration``, for whoever asks in SwiftData's requests.
public final class DefaultStore: EntityBackedStore {
  public typealias Configuration = ModelConfiguration
  public typealias Snapshot = DefaultSnapshot
  public typealias HistoryType = DefaultHistoryTransaction
  public typealias TokenType = DefaultHistoryToken

  public let configuration: ModelConfiguration
  public let schema: Schema
  public let entityStore: any EntityStore

  public var name: String { configuration.name }

  /// Opens the store of a configuration that says its schema.
  ///
  /// - Throws: ``SwiftDataError/configurationSchemaNotFoundInContainerSchema`` where it has none;
  ///   what the store throws.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
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
