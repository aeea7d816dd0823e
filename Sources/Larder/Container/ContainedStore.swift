import LarderCore
import LarderStore

/// An open store under its configuration's name.
struct ContainedStore {
  let name: String
  let store: any EntityStore

  /// Opens the stores of some configurations, each for the entities that it keeps.
  static func open(
    _ configurations: [any DataStoreConfiguration], for schema: Schema,
    plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> [ContainedStore] {
    guard Set(configurations.map(\.name)).count == configurations.count else {
      throw SwiftDataError.duplicateConfiguration
    }
    try checkNames(of: schema)
    let routes = try EntityRoutes(schema.lowered, configurations.map { $0.schema?.lowered })
    return try zip(configurations, routes.schemas).map { configuration, part in
      try configuration.validate()
      do {
        return ContainedStore(
          name: configuration.name, store: try makeStore(configuration, part, schema, plan))
      } catch let error as SwiftDataError {
        throw error
      } catch {
        throw SwiftDataError.loadIssueModelContainer.caused(by: error)
      }
    }
  }

  /// Throws where two classes would be one entity.
  private static func checkNames(of schema: Schema) throws {
    let names = Dictionary(grouping: schema.entities, by: \.name).filter { $0.value.count > 1 }.keys
    guard let name = names.min() else { return }
    throw SwiftDataError.loadIssueModelContainer.caused(
      by: PersistenceError(
        .invalidSchema, entity: EntityName(name), detail: "two classes have this name"))
  }

  private static func makeStore<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration, _ part: EntitySchema, _ whole: Schema,
    _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> any EntityStore {
    if let configuration = configuration as? any EntityStoreConfiguration {
      return try configuration.makeEntityStore(for: part, of: whole, plan: plan)
    }
    var configuration = configuration
    if configuration.schema == nil {
      let types = part.entities.compactMap { whole.models[$0.name.rawValue] }
      configuration.schema = Schema(types, version: whole.version)
    }
    // Made here, and nobody else knows it.
    nonisolated(unsafe) let store = try Configuration.Store(configuration, migrationPlan: plan)
    return DataStoreAdapter(store)
  }
}

/// Which configuration keeps which entities.
private struct EntityRoutes {
  /// One a configuration, in their order.
  let schemas: [EntitySchema]

  init(_ whole: EntitySchema, _ parts: [EntitySchema?]) throws {
    var taken: Set<EntityName> = []
    var names: [Int: Set<EntityName>] = [:]
    for (index, part) in parts.enumerated() {
      guard let part else { continue }
      let wanted = part.entities.map(\.name)
      guard wanted.allSatisfy({ whole.entity($0) != nil }) else {
        throw SwiftDataError.configurationSchemaNotFoundInContainerSchema
      }
      names[index] = Set(wanted).subtracting(taken)
      taken.formUnion(wanted)
    }
    for (index, part) in parts.enumerated() where part == nil {
      let rest = whole.entities.map(\.name).filter { !taken.contains($0) }
      names[index] = Set(rest)
      taken.formUnion(rest)
    }
    schemas = parts.indices.map { index in
      EntitySchema(
        version: whole.version,
        entities: whole.entities.filter { names[index]?.contains($0.name) ?? false })
    }
  }
}
