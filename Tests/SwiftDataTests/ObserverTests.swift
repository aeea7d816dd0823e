import SwiftData
import Synchronization
import Testing

@Suite struct ObserverTests {
  private let context: ModelContext

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
    for (code, name) in ["north", "south", "east"].enumerated() {
      let trip = Trip(name, code: code)
      trip.note = code == 1 ? nil : "n\(code % 2)"
      context.insert(trip)
    }
    try context.save()
  }

  private func isTold(reading body: () -> Void, doing edit: () throws -> Void) rethrows -> Bool {
    let flag = Mutex(false)
    withObservationTracking(body) { flag.withLock { $0 = true } }
    try edit()
    return flag.withLock { $0 }
  }

  @Test func resultsFollowEditsAndSaves() throws {
    let observer = try ResultsObserver<Trip, Never>(
      filterBy: #Predicate { $0.code < 10 }, sortBy: [SortDescriptor(\.name)],
      modelContext: context)
    #expect(observer.results.map(\.name) == ["east", "north", "south"])
    #expect(
      isTold(reading: { _ = observer.results }) { context.insert(Trip("aloft", code: 5)) })
    #expect(observer.results.map(\.name) == ["aloft", "east", "north", "south"])
    #expect(observer.sections == nil)
    #expect(try isTold(reading: { _ = observer.results }) { try context.save() })
    #expect(isTold(reading: { _ = observer.results }) { observer.filterBy = nil })
    #expect(observer.results.count == 4)
    observer.sortBy = [SortDescriptor(\.name, order: .reverse)]
    #expect(observer.results.first?.name == "south")
    context.delete(observer.results[0])
    #expect(observer.results.first?.name == "north")
  }

  @Test func savesOfOtherContextsAreSeen() throws {
    let observer = try ResultsObserver<Trip, Never>(modelContext: context)
    #expect(
      try isTold(reading: { _ = observer.results }) {
        let other = ModelContext(context.container)
        other.insert(Trip("west", code: 7))
        try other.save()
      })
    #expect(observer.results.count == 4)
    let own = try ResultsObserver<Trip, Never>(modelContainer: context.container)
    #expect(own.results.count == 4)
    #expect(own.modelContext != context)
  }

  @Test func sectionsComeInOrderOfTheirTitles() throws {
    let observer = try ResultsObserver(
      sortBy: [SortDescriptor(\.code, order: .reverse)], sectionBy: \Trip.name,
      modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.map(\.title) == ["east", "north", "south"])
    #expect(sections[sectionTitle: "north"]?.map(\.code) == [0])
    #expect(sections[sectionTitle: "nowhere"] == nil)
    #expect(sections.contains(sectionTitle: "south"))
    #expect(sections.index(ofSectionTitle: "south") == 2)
    #expect(observer.fetchDescriptor.sortBy.count == 2)
    observer.sortBy = []
    #expect(observer.fetchDescriptor.sortBy.count == 1, "the order of the sections stays")
    #expect(observer.sectionBy == \Trip.name)
  }

  @Test func placesAndElementsAnswerEachOther() throws {
    let observer = try ResultsObserver(
      fetchDescriptor: FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]),
      sectionBy: \Trip.note, modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.map(\.title) == [nil, "n0"])
    #expect(sections.map { $0.map(\.code) } == [[1], [0, 2]])
    let place = IndexPath(indexes: [1, 1])
    let trip = try #require(observer.element(at: place))
    #expect(trip.code == 2)
    #expect(observer.indexPath(for: trip) == place)
    for absent in [[2, 0], [1, 2], [0, 1]] {
      #expect(observer.element(at: IndexPath(indexes: absent)) == nil)
    }
    observer.sectionBy = nil
    #expect(observer.sections == nil)
    #expect(observer.element(at: IndexPath(indexes: [0, 2]))?.code == 2)
    #expect(observer.indexPath(for: trip) == IndexPath(indexes: [0, 2]))
  }

  @Test func observersDoNotKeepEachOther() throws {
    weak var gone: ResultsObserver<Trip, Never>?
    do {
      let observer = try ResultsObserver<Trip, Never>(modelContext: context)
      gone = observer
    }
    #expect(gone == nil)
  }

  private func save(_ name: String, by author: String?) throws {
    let other = ModelContext(context.container)
    other.author = author
    other.insert(Trip(name, code: name.count + 100))
    try other.save()
  }

  @Test func aHistoryObserverCountsWhatItIsAskedFor() throws {
    let container = context.container
    let all = try HistoryObserver(modelContainer: container)
    let guides = try HistoryObserver(observedModels: [Guide.self], modelContainer: container)
    let ada = try HistoryObserver(
      observedModels: [Trip.self], authors: ["Ada"], modelContainer: container)
    #expect(all.eventCounter == 0, "without tokens it begins with the present")
    #expect(try isTold(reading: { _ = all.eventCounter }) { try save("west", by: "Ada") })
    try save("far away", by: nil)
    #expect([all, guides, ada].map(\.eventCounter) == [2, 0, 1])
    context.insert(Guide(name: "Ada"))
    try context.save()
    #expect([all, guides, ada].map(\.eventCounter) == [3, 1, 1])
  }

  @Test func aHistoryObserverBeginsAtItsTokens() throws {
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let first = try #require(history.first)
    try save("west", by: nil)
    let observer = try HistoryObserver(
      historyTokens: [first.storeIdentifier: first.token], modelContainer: context.container)
    #expect(observer.eventCounter == 1)
  }
}
