import LarderStores
import LarderTestSupport
import ModelFixtures
import SwiftData
import Testing

/// Every kind of store that has a ready configuration.
enum ReadyStore: CaseIterable {
  case json, sqlite, sharedMemory

  func configuration(in folder: TemporaryFolder, memory: SharedMemory) -> any DataStoreConfiguration
  {
    switch self {
    case .json: JSONStoreConfiguration(url: URL(filePath: folder.path(of: "models.json")))
    case .sqlite: ModelConfiguration(url: URL(filePath: folder.path(of: "models.sqlite")))
    case .sharedMemory: SharedMemoryConfiguration(memory: memory)
    }
  }
}

@Suite struct ReadyConfigurationTests {
  private let folder: TemporaryFolder
  private let memory = SharedMemory()

  init() throws { folder = try TemporaryFolder() }

  /// A context on a container that is opened anew.
  private func makeContext(
    _ store: ReadyStore, _ types: any PersistentModel.Type...
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(types), configurations: [store.configuration(in: folder, memory: memory)]))
  }

  @Test(arguments: ReadyStore.allCases)
  func attributesOfEveryTypeOutliveTheirContainer(_ store: ReadyStore) throws {
    let full = try makeContext(store, Specimen.self)
    full.insert(Specimen.full)
    full.insert(Specimen(name: "Bare"))
    try full.save()

    let context = try makeContext(store, Specimen.self)
    let sorted = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.name)])
    let found = try context.fetch(sorted)
    #expect(found.map(\.values) == [Specimen(name: "Bare").values, Specimen.full.values])
  }

  @Test(arguments: ReadyStore.allCases)
  func relationshipsOfEveryKindOutliveTheirContainer(_ store: ReadyStore) throws {
    let first = try makeContext(store, Farm.self, Animal.self, Dog.self)
    first.insert(Farm.sample)
    try first.save()

    let context = try makeContext(store, Farm.self, Animal.self, Dog.self)
    let farm = try #require(try context.fetch(FetchDescriptor<Farm>()).first)
    #expect(Set(farm.animals.map(\.name)) == ["Bess", "Rex", "Tip"])
    #expect(Set(farm.workers.map(\.name)) == ["Ada", "Ben"])
    #expect(farm.owner?.name == "Ada")
    #expect(farm.deed?.number == 7)
    #expect(farm.deed?.farm === farm)
    let dogs = try context.fetch(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)]))
    #expect(dogs.map(\.name) == ["Rex", "Tip"])
    #expect(dogs.map(\.tricks) == [["sit", "røll"], []])
    #expect(dogs.first?.master?.name == "Ben")
    #expect(dogs.first?.young.map(\.name) == ["Tip"])
    #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 3)
    let ada = try context.fetch(
      FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Ada" })
    ).first
    #expect(ada?.friends.map(\.name) == ["Ben"])
    #expect(ada?.farms.map(\.name) == ["Hill"])
  }

  @Test(arguments: ReadyStore.allCases)
  func editsAndDeletesReachTheMedium(_ store: ReadyStore) throws {
    let first = try makeContext(store, Farm.self, Animal.self, Dog.self)
    let farm = Farm.sample
    first.insert(farm)
    try first.save()
    farm.name = "Dale"
    farm.workers = []
    farm.animals.removeAll { $0.name == "Bess" }
    try first.save()
    let owner = farm.owner
    farm.owner = nil
    try first.save()
    first.delete(farm)
    try first.save()
    #expect(owner?.name == "Ada")

    let context = try makeContext(store, Farm.self, Animal.self, Dog.self)
    #expect(try context.fetchCount(FetchDescriptor<Farm>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Deed>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Animal>()).map(\.name) == ["Bess"])
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 2)
  }

  @Test(arguments: ReadyStore.allCases)
  func aStoreThatIsMadeDirectlyAnswersRequests(_ store: ReadyStore) throws {
    let context = try makeContext(store, Deed.self)
    for number in [3, 1, 2] { context.insert(Deed(number: number)) }
    try context.save()

    try check(store.configuration(in: folder, memory: memory))

    let numbers = try makeContext(store, Deed.self).fetch(FetchDescriptor<Deed>()).map(\.number)
    #expect(numbers.sorted() == [1, 3])
  }

  /// Fetches two deeds and deletes one of them, in the store's own requests.
  private func check<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration
  ) throws {
    var configuration = configuration
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try Configuration.Store(configuration, migrationPlan: nil)
    }
    configuration.schema = Schema(Deed.self)
    let store = try Configuration.Store(configuration, migrationPlan: nil)
    let descriptor = FetchDescriptor<Deed>(
      predicate: #Predicate { $0.number > 1 }, sortBy: [SortDescriptor(\.number)])
    let request = DataStoreFetchRequest(editingState: EditingState(), descriptor: descriptor)
    let found = try store.fetch(request).fetchedSnapshots
    #expect(found.count == 2)
    #expect(try store.fetchCount(request) == 2)
    #expect(try store.fetchIdentifiers(request) == found.map(\.persistentIdentifier))
    let result = try store.save(
      DataStoreSaveChangesRequest(
        inserted: [], updated: [], deleted: [try #require(found.first)],
        editingState: EditingState()))
    #expect(result.storeIdentifier == store.identifier)
    #expect(try store.fetchCount(request) == 1)
  }
}
