import SwiftData
import Synchronization
import Testing

@Suite struct AutosaveTests {
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Guide.self, Trip.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func storedNames() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name).sorted()
  }

  /// Does something, and waits until the context posts what it is to post.
  @MainActor
  private func awaiting(
    _ name: Notification.Name, of context: ModelContext, doing body: () throws -> Void
  ) async throws {
    let waiter = Waiter(name, of: context)
    try body()
    await waiter.wait()
  }

  @MainActor @Test func aMainContextSavesAfterTheRunningJob() async throws {
    let context = container.mainContext
    #expect(context.autosaveEnabled)
    try await awaiting(ModelContext.didSave, of: context) {
      context.insert(Trip("north", code: 1))
      context.insert(Trip("south", code: 2))
      #expect(context.hasChanges)
    }
    #expect(!context.hasChanges)
    #expect(try storedNames() == ["north", "south"])
  }

  @MainActor @Test func manyChangesAreOneSave() async throws {
    let context = container.mainContext
    let saves = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in saves.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try await awaiting(ModelContext.didSave, of: context) {
      for code in 0..<10 { context.insert(Trip("\(code)", code: code)) }
    }
    await Task.yield()
    #expect(saves.withLock { $0 } == 1)
  }

  @MainActor @Test func whatFailsIsThrownByTheNextSave() async throws {
    let context = container.mainContext
    context.upsertsUniqueValues = false
    try await awaiting(ModelContext.didFailToSave, of: context) {
      context.insert(Trip("north", code: 1))
      context.insert(Trip("south", code: 1))
    }
    #expect(throws: PersistenceError.self) { try context.save() }
    context.rollback()
    #expect(try storedNames() == [])
  }

  @Test func aContextSavesBeforeItGoesAway() throws {
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Trip("north", code: 1))
    }
    #expect(try storedNames() == ["north"])
    do { ModelContext(container).insert(Trip("south", code: 2)) }
    #expect(try storedNames() == ["north"], "without autosave what is not saved is gone")
  }

  @Test func aModelActorsContextSavesOnItsActor() async throws {
    let keeper = TripKeeper(modelContainer: container)
    await keeper.enableAutosave()
    try await keeper.insertAndAwaitSave("north")
    #expect(try storedNames() == ["north"])
  }

  @Test func nobodySavesWithoutAutosave() async throws {
    let keeper = TripKeeper(modelContainer: container)
    await keeper.insert("north")
    await keeper.insert("south")
    #expect(try storedNames() == [])
    #expect(await keeper.hasChanges)
  }
}

/// Waits for a notification, from the moment it is made.
final class Waiter: Sendable {
  private let stream: AsyncStream<Void>
  private let token: Token

  private final class Token: @unchecked Sendable {
    let observer: any NSObjectProtocol

    init(_ observer: any NSObjectProtocol) { self.observer = observer }
  }

  init(_ name: Notification.Name, of context: ModelContext) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.stream = stream
    token = Token(
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
        continuation.yield()
      })
  }

  deinit { NotificationCenter.default.removeObserver(token.observer) }

  func wait() async {
    for await _ in stream { return }
  }
}

@ModelActor
actor TripKeeper {
  var hasChanges: Bool { modelContext.hasChanges }

  func enableAutosave() { modelContext.autosaveEnabled = true }

  func insert(_ name: String) { modelContext.insert(Trip(name, code: name.count)) }

  func insertAndAwaitSave(_ name: String) async throws {
    let waiter = Waiter(ModelContext.didSave, of: modelContext)
    insert(name)
    await waiter.wait()
  }

  func add(_ name: String, code: Int) throws -> PersistentIdentifier {
    let trip = Trip(name, code: code)
    trip.stays = [Stay("hut of \(name)", nights: 0)]
    modelContext.insert(trip)
    try modelContext.save()
    return trip.persistentModelID
  }

  func names(_ identifiers: [PersistentIdentifier]) -> [String?] {
    identifiers.map { self[$0, as: Trip.self]?.name }
  }

  func context(of identifier: PersistentIdentifier) -> Bool {
    self[identifier, as: Trip.self]?.modelContext === modelContext
  }
}
