import LarderTestSupport
import SwiftData
import Testing

@Suite struct ModelActorTests {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Trip.self,
      configurations: ModelConfiguration(url: URL(filePath: folder.path(of: "trips.store"))))
  }

  @Test func manyActorsWriteToOneContainer() async throws {
    let container = container
    let identifiers = try await withThrowingTaskGroup(of: [PersistentIdentifier].self) { group in
      for number in 0..<6 {
        group.addTask {
          let keeper = TripKeeper(modelContainer: container)
          var made: [PersistentIdentifier] = []
          for code in 0..<5 {
            made.append(try await keeper.add("\(number)", code: number * 10 + code))
          }
          return made
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(identifiers).count == 30)
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 30)
    #expect(try context.fetchCount(FetchDescriptor<Stay>()) == 30)
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(transactions.map(\.transactionIdentifier) == Array(1...30))
  }

  @Test func anIdentifierBecomesAModelOfTheActorThatIsAsked() async throws {
    let (first, second) = (
      TripKeeper(modelContainer: container), TripKeeper(modelContainer: container)
    )
    let identifier = try await first.add("north", code: 1)
    #expect(await second.names([identifier]) == ["north"])
    #expect(await first.context(of: identifier))
    #expect(await second.context(of: identifier))
  }

  @Test func aStaleWriteIsAConflictAndNotALostUpdate() async throws {
    let keeper = TripKeeper(modelContainer: container)
    _ = try await keeper.add("north", code: 1)
    let (first, second) = (ModelContext(container), ModelContext(container))
    let seen = try #require(try first.fetch(FetchDescriptor<Stay>()).first)
    let same = try #require(try second.fetch(FetchDescriptor<Stay>()).first)
    seen.nights += 1
    same.nights += 1
    try first.save()
    #expect(throws: PersistenceError.self) { try second.save() }
    #expect(try ModelContext(container).fetch(FetchDescriptor<Stay>()).first?.nights == 1)
  }
}
