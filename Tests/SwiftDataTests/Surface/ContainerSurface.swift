import SwiftData

private func containers(
  _ schema: Schema, _ configuration: ModelConfiguration, _ any: any DataStoreConfiguration
) throws {
  let plan: (any SchemaMigrationPlan.Type)? = SurfacePlan.self
  let container: ModelContainer = try ModelContainer(
    for: SurfaceModel.self, SurfaceOther.self, migrationPlan: plan, configurations: configuration)
  let _: ModelContainer = try ModelContainer(
    for: schema, migrationPlan: plan, configurations: configuration)
  let _: ModelContainer = try ModelContainer(
    for: schema, migrationPlan: plan, configurations: [configuration])
  let _: ModelContainer = try ModelContainer(for: SurfaceModel.self, configurations: any)
  let _: ModelContainer = try ModelContainer(for: schema, configurations: [any])
  let _: Schema = container.schema
  let _: (any SchemaMigrationPlan.Type)? = container.migrationPlan
  let _: Set<ModelConfiguration> = container.configurations
  let _: any Equatable & Sendable = container
  try container.erase()
}

@available(*, deprecated)
private func deprecated(_ container: ModelContainer) { container.deleteAllData() }

@MainActor
private func mainContext(_ container: ModelContainer) -> ModelContext { container.mainContext }

private func configurations(_ schema: Schema, _ url: URL) throws {
  let _: ModelConfiguration = ModelConfiguration()
  let _: ModelConfiguration = ModelConfiguration(isStoredInMemoryOnly: true)
  let _: ModelConfiguration = ModelConfiguration(
    for: SurfaceModel.self, isStoredInMemoryOnly: true)
  let _: ModelConfiguration = ModelConfiguration(
    "a", schema: schema, isStoredInMemoryOnly: false, allowsSave: true,
    groupContainer: .automatic, cloudKitDatabase: .none)
  var configuration: ModelConfiguration = ModelConfiguration(
    "a", schema: schema, url: url, allowsSave: true, cloudKitDatabase: .automatic)
  let _: URL = configuration.url
  let _: String = configuration.name
  let known: Schema? = configuration.schema
  configuration.schema = known
  let _: Bool = configuration.allowsSave
  let _: Bool = configuration.isStoredInMemoryOnly
  let _: URL = configuration.id
  let _: String? = configuration.groupAppContainerIdentifier
  let _: String? = configuration.cloudKitContainerIdentifier
  let _: ModelConfiguration.GroupContainer = configuration.groupContainer
  let _: ModelConfiguration.CloudKitDatabase = configuration.cloudKitDatabase
  let _: [ModelConfiguration.GroupContainer] = [.automatic, .none, .identifier("a")]
  let _: [ModelConfiguration.CloudKitDatabase] = [.automatic, .none, .private("a")]
  try configuration.validate()
  let _: any Identifiable & Hashable & Sendable & CustomDebugStringConvertible = configuration
}

