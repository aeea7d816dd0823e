import LarderTestSupport
import SwiftData
import Testing

@Suite struct ContainerTests {
  @Test func classesGoToTheConfigurationThatNamesThem() throws {
    let folder = try TemporaryFolder()
    let places = ModelConfiguration(
      "places", schema: Schema([Place.self]), url: URL(filePath: folder.path(of: "places.store")))
    let rest = ModelConfiguration(
      "rest", url: URL(filePath: folder.path(of: "rest.store")))
    let container = try ModelContainer(
      for: Place.self, Thing.self, configurations: places, rest)
    let context = ModelContext(container)
    let (place, thing) = (Place(name: "Oslo"), Thing(name: "axe"))
    context.insert(place)
    context.insert(thing)
    try context.save()
    #expect(place.persistentModelID.storeIdentifier != thing.persistentModelID.storeIdentifier)
    #expect(try context.fetchCount(FetchDescriptor<Thing>()) == 1)

    let alone = try ModelContainer(for: Place.self, configurations: places)
    #expect(try ModelContext(alone).fetch(FetchDescriptor<Place>()).map(\.name) == ["Oslo"])
  }

  @Test func namesStandOnce() {
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Place.self, Thing.self,
        configurations: ModelConfiguration(for: Place.self, isStoredInMemoryOnly: true),
        ModelConfiguration(for: Thing.self, isStoredInMemoryOnly: true))
    }
  }

  @Test func whatLinuxDoesNotHaveIsRefused() {
    let configuration = ModelConfiguration(
      isStoredInMemoryOnly: true, cloudKitDatabase: .private("mine"))
    #expect(throws: DataStoreError.unsupportedFeature) {
      try ModelContainer(for: Place.self, configurations: configuration)
    }
  }

  @Test func aFileThatIsNoStoreIsALoadIssue() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text: "not a database, but long enough to be read as one", to: "x")
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Place.self, configurations: ModelConfiguration(url: URL(filePath: path)))
    }
  }

  @Test func erasingLeavesNothing() throws {
    let container = try ModelContainer(
      for: Place.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Place(name: "Oslo"))
    try context.save()
    try container.erase()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Place>()) == 0)
  }

  @Test func anActorHasAContextOfItsOwn() async throws {
    let container = try ModelContainer(
      for: Place.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let keeper = Keeper(modelContainer: container)
    let identifier = try await keeper.add("Oslo")
    #expect(await keeper.name(of: identifier) == "Oslo")
    #expect(try ModelContext(container).fetch(FetchDescriptor<Place>()).map(\.name) == ["Oslo"])
  }
}

@Model
final class Place {
  var name: String

  init(name: String) { self.name = name }
}

@Model
final class Thing {
  var name: String

  init(name: String) { self.name = name }
}

@ModelActor
actor Keeper {
  func add(_ name: String) throws -> PersistentIdentifier {
    let place = Place(name: name)
    modelContext.insert(place)
    try modelContext.save()
    return place.persistentModelID
  }

  func name(of identifier: PersistentIdentifier) -> String? {
    self[identifier, as: Place.self]?.name
  }
}
