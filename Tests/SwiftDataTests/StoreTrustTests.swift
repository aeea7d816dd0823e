import LarderTestSupport
import SwiftData
import Synchronization
import Testing

/// What a careless store minds of a request; it never says what it does not mind.
struct Care: OptionSet, Hashable, Sendable {
  let rawValue: Int

  static let condition = Care(rawValue: 1)
  static let order = Care(rawValue: 2)
  static let limit = Care(rawValue: 4)

  /// Whoever counts results before it has filtered and sorted them cannot be seen through.
  static let all: [Care] = [
    [], .condition, .order, [.condition, .order], [.condition, .order, .limit],
  ]
}

struct CarelessConfiguration: DataStoreConfiguration {
  typealias Store = CarelessStore

  var name = "careless"
  var schema: Schema?
  let care: Care
}

/// A store of one's own that answers every fetch with what it likes.
final class CarelessStore: DataStore {
  typealias Snapshot = DefaultSnapshot

  let configuration: CarelessConfiguration
  let schema: Schema
  private let inner: DefaultStore

  var identifier: String { inner.identifier }

  init(
    _ configuration: CarelessConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    inner = try DefaultStore(
      ModelConfiguration("inner", schema: schema, isStoredInMemoryOnly: true))
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    var descriptor = FetchDescriptor<T>()
    if configuration.care.contains(.condition) {
      descriptor.predicate = request.descriptor.predicate
    }
    if configuration.care.contains(.order) { descriptor.sortBy = request.descriptor.sortBy }
    if configuration.care.contains(.limit) {
      descriptor.fetchLimit = request.descriptor.fetchLimit
      descriptor.fetchOffset = request.descriptor.fetchOffset
    }
    let answer = try inner.fetch(
      DataStoreFetchRequest(editingState: request.editingState, descriptor: descriptor))
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: answer.fetchedSnapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try inner.save(request) }
}

@Suite struct StoreTrustTests {
  private func makeContext(_ care: Care) throws -> ModelContext {
    let container = try ModelContainer(
      for: Trip.self, configurations: CarelessConfiguration(care: care))
    let context = ModelContext(container)
    for code in [4, 3, 5, 1, 2] { context.insert(Trip(code > 3 ? "far" : "near", code: code)) }
    try context.save()
    return context
  }

  private var near: FetchDescriptor<Trip> {
    FetchDescriptor(predicate: #Predicate { $0.name == "near" }, sortBy: [SortDescriptor(\.code)])
  }

  @Test(arguments: Care.all)
  func aStoreThatDoesNotMindARequestGivesTheRightResultsAllTheSame(_ care: Care) throws {
    let context = try makeContext(care)
    var descriptor = near
    #expect(try context.fetch(descriptor).map(\.code) == [1, 2, 3])
    #expect(try context.fetchCount(descriptor) == 3)
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.code) == [1])
    #expect(try context.fetchCount(descriptor) == 1)
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.code) == [2])
    #expect(
      try context.fetchIdentifiers(descriptor) == context.fetch(descriptor).map(\.persistentModelID)
    )
  }

  @Test(arguments: Care.all)
  func aBatchDeleteDeletesWhatMatchesAlone(_ care: Care) throws {
    let context = try makeContext(care)
    try context.delete(model: Trip.self, where: #Predicate { $0.name == "near" })
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)])).map(\.code)
        == [4, 5])
  }
}
