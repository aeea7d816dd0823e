import LarderTestSupport
@testable import Larder
import SwiftData
import Testing

@Suite struct ContextLifetimeTests {
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let trip = Trip("north", code: 1)
    trip.stays = [Stay("hut", nights: 1), Stay("inn", nights: 2)]
    context.insert(trip)
    try context.save()
  }

  @Test func modelsCanBeReadWhenNobodyHoldsTheirContext() throws {
    let trip = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.stays.map(\.place) == ["hut", "inn"])
    #expect(trip.stays.allSatisfy { $0.trip === trip })
    #expect(trip.modelContext != nil)
  }

  @Test func editsOfAModelStayWithIt() throws {
    let trip = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    trip.name = "south"
    trip.stays.removeLast()
    #expect(trip.name == "south")
    #expect(trip.hasChanges)
    try trip.modelContext?.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Trip>()).first
    #expect(found?.name == "south")
    #expect(found?.stays.map(\.place) == ["hut"])
  }

  @Test func aContextAndItsModelsGoAway() throws {
    weak var context: ModelContext?
    weak var core: AnyObject?
    weak var model: Trip?
    do {
      let made = ModelContext(container)
      let trip = try #require(try made.fetch(FetchDescriptor<Trip>()).first)
      trip.name = "changed, and never saved"
      made.insert(Trip("new", code: 9))
      (context, core, model) = (made, made.core as AnyObject, trip)
    }
    #expect(context == nil)
    #expect(model == nil)
    #expect(core == nil)
  }

  @Test func changedModelsStayWhileTheirContextDoes() throws {
    let context = ModelContext(container)
    weak var model: Trip?
    do {
      let trip = Trip("new", code: 9)
      trip.taps = 7
      context.insert(trip)
      model = trip
    }
    #expect(model?.taps == 7, "what is not stored is there too")
    try context.save()
    #expect(model == nil)
  }

  @MainActor @Test func aContainerAndItsMainContextGoAway() throws {
    weak var gone: ModelContainer?
    do {
      let made = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      #expect(made.mainContext.container === made)
      gone = made
    }
    #expect(gone == nil)
  }

  @MainActor @Test func aMainContextCanOutliveItsContainer() throws {
    let context = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    ).mainContext
    context.insert(Trip("north", code: 1))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func storedValuesDoNotHidePendingOnes() throws {
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    trip.name = "pending"
    var stored = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "north" })
    stored.includePendingChanges = false
    #expect(try context.fetch(stored).first === trip)
    #expect(try context.fetchCount(stored) == 1)
    #expect(trip.name == "pending")
    try context.save()
    #expect(try context.fetchCount(stored) == 0)
  }

  @Test func whatWasNotFetchedIsReadWhenAskedFor() throws {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Trip>()
    descriptor.propertiesToFetch = [\.name]
    let trip = try #require(try context.fetch(descriptor).first)
    #expect(trip.name == "north")
    #expect(trip.code == 1)
    #expect(trip.tags == [])
    #expect(trip.stays.count == 2)
    trip.code = 2
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Trip>()).first
    #expect(found?.name == "north")
    #expect(found?.code == 2)
  }
}