private func contexts(_ container: ModelContainer, _ model: SurfaceModel) throws {
  let context: ModelContext = ModelContext(container)
  let _: ModelContainer = context.container
  context.autosaveEnabled = true
  let undo: UndoManager? = context.undoManager
  context.undoManager = undo
  let author: String? = context.author
  context.author = author
  let _: EditingState = context.editingState
  let _: [any PersistentModel] = context.insertedModelsArray
  let _: [any PersistentModel] = context.changedModelsArray
  let _: [any PersistentModel] = context.deletedModelsArray
  let _: Bool = context.hasChanges
  context.insert(model)
  context.delete(model)
  try context.delete(model: SurfaceModel.self)
  try context.delete(
    model: SurfaceModel.self, where: #Predicate { $0.number == 1 }, includeSubclasses: true)
  try context.save()
  context.rollback()
  context.processPendingChanges()
  try context.transaction {}
  let _: any Equatable & CustomDebugStringConvertible & SendableMetatype = context
}

private func fetches(_ context: ModelContext, _ identifier: PersistentIdentifier) throws {
  let descriptor: FetchDescriptor<SurfaceModel> = FetchDescriptor()
  let _: [SurfaceModel] = try context.fetch(descriptor)
  let _: FetchResultsCollection<SurfaceModel> = try context.fetch(descriptor, batchSize: 10)
  let _: Int = try context.fetchCount(descriptor)
  let _: [PersistentIdentifier] = try context.fetchIdentifiers(descriptor)
  let _: FetchResultsCollection<PersistentIdentifier> = try context.fetchIdentifiers(
    descriptor, batchSize: 10)
  try context.enumerate(
    descriptor, batchSize: 5, allowEscapingMutations: true
  ) { (model: SurfaceModel) throws -> Void in _ = model }
  try context.enumerate(descriptor) { _ in }
  let _: any PersistentModel = context.model(for: identifier)
  let _: SurfaceModel? = context.registeredModel(for: identifier)
}

private func notifications() {
  let _: Notification.Name = ModelContext.willSave
  let _: Notification.Name = ModelContext.didSave
  let _: [ModelContext.NotificationKey] = [
    .queryGeneration, .invalidatedAllIdentifiers, .insertedIdentifiers, .updatedIdentifiers,
    .deletedIdentifiers, .historyTokens,
  ]
  let _: String = ModelContext.NotificationKey.queryGeneration.rawValue
}

private func descriptors(_ results: FetchResultsCollection<SurfaceModel>) {
  var descriptor: FetchDescriptor<SurfaceModel> = FetchDescriptor<SurfaceModel>(
    predicate: #Predicate { $0.name == "a" }, sortBy: [SortDescriptor(\.name)])
  let _: Predicate<SurfaceModel>? = descriptor.predicate
  let _: [SortDescriptor<SurfaceModel>] = descriptor.sortBy
  descriptor.fetchLimit = 1 as Int?
  descriptor.fetchOffset = 1 as Int?
  descriptor.includePendingChanges = false
  descriptor.propertiesToFetch = [\.name] as [PartialKeyPath<SurfaceModel>]
  descriptor.relationshipKeyPathsForPrefetching = [\.others] as [PartialKeyPath<SurfaceModel>]
  let _: any Sendable & Equatable = descriptor
  let _: Int = results.startIndex
  let _: Int = results.endIndex
  let _: SurfaceModel = results[0]
  let _: any RandomAccessCollection<SurfaceModel> = results
}

private func actors<A: ModelActor>(_ actor: A) {
  let _: ModelContainer = actor.modelContainer
  let _: any ModelExecutor = actor.modelExecutor
  let _: UnownedSerialExecutor = actor.unownedExecutor
}

private func executors(_ context: ModelContext, _ job: consuming ExecutorJob) {
  let executor: DefaultSerialModelExecutor = DefaultSerialModelExecutor(modelContext: context)
  let _: any SerialModelExecutor & ModelExecutor & SerialExecutor = executor
  let _: ModelContext = executor.modelContext
  let _: UnownedSerialExecutor = executor.asUnownedSerialExecutor()
  executor.enqueue(job)
}

private func errors(_ error: any Error) -> Bool {
  let _: [SwiftDataError] = [
    .includePendingChangesWithBatchSize, .unsupportedPredicate, .unsupportedKeyPath,
    .sortingPendingChangesWithIdentifiers, .unsupportedSortDescriptor, .historyTokenExpired,
    .invalidTransactionFetchRequest, .duplicateConfiguration, .configurationFileNameTooLong,
    .configurationFileNameContainsInvalidCharacters,
    .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer,
    .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
    .unknownDataStoreSchema,
  ]
  let _: any Error & Hashable = SwiftDataError.unknownSchema
  return SwiftDataError.unknownSchema ~= error
}
