import LarderTestSupport
import SwiftData
import Testing

/// The default store through SwiftData's requests, without a container.
@Suite struct DefaultStoreTests {
  private let folder: TemporaryFolder
  private let store: DefaultStore
  private let state: EditingState

  init() throws {
    folder = try TemporaryFolder()
    store = try DefaultStore(
      ModelConfiguration(
        "direct", schema: Schema([Trip.self]), url: URL(filePath: folder.path(of: "trips.store"))))
    let context = ModelContext(
      try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.author = "Ada"
    state = context.editingState
    for (code, name) in ["north", "south", "east"].enumerated() {
      let trip = Trip(name, code: code)
      trip.stays = [Stay("hut \(code)", nights: code)]
      context.insert(trip)
    }
    let models = context.insertedModelsArray
    _ = try store.save(
      DataStoreSaveChangesRequest(
        inserted: models.map(snapshot), updated: [], deleted: [], editingState: state))
  }

  private func snapshot(_ model: any PersistentModel) -> DefaultSnapshot {
    func snapshot<M: PersistentModel>(_ model: M) -> DefaultSnapshot {
      var related: [PersistentIdentifier: any BackingData] = [:]
      return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
    }
    return snapshot(model)
  }

  private func request(
    _ predicate: Predicate<Trip>? = nil, sortBy: [SortDescriptor<Trip>] = []
  ) -> DataStoreFetchRequest<Trip> {
    DataStoreFetchRequest(
      editingState: state, descriptor: FetchDescriptor(predicate: predicate, sortBy: sortBy))
  }

  @Test func insertsAreFetchedWithWhatTheyLeadTo() throws {
    let found = try store.fetch(request(sortBy: [SortDescriptor(\.name)])).fetchedSnapshots
    #expect(found.map { $0[\Trip.name] } == ["east", "north", "south"])
    #expect(found.allSatisfy { $0[\Trip.stays].count == 1 })
    #expect(found.allSatisfy { $0.persistentIdentifier.storeIdentifier == store.identifier })
    #expect(try store.fetchCount(request(#Predicate { $0.code > 0 })) == 2)
    let identifiers = try store.fetchIdentifiers(request(#Predicate { $0.code == 1 }))
    #expect(identifiers.map(\.entityName) == ["Trip"])
  }

  @Test func aConditionWithoutAFormIsRefused() {
    let odd = #Predicate<Trip> { $0.title == "x" }
    #expect(throws: DataStoreError.preferInMemoryFilter) { try store.fetch(request(odd)) }
    #expect(throws: DataStoreError.preferInMemoryFilter) { try store.fetchCount(request(odd)) }
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      try store.delete(
        DataStoreBatchDeleteRequest(editingState: state, predicate: odd, includeSubclasses: true))
    }
  }

  @Test func aBatchDeleteFollowsTheRules() throws {
    try store.delete(
      DataStoreBatchDeleteRequest<Trip>(
        editingState: state, predicate: #Predicate { $0.code < 2 }, includeSubclasses: true))
    #expect(try store.fetchCount(request()) == 1)
    let stays = DataStoreFetchRequest<Stay>(editingState: state, descriptor: FetchDescriptor())
    #expect(try store.fetchCount(stays) == 1)
    let history = try store.fetchHistory(HistoryDescriptor())
    #expect(history.map(\.author) == ["Ada", "Ada"])
    #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
  }

  @Test func savesAreHistoryAndErasingIsToo() throws {
    try store.erase()
    #expect(try store.fetchCount(request()) == 0)
    let history = try store.fetchHistory(HistoryDescriptor())
    #expect(history.map { $0.changes.count } == [6, 6])
    try store.deleteHistory(HistoryDescriptor())
    #expect(try store.fetchHistory(HistoryDescriptor()).isEmpty)
  }

  @Test func anUpdateOfWhatIsGoneIsAnError() throws {
    let found = try #require(try store.fetch(request()).fetchedSnapshots.first)
    try store.erase()
    #expect(throws: PersistenceError.self) {
      try store.save(
        DataStoreSaveChangesRequest(
          inserted: [], updated: [found], deleted: [], editingState: state))
    }
  }
}
