import SwiftData
import Testing

@Model
final class Seat {
  #Unique<Seat>([\.row, \.number])

  var row: Int
  var number: Int
  var guest: String

  init(row: Int, number: Int, guest: String) {
    self.row = row
    self.number = number
    self.guest = guest
  }
}

@Suite struct UniquenessTests {
  private let context: ModelContext

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
  }

  @Test func anInsertOfAValueThatIsThereUpdates() throws {
    let first = Trip("north", code: 1)
    first.stays = [Stay("hut", nights: 1)]
    context.insert(first)
    try context.save()
    let second = Trip("south", code: 1)
    second.stays = [Stay("inn", nights: 2)]
    context.insert(second)
    try context.save()

    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(first.name == "south")
    #expect(first == second)
    #expect(first.stays.map(\.place) == ["hut", "inn"])
    #expect(second.stays.allSatisfy { $0.trip == first })
  }

  @Test func theLastOfTwoInsertsWins() throws {
    context.insert(Trip("north", code: 1))
    context.insert(Trip("south", code: 1))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["south"])
  }

  @Test func anotherObjectMeansTheOneThatStayed() throws {
    context.insert(Guide(name: "Ada"))
    try context.save()
    let trip = Trip("north", code: 1)
    trip.guide = Guide(name: "Ada")
    context.insert(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Guide>()) == 1)
    #expect(trip.guide?.trips == [trip])
  }

  @Test func valuesThatAreUniqueTogetherMayStandApart() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let context = ModelContext(try ModelContainer(for: Seat.self, configurations: configuration))
    for (row, number) in [(1, 1), (1, 2), (2, 1)] {
      context.insert(Seat(row: row, number: number, guest: "first"))
    }
    try context.save()
    context.insert(Seat(row: 1, number: 2, guest: "second"))
    try context.save()
    let seats = try context.fetch(
      FetchDescriptor<Seat>(sortBy: [SortDescriptor(\.row), SortDescriptor(\.number)]))
    #expect(seats.map(\.guest) == ["first", "second", "first"])
    context.upsertsUniqueValues = false
    seats[0].number = 2
    #expect(throws: PersistenceError.self) { try context.save() }
  }

  @Test func upsertsCanBeSwitchedOff() throws {
    context.upsertsUniqueValues = false
    context.insert(Trip("north", code: 1))
    context.insert(Trip("south", code: 1))
    #expect(throws: PersistenceError.self) { try context.save() }
  }

  @Test func aDeniedDeleteIsWhatTheSaveThrows() throws {
    let guide = Guide(name: "Ada")
    let trip = Trip("north", code: 1)
    trip.guide = guide
    context.insert(trip)
    try context.save()
    context.delete(guide)
    #expect(context.hasChanges)
    #expect(throws: PersistenceError.self) { try context.save() }

    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Guide>()) == 0)
  }
}
