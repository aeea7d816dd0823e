import SwiftData

/// Recipes in a property list, which no shell knows of.
struct RecipeConfiguration: DataStoreConfiguration {
  typealias Store = RecipeStore

  var name = "recipes"
  var schema: Schema? = Schema([Recipe.self])
  var url: URL
}

final class RecipeStore: DataStore {
  typealias Configuration = RecipeConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: RecipeConfiguration
  let schema: Schema

  var identifier: String { configuration.url.path }

  init(
    _ configuration: RecipeConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: try read())
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    let touched = Set((request.updated + request.deleted).map(\.persistentIdentifier))
    var recipes = try read().filter { !touched.contains($0.persistentIdentifier) }
    recipes += request.updated
    for new in request.inserted {
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: "Recipe", primaryKey: UUID())
      remapped[new.persistentIdentifier] = permanent
      recipes.append(new.copy(persistentIdentifier: permanent))
    }
    try PropertyListEncoder().encode(recipes).write(to: configuration.url, options: .atomic)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  private func read() throws -> [DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: configuration.url.path) else { return [] }
    return try PropertyListDecoder().decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.url))
  }
}
