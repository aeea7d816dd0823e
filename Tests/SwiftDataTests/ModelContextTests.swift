import LarderTestSupport
import SwiftData
import Testing

@Suite struct ModelContextTests {
  private let context: ModelContext

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
  }

  @Test func whatWasInsertedIsFetched() throws {
    context.insert(Trip("north", code: 1))
    context.insert(Trip("south", code: 2))

    let names = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(
      \.name)
    #expect(names == ["north", "south"])
    #expect(context.insertedModelsArray.count == 2)
  }

  @Test func aPredicateChoosesModels() throws {
    for (index, name) in ["north", "south", "east"].enumerated() {
      context.insert(Trip(name, code: index))
    }
    try context.save()

    let found = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { $0.code > 0 && $0.name.contains("a") }))
    #expect(found.map(\.name) == ["east"])
  }

  @Test func aSaveGivesPermanentIdentifiers() throws {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    let temporary = trip.persistentModelID
    #expect(temporary.isTemporary)

    try context.save()
    #expect(!trip.persistentModelID.isTemporary)
    #expect(!context.hasChanges)
    #expect(context.model(for: temporary) as? Trip === trip)
  }

  @Test func anEditIsSeenByTheContextThatMadeIt() throws {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    try context.save()
    trip.name = "far north"
    trip.taps += 1

    #expect(trip.hasChanges)
    #expect(
      try context.fetchCount(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "far north" })) == 1)
    context.rollback()
    #expect(trip.name == "north")
    #expect(trip.taps == 1)
  }

  @Test func relationshipsGoBothWaysAtOnce() throws {
    let trip = Trip("north", code: 1)
    let stay = Stay("hut", nights: 2)
    context.insert(trip)
    trip.stays.append(stay)

    #expect(stay.trip === trip)
    #expect(stay.modelContext === context)
    stay.trip = nil
    #expect(trip.stays.isEmpty)
  }

  @Test func aCascadeTakesTheModelsBelow() throws {
    let trip = Trip("north", code: 1)
    trip.stays = [Stay("hut", nights: 2), Stay("inn", nights: 1)]
    context.insert(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Stay>()) == 2)

    context.delete(trip)
    #expect(trip.isDeleted)
    try context.save()
    #expect(!trip.isDeleted)
    #expect(trip.modelContext == nil)
    #expect(trip.name == "north")
    #expect(try context.fetchCount(FetchDescriptor<Stay>()) == 0)
  }

  @Test func valuesOfEveryKindComeBack() throws {
    let trip = Trip("north", code: 1)
    trip.tags = ["a", "b"]
    trip.mood = .wild
    trip.home = Address(street: "Main", city: "Oslo")
    context.insert(trip)
    try context.save()

    let other = ModelContext(context.container)
    let copy = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(copy !== trip)
    #expect(copy.tags == ["a", "b"])
    #expect(copy.mood == .wild)
    #expect(copy.home == Address(street: "Main", city: "Oslo"))
    #expect(copy.note == nil)
  }
}
