import LarderTestSupport
import SwiftData
import Synchronization
import Testing

/// Calls at times and with things that nobody thought of.
@Suite struct HostileCallsTests {
  private func makeContext() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test func aModelOfAnotherContextIsNotInserted() throws {
    let (one, two) = (try makeContext(), try makeContext())
    let trip = Trip("a", code: 1)
    one.insert(trip)
    two.insert(trip)
    #expect(throws: SwiftDataError.modelValidationFailure) { try two.save() }
    try one.save()
    #expect(try one.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(try two.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func aRelationshipToAModelOfAnotherStoreIsAnError() throws {
    let (one, two) = (try makeContext(), try makeContext())
    let (trip, stay) = (Trip("a", code: 1), Stay("hut", nights: 1))
    one.insert(trip)
    two.insert(stay)
    trip.stays = [stay]
    #expect(throws: (any Error).self) { try one.save() }
    stay.trip = trip
    #expect(throws: (any Error).self) { try two.save() }
  }

  @Test func whoIsToldOfASaveMaySaveAndChange() throws {
    let context = try makeContext()
    let trip = Trip("a", code: 1)
    context.insert(trip)
    let calls = Atomic(0)
    nonisolated(unsafe) let (known, edited) = (context, trip)
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.willSave, object: context, queue: nil
    ) { _ in
      calls.wrappingAdd(1, ordering: .relaxed)
      edited.note = "stamped"
      try? known.save()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.save()
    #expect(calls.load(ordering: .relaxed) == 1)
    #expect(!context.hasChanges)
    let copy = ModelContext(context.container)
    #expect(try copy.fetch(FetchDescriptor<Trip>()).first?.note == "stamped")
  }

  @Test func anActionMayForgetAllActions() {
    let undo = UndoManager()
    undo.registerUndo(withTarget: undo) { $0.removeAllActions() }
    undo.undo()
    undo.redo()
    #expect(!undo.canUndo)
    #expect(!undo.canRedo)
    #expect(undo.undoMenuItemTitle == "Undo")
  }

  @Test func twoClassesOfOneNameAreAnError() throws {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: LogV1.Entry.self, LogV2.Entry.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  @Test func aClassThatIsGivenTwiceCountsOnce() throws {
    let container = try ModelContainer(
      for: Trip.self, Trip.self, Stay.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(container.schema.entities.map(\.name).sorted() == ["Guide", "Stay", "Trip"])
  }

  @Test(
    arguments: [
      "", "{}", "[]", "null", "7", #"{"implementation": {}}"#, #"{"implementation": []}"#,
      #"{"implementation": {"primaryKey": "p99999999999999999999", "uriRepresentation": "x:"}}"#,
      #"{"implementation": {"entityName": "Trip", "isTemporary": false, "primaryKey": {}}}"#,
    ])
  func anIdentifierInNoFormIsADecodingError(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PersistentIdentifier.self, from: Data(text.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DefaultSnapshot.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: ["", "{", "{}", "[]", #"{"entities": [{"name": 4}]}"#])
  func aSchemaInNoFormIsAnError(_ text: String) throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.path(of: "schema.json"))
    try Data(text.utf8).write(to: url)
    #expect(throws: (any Error).self) { try Schema.load(from: url) }
  }

  @Test func countsNoticeTheSavesOfOthers() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: URL(filePath: folder.path(of: "trips.store")))
    let container = try ModelContainer(for: Trip.self, configurations: configuration)
    let context = ModelContext(container)
    let observer = try HistoryObserver(modelContainer: container)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    let other = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
    other.insert(Trip("a", code: 1))
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(observer.eventCounter == 1)
  }

  @Test func aStoreForReadingAloneThrowsWhereItIsWritten() throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.path(of: "trips.store"))
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    }
    let writer = ModelContext(
      try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url)))
    writer.insert(Trip("a", code: 1))
    try writer.save()
    let reader = ModelContext(
      try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: url, allowsSave: false)))
    try #require(try reader.fetch(FetchDescriptor<Trip>()).first).name = "b"
    reader.insert(Trip("c", code: 2))
    #expect(throws: PersistenceError.self) { try reader.save() }
    #expect(throws: (any Error).self) { try reader.container.erase() }
    #expect(try writer.fetchCount(FetchDescriptor<Trip>()) == 1)
  }
}
