import LarderTestSupport
import SwiftData
import Testing

@Model
final class Freight {
  var label: String
  var mood: Mood
  var calm: Mood = Mood.calm
  var home: Address
  var count: Int8
  var note: String?
  var wagon: Wagon

  init(_ label: String, in wagon: Wagon) {
    self.label = label
    mood = .wild
    home = Address(street: "High Street", city: "Oslo")
    count = 3
    self.wagon = wagon
  }
}

@Model
final class Wagon {
  var name: String
  @Relationship(inverse: \Freight.wagon) var freights: [Freight] = []

  init(_ name: String) { self.name = name }
}

/// The same entities in classes that take more.
enum Loose {
  @Model
  final class Freight {
    var label: String = "a"
    var mood: String
    var calm: String
    var home: Address
    var count: Int
    var note: String?
    var wagon: Wagon

    init(mood: String = "wild", calm: String = "calm", count: Int = 3) {
      self.mood = mood
      self.calm = calm
      self.count = count
      home = Address(street: "High Street", city: "Oslo")
      wagon = Wagon()
    }
  }

  @Model
  final class Wagon {
    var name: String = "c"
    @Relationship(inverse: \Freight.wagon) var freights: [Freight] = []

    init() {}
  }
}

struct Unwritable: Codable {
  var number = 1

  func encode(to encoder: any Encoder) throws { throw DataStoreError.unsupportedFeature }
}

@Model
final class Stubborn {
  var value: Unwritable

  init() { value = Unwritable() }
}

/// What users do wrong, and what files say that no class can have.
@Suite struct HostileInputTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.path(of: "parcels.store"))
  }

  private func open() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Freight.self, Wagon.self, configurations: ModelConfiguration(url: url)))
  }

  /// Writes an object past the types of the classes here.
  private func write(_ freight: Loose.Freight) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Loose.Freight.self, Loose.Wagon.self, configurations: ModelConfiguration(url: url)))
    context.insert(freight)
    try context.save()
  }

  @Test func aStoredValueThatIsNoneOfTheTypesIsReadAsTheDefault() throws {
    try write(Loose.Freight(calm: "furious"))
    let context = try open()
    let freight = try #require(try context.fetch(FetchDescriptor<Freight>()).first)
    #expect(freight.calm == .calm)
    #expect(throws: PersistenceError.self) { try context.save() }
    freight.calm = .wild
    try context.save()
    #expect(try open().fetch(FetchDescriptor<Freight>()).first?.calm == .wild)
  }

  @Test func aStoredValueThatIsNoneOfTheTypesAndHasNoDefaultIsEmpty() throws {
    try write(Loose.Freight(mood: "furious", count: 300))
    let context = try open()
    let freight = try #require(try context.fetch(FetchDescriptor<Freight>()).first)
    #expect(freight.mood == .calm)
    #expect(throws: PersistenceError.self) { try context.save() }
    #expect(freight.count == 0)
    #expect(throws: PersistenceError.self) { try context.save() }
  }

  @Test func anIdentifierThatLeadsNowhereIsAnObjectWithEmptyValues() throws {
    let context = try open()
    let foreign = try PersistentIdentifier.identifier(
      for: "elsewhere", entityName: "Freight", primaryKey: 7)
    let freight = try #require(context.model(for: foreign) as? Freight)
    #expect(freight.label == "")
    #expect(freight.count == 0)
    #expect(freight.home == Address(street: "", city: ""))
    #expect(freight.note == nil)
    #expect(freight.wagon.name == "")
    #expect(throws: PersistenceError.self) { try context.save() }
    freight.label = "b"
    #expect(throws: PersistenceError.self) { try context.save() }
  }

  @Test func anIdentifierOfAnEntityThatNobodyKnowsIsAnObjectWithoutProperties() throws {
    let context = try open()
    let foreign = try PersistentIdentifier.identifier(
      for: "elsewhere", entityName: "Ship", primaryKey: "x")
    let model = context.model(for: foreign)
    #expect(model.persistentModelID == foreign)
    #expect(model as? Freight == nil)
    let registered: Freight? = context.registeredModel(for: foreign)
    #expect(registered == nil)
  }

  @Test func aValueThatDoesNotEncodeIsWhatTheSaveThrows() throws {
    let container = try ModelContainer(
      for: Stubborn.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Stubborn())
    #expect(throws: PersistenceError.self) { try context.save() }
  }

  @Test func aBatchWhoseObjectsAreGoneHasThemAsTheyWere() throws {
    let context = try open()
    let wagon = Wagon("c")
    for number in 0..<4 { context.insert(Freight("p\(number)", in: wagon)) }
    try context.save()
    let reader = try open()
    let found = try reader.fetch(
      FetchDescriptor<Freight>(sortBy: [SortDescriptor(\.label)]), batchSize: 2)
    #expect(found[0].label == "p0")
    try context.delete(model: Freight.self)
    try context.save()
    #expect(found.count == 4)
    #expect(found[3].label == "p3")
  }

  @Test(arguments: ["no database", "SQLite format 3\0", "{\"objects\": ["])
  func aFileThatIsNoStoreIsATypedError(_ text: String) throws {
    try Data(text.utf8).write(to: url)
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
  }

  @Test func aClassThatTheSchemaDoesNotHaveIsATypedError() throws {
    let context = try open()
    #expect(throws: PersistenceError.self) { try context.fetch(FetchDescriptor<Stay>()) }
    #expect(throws: PersistenceError.self) { try context.fetchCount(FetchDescriptor<Stay>()) }
    #expect(throws: PersistenceError.self) { try context.delete(model: Stay.self) }
    context.insert(Stay("hut", nights: 1))
    #expect(throws: PersistenceError.self) { try context.save() }
  }

  @Test func keyPathsThatLeadToNothingStoredDoNoHarm() throws {
    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Trip("b", code: 1))
    context.insert(Trip("a", code: 2))
    try context.save()
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.title.contains("(") }, sortBy: [SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title, \.taps]
    descriptor.relationshipKeyPathsForPrefetching = [\.title, \.name, \.stays]
    #expect(try context.fetch(descriptor).map(\.title) == ["a (2)", "b (1)"])
  }

  @Test(arguments: [-1, 0, Int.min, Int.max])
  func limitsAndOffsetsOfAnySizeDoNoHarm(_ number: Int) throws {
    let context = try open()
    let wagon = Wagon("c")
    for number in 0..<3 { context.insert(Freight("p\(number)", in: wagon)) }
    try context.save()
    let rest = number > 0 ? 0 : 3
    for order in [SortDescriptor(\Freight.label), SortDescriptor(\Freight.label.count)] {
      var descriptor = FetchDescriptor<Freight>(sortBy: [order])
      descriptor.fetchLimit = number
      #expect(try context.fetch(descriptor).count == 3 - rest)
      #expect(try context.fetchCount(descriptor) == 3 - rest)
      descriptor.fetchLimit = nil
      descriptor.fetchOffset = number
      #expect(try context.fetch(descriptor).count == rest)
      descriptor.includePendingChanges = false
      #expect(try context.fetch(descriptor).count == rest)
    }
    var visited = 0
    try context.enumerate(FetchDescriptor<Freight>(), batchSize: number) { _ in visited += 1 }
    #expect(visited == 3)
    let batches = try context.fetch(FetchDescriptor<Freight>(), batchSize: number)
    #expect(batches.map(\.label).count == 3)
  }
}
