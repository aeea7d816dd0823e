import LarderTestSupport
import SwiftData
import Testing

@Suite struct FileStoreTests {
  @Test func modelsOutliveTheirContainer() throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.path + "/trips.store")
    do {
      let container = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let trip = Trip("north", code: 7)
      trip.mood = .wild
      trip.home = Address(street: "Main", city: "Oslo")
      trip.stays = [Stay("hut", nights: 2)]
      trip.guide = Guide(name: "Ada")
      context.insert(trip)
      try context.save()
    }
    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let trip = try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.code == 7 })).first)
    #expect(trip.name == "north")
    #expect(trip.mood == .wild)
    #expect(trip.home?.city == "Oslo")
    #expect(trip.stays.map(\.place) == ["hut"])
    #expect(trip.guide?.name == "Ada")
    #expect(trip.guide?.trips.first === trip)
  }
}
