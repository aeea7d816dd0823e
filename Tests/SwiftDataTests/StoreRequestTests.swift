import SwiftData
import Testing

/// What a store of one's own is asked, and what becomes of its answers.
@Suite struct StoreRequestTests {
  private let desk = Desk()
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(for: Trip.self, configurations: ProbeConfiguration(desk: desk))
    let context = ModelContext(container)
    for (code, name) in ["north", "south", "east", "west"].enumerated() {
      let trip = Trip(name, code: code)
      trip.stays = [Stay("hut \(code)", nights: code)]
      context.insert(trip)
    }
    try context.save()
    _ = desk.take()
  }

  private static let refusals: [Set<DataStoreError>] = [
    [], [.preferInMemoryFilter], [.preferInMemorySort],
    [.preferInMemoryFilter, .preferInMemorySort],
  ]

  private func descriptor(limit: Int? = nil, offset: Int? = nil) -> FetchDescriptor<Trip> {
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.name.contains("th") || $0.code > 1 },
      sortBy: [SortDescriptor(\.name)])
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    return descriptor
  }

  @Test(arguments: refusals, [false, true])
  func answersAreTheSameWhateverTheStoreRefuses(
    _ refusals: Set<DataStoreError>, _ hasChanges: Bool
  ) throws {
    desk.with { $0.refusals = refusals }
    let context = ModelContext(container)
    if hasChanges { context.insert(Trip("aloft", code: 9)) }
    let names = (hasChanges ? ["aloft"] : []) + ["east", "north", "south", "west"]
    let limited = Array(names.dropFirst(1).prefix(2))

    let all = try context.fetch(descriptor())
    #expect(all.map(\.name) == names)
    #expect(try context.fetch(descriptor(limit: 2, offset: 1)).map(\.name) == limited)
    #expect(try context.fetchCount(descriptor()) == names.count)
    #expect(try context.fetchCount(descriptor(limit: 2, offset: 1)) == 2)
    #expect(try context.fetchIdentifiers(descriptor()) == all.map(\.persistentModelID))
    let identifiers = try context.fetchIdentifiers(descriptor(limit: 2, offset: 1))
    #expect(identifiers == Array(all.map(\.persistentModelID).dropFirst(1).prefix(2)))
  }

  @Test(arguments: refusals, [false, true])
  func aBatchDeleteTakesWhatMatches(
    _ refusals: Set<DataStoreError>, _ hasChanges: Bool
  ) throws {
    desk.with { $0.refusals = refusals }
    let context = ModelContext(container)
    if hasChanges { context.insert(Trip("nowhere", code: 9)) }
    try context.delete(model: Trip.self, where: #Predicate { $0.name.starts(with: "no") })
    try context.save()
    let rest = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    #expect(Set(rest.map(\.name)) == ["south", "east", "west"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stay>()) == 3)
  }

  @Test func aBatchingStoreDeletesAtOnce() throws {
    let context = ModelContext(container)
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
    _ = desk.take()
    try context.delete(model: Trip.self, where: #Predicate { $0.code < 2 })
    #expect(desk.take() == ["delete Trip where"])
    #expect(!context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2)
    #expect(trips[0].name == "north", "the last values stay")
    #expect(trips[2].name == "east")
  }

  @Test func theStoreIsAskedAsTheDescriptorStands() throws {
    let context = ModelContext(container)
    _ = try context.fetch(descriptor(limit: 2, offset: 1))
    _ = try context.fetchCount(descriptor())
    _ = try context.fetchIdentifiers(descriptor())
    #expect(
      desk.take() == [
        "fetch Trip where sorted limit 2 offset 1", "count Trip where sorted",
        "identifiers Trip where sorted",
      ])
  }

  @Test func aStoreThatRefusesIsAskedOnceMore() throws {
    desk.with { $0.refusals = [.preferInMemoryFilter, .preferInMemorySort] }
    _ = try ModelContext(container).fetch(descriptor(limit: 1))
    #expect(desk.take() == ["fetch Trip where sorted limit 1", "fetch Trip"])
  }

  @Test func storesKnowTheirContextsAndTheirAuthors() throws {
    do {
      let (first, second) = (ModelContext(container), ModelContext(container))
      #expect(desk.with { $0.contexts } == [first.editingState.id, second.editingState.id])
      first.author = "Ada"
      first.insert(Trip("far", code: 7))
      try first.save()
      second.insert(Trip("away", code: 8))
      try second.save()
      #expect(desk.with { $0.authors.suffix(2) } == ["Ada", nil])
    }
    #expect(desk.with { $0.contexts.isEmpty })
  }

  @Test func erasingIsTheStoresOwnBusiness() throws {
    try container.erase()
    #expect(desk.take() == ["erase"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stay>()) == 0)
  }

  @Test func whatTheStoreHasAtHandIsNotFetched() throws {
    let context = ModelContext(container)
    let identifiers = try context.fetchIdentifiers(
      FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
    let snapshot = try #require(try snapshots().first { $0.persistentIdentifier == identifiers[0] })
    desk.with { $0.cache = [identifiers[0]: snapshot] }
    _ = desk.take()
    let model = try #require(context.model(for: identifiers[0]) as? Trip)
    #expect(model.name == "north")
    #expect(desk.take().isEmpty)
    let other = try #require(context.model(for: identifiers[1]) as? Trip)
    #expect(other.name == "south")
    #expect(desk.take() == ["fetch Trip where"])
  }

  /// The stored snapshots, by way of another context's store.
  private func snapshots() throws -> [DefaultSnapshot] {
    let context = ModelContext(container)
    return try context.fetch(FetchDescriptor<Trip>()).map { trip in
      var related: [PersistentIdentifier: any BackingData] = [:]
      return DefaultSnapshot(from: trip.persistentBackingData, relatedBackingDatas: &related)
    }
  }

  @Test func valuesOfASnapshotCanBeRead() throws {
    let snapshot = try #require(try snapshots().first { $0["name"] == .text("east") })
    #expect(snapshot["code"] == .integer(2))
    #expect(snapshot["nothing"] == nil)
    #expect(snapshot[\Trip.name] == "east")
    #expect(snapshot[\Trip.code] == 2)
    #expect(snapshot[\Trip.guide] == nil)
    #expect(snapshot[\Trip.stays].map(\.entityName) == ["Stay"])
  }

  @Test func descriptorsAreEqualByWhatTheyAskFor() {
    var other = descriptor()
    #expect(other == descriptor())
    other.fetchLimit = 3
    #expect(other != descriptor())
    other = descriptor()
    other.predicate = #Predicate { $0.name.contains("th") || $0.code > 2 }
    #expect(other != descriptor())
    other.predicate = nil
    #expect(other != descriptor())
  }

  @Test func prefetchedRelationshipsCostNoRequestsLater() throws {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)])
    descriptor.relationshipKeyPathsForPrefetching = [\.stays]
    let trips = try context.fetch(descriptor)
    #expect(desk.take() == ["fetch Trip sorted", "fetch Stay where"])
    #expect(trips.flatMap(\.stays).map(\.place) == ["hut 0", "hut 1", "hut 2", "hut 3"])
    #expect(desk.take().isEmpty)

    let plain = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    _ = desk.take()
    _ = plain.flatMap(\.stays).map(\.place)
    #expect(desk.take().count == 4, "one request an object without")
  }
}
