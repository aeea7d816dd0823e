import LarderTestSupport
import SwiftData
import Synchronization
import Testing

/// What saves tell, and what runs around them.
@Suite struct SavingTests {
  private let context: ModelContext

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
  }

  /// The notifications that a block brings, by name, with their information.
  private func notifications(
    _ names: [Notification.Name], from object: AnyObject, during body: () throws -> Void
  ) rethrows -> [(name: Notification.Name, keys: [String: Int])] {
    let log = Mutex<[(name: Notification.Name, keys: [String: Int])]>([])
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { note in
        var keys: [String: Int] = [:]
        for (key, value) in note.userInfo ?? [:] {
          guard let key = key as? String else { continue }
          keys[key] = (value as? [PersistentIdentifier])?.count ?? (value as? [String: Any])?.count
        }
        log.withLock { $0.append((name, keys)) }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try body()
    return log.withLock { $0 }
  }

  @Test func aSaveIsAnnouncedAndTold() throws {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    context.insert(Trip("south", code: 2))
    let names = [ModelContext.willSave, ModelContext.didSave]
    let first = try notifications(names, from: context) { try context.save() }
    #expect(first.map(\.name) == names)
    #expect(
      first.last?.keys == [
        "insertedIdentifiers": 2, "updatedIdentifiers": 0, "deletedIdentifiers": 0,
        "inserted": 2, "updated": 0, "deleted": 0, "historyTokens": 1,
      ])
    trip.name = "far"
    let second = try notifications(names, from: context) { try context.save() }
    #expect(second.last?.keys["updated"] == 1)
    context.delete(trip)
    let third = try notifications(names, from: context) { try context.save() }
    #expect(third.last?.keys["deletedIdentifiers"] == 1)
    #expect(try notifications(names, from: context) { try context.save() }.isEmpty)
  }

  @Test func insertedIdentifiersArePermanent() throws {
    let identifiers = Mutex<[PersistentIdentifier]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
      let found = notification.userInfo?[key] as? [PersistentIdentifier]
      identifiers.withLock { $0 = found ?? [] }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let trip = Trip("north", code: 1)
    context.insert(trip)
    try context.save()
    #expect(identifiers.withLock { $0 } == [trip.persistentModelID])
  }

  @Test func aSaveThatFailsIsAnnouncedOnly() throws {
    context.upsertsUniqueValues = false
    context.insert(Trip("north", code: 1))
    context.insert(Trip("south", code: 1))
    let names = [ModelContext.willSave, ModelContext.didSave]
    let told = notifications(names, from: context) {
      #expect(throws: PersistenceError.self) { try context.save() }
    }
    #expect(told.map(\.name) == [ModelContext.willSave])
  }

  @Test func theContainerTellsOfEverySave() throws {
    let container = context.container
    let told = try notifications([ModelContainer.remoteChange], from: container) {
      let other = ModelContext(container)
      other.insert(Trip("north", code: 1))
      try other.save()
    }
    #expect(told.map(\.keys) == [["historyTokens": 1]])
  }

  @Test func savesOfAnotherProcessAreNoticedByTheNextFetch() throws {
    let folder = try TemporaryFolder()
    func container() throws -> ModelContainer {
      try ModelContainer(
        for: Trip.self,
        configurations: ModelConfiguration(url: URL(filePath: folder.path(of: "trips.store"))))
    }
    let (here, elsewhere) = (try container(), try container())
    let context = ModelContext(here)
    context.insert(Trip("north", code: 1))
    try context.save()
    let other = ModelContext(elsewhere)
    other.insert(Trip("south", code: 2))
    try other.save()
    var counts: [Int] = []
    let told = try notifications([ModelContainer.remoteChange], from: here) {
      counts.append(try context.fetch(FetchDescriptor<Trip>()).count)
      counts.append(try context.fetch(FetchDescriptor<Trip>()).count)
    }
    #expect(counts == [2, 2])
    #expect(told.count == 1)
  }

  @Test func aTransactionSavesWhatItsBlockDid() throws {
    try context.transaction { context.insert(Trip("north", code: 1)) }
    #expect(!context.hasChanges)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Trip("south", code: 2))
        throw Stop()
      }
    }
    #expect(context.hasChanges, "a block that throws leaves its changes pending")
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func theStateOfAModelIsThatOfItsPendingChange() throws {
    let (trip, other) = (Trip("north", code: 1), Trip("south", code: 2))
    #expect(!trip.hasChanges)
    context.insert(trip)
    context.insert(other)
    #expect(trip.hasChanges && other.hasChanges)
    try context.save()
    trip.name = "far"
    #expect(trip.hasChanges && !other.hasChanges)
    trip.name = "north"
    #expect(!trip.hasChanges, "what is as it is stored has no changes")
    context.delete(other)
    #expect(other.isDeleted && other.hasChanges && !trip.isDeleted)
  }

  @Test func modelsAreEnumeratedInBatchesInOrder() throws {
    for code in 0..<25 { context.insert(Trip("\(code)", code: code)) }
    try context.save()
    var codes: [Int] = []
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.code > 2 }, sortBy: [SortDescriptor(\.code, order: .reverse)])
    descriptor.fetchLimit = 12
    try context.enumerate(descriptor, batchSize: 5) { codes.append($0.code) }
    #expect(codes == Array((13...24).reversed()))
  }

  @Test func changesLeftBehindMustBeAllowed() throws {
    context.insert(Trip("north", code: 1))
    try context.save()
    let all = FetchDescriptor<Trip>()
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.enumerate(all) { $0.name = "south" }
    }
    context.rollback()
    try context.enumerate(all) { trip in
      trip.name = "east"
      try context.save()
    }
    try context.enumerate(all, allowEscapingMutations: true) { $0.name = "west" }
    #expect(context.hasChanges)
  }

  @Test func batchesAreReadAsTheyAreIndexed() throws {
    for code in 0..<7 { context.insert(Trip("\(code)", code: code)) }
    let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)])
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetch(descriptor, batchSize: 3)
    }
    try context.save()
    let found = try context.fetch(descriptor, batchSize: 3)
    #expect(found.count == 7)
    #expect(found[6].code == 6)
    #expect(found[0].code == 0)
    #expect(found.map(\.code) == Array(0..<7))
    let identifiers = try context.fetchIdentifiers(descriptor, batchSize: 2)
    #expect(Array(identifiers) == found.map(\.persistentModelID))
  }

  @Test func aContextSaysWhatIsPending() throws {
    context.insert(Trip("north", code: 1))
    #expect(context.debugDescription == "ModelContext: 1 inserted, 0 changed, 0 deleted")
    #expect(context == context)
    #expect(context != ModelContext(context.container))
  }
}
