import SwiftData
import Testing

@Suite struct PredicateTests {
  private let context: ModelContext

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
    let guide = Guide(name: "Ada")
    for (index, name) in ["north", "South", "été", "east"].enumerated() {
      let trip = Trip(name, code: index, start: Date(timeIntervalSince1970: Double(index) * 1000))
      trip.price = Double(index) * 1.5
      trip.note = index == 1 ? nil : "note \(index)"
      trip.isDone = index > 1
      trip.tags = index == 0 ? [] : ["t\(index)", "all"]
      trip.mood = index == 3 ? .wild : .calm
      trip.home = index == 2 ? Address(street: "Main", city: "Oslo") : nil
      trip.stays = (0..<index).map { Stay("hut \($0)", nights: $0) }
      if index == 1 { trip.guide = guide }
      context.insert(trip)
    }
    try context.save()
  }

  /// Each condition with the codes of the trips that it holds for.
  private static var conditions: [(Predicate<Trip>, [Int])] {
    let codes = [1, 3, 9]
    let mood = Mood.wild
    let same = ComparisonResult.orderedSame
    let early = Date(timeIntervalSince1970: 1500)
    let range = 1..<3
    return [
      (#Predicate { $0.code == 2 }, [2]),
      (#Predicate { $0.code != 2 && $0.price < 4 }, [0, 1]),
      (#Predicate { $0.isDone || $0.name == "north" }, [0, 2, 3]),
      (#Predicate { !$0.isDone }, [0, 1]),
      (#Predicate { $0.note == nil }, [1]),
      (#Predicate { $0.note != nil }, [0, 2, 3]),
      (#Predicate { ($0.note ?? "none") == "none" }, [1]),
      (#Predicate { $0.note?.contains("2") ?? false }, [2]),
      (#Predicate { $0.name.contains("th") }, [0, 1]),
      (#Predicate { $0.name.starts(with: "e") }, [3]),
      (#Predicate { $0.name.localizedStandardContains("ETE") }, [2]),
      (#Predicate { $0.name.count == 4 }, [3]),
      (#Predicate { $0.name.isEmpty }, []),
      (#Predicate { codes.contains($0.code) }, [1, 3]),
      (#Predicate { range.contains($0.code) }, [1, 2]),
      (#Predicate { (1...2).contains($0.code) }, [1, 2]),
      (#Predicate { $0.start < early }, [0, 1]),
      (#Predicate { $0.mood == mood }, [3]),
      (#Predicate { $0.tags.contains("all") }, [1, 2, 3]),
      (#Predicate { $0.tags.isEmpty }, [0]),
      (#Predicate { $0.stays.contains { $0.nights == 1 } }, [2, 3]),
      (#Predicate { $0.stays.allSatisfy { $0.nights < 2 } }, [0, 1, 2]),
      (#Predicate { $0.stays.filter { $0.nights > 0 }.count == 2 }, [3]),
      (#Predicate { $0.stays.isEmpty }, [0]),
      (#Predicate { $0.guide?.name == "Ada" }, [1]),
      (#Predicate { $0.guide == nil }, [0, 2, 3]),
      (#Predicate { $0.home?.city == "Oslo" }, [2]),
      (#Predicate { $0.code % 2 == 1 }, [1, 3]),
      (#Predicate { $0.code * 2 + 1 == 5 }, [2]),
      (#Predicate { -$0.code == -3 }, [3]),
      (#Predicate { ($0.isDone ? $0.code : 0) > 2 }, [3]),
      (#Predicate { $0.name.caseInsensitiveCompare("SOUTH") == same }, [1]),
    ]
  }

  @Test(arguments: conditions.indices)
  func aConditionHoldsForTheSameModelsWherever(_ index: Int) throws {
    let (predicate, codes) = Self.conditions[index]
    let all = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
    #expect(try all.filter(predicate.evaluate).map(\.code) == codes, "evaluated on the models")
    let found = try context.fetch(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.code)]))
    #expect(found.map(\.code) == codes, "fetched")
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == codes.count)
  }

  @Test func aConditionIsOnPendingValues() throws {
    let trip = try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.code == 0 })).first)
    trip.name = "elsewhere"
    let predicate = #Predicate<Trip> { $0.name == "elsewhere" }
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
    var stored = FetchDescriptor(predicate: predicate)
    stored.includePendingChanges = false
    #expect(try context.fetchCount(stored) == 0)
  }

  @Test func theLimitComesAfterACondition() throws {
    let later = ComparisonResult.orderedDescending
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.name.caseInsensitiveCompare("m") == later },
      sortBy: [SortDescriptor(\.code, order: .reverse)])
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.code) == [1])
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.code) == [0])
  }

  @Test func modelsAreFoundByIdentifier() throws {
    let all = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
    let identifiers = Set(all.prefix(2).map(\.persistentModelID))
    let found = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { identifiers.contains($0.persistentModelID) }))
    #expect(Set(found.map(\.code)) == [0, 1])
  }
}
