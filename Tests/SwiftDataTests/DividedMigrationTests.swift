import LarderTestSupport
import SwiftData
import Synchronization
import Testing

// Two kinds of objects that nothing leads from one to the other, so that each may have a file of its own.

enum ShedV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Spade.self, Seed.self] }

  @Model
  final class Spade {
    var length: Int

    init(length: Int) { self.length = length }
  }

  @Model
  final class Seed {
    var title: String

    init(title: String) { self.title = title }
  }
}

enum ShedV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Spade.self, Seed.self] }

  @Model
  final class Spade {
    var length: Int
    var isLong: Bool = false

    init(length: Int) { self.length = length }
  }

  @Model
  final class Seed {
    @Attribute(originalName: "title") var name: String

    init(name: String) { self.name = name }
  }
}

enum ShedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShedV1.self, ShedV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShedV1.self, toVersion: ShedV2.self, willMigrate: nil,
        didMigrate: { context in
          // The stage runs in each file, also in the one that has no spades.
          for spade in (try? context.fetch(FetchDescriptor<ShedV2.Spade>())) ?? [] {
            spade.isLong = spade.length > 10
          }
        })
    ]
  }
}

/// A configuration whose store notes the plan that it is made with.
struct PlannedConfiguration: DataStoreConfiguration {
  typealias Store = PlannedStore

  var name = "planned"
  var schema: Schema?
}

final class PlannedStore: DataStore {
  typealias Snapshot = DefaultSnapshot

  static let plans = Mutex<[String]>([])

  let configuration: PlannedConfiguration
  let schema: Schema
  let identifier = "planned"

  init(
    _ configuration: PlannedConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    let name = migrationPlan.map { "\($0)" } ?? "none"
    Self.plans.withLock { $0.append("\(schema.version) \(name)") }
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: [])
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    throw DataStoreError.unsupportedFeature
  }
}

@Suite struct DividedMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func configurations(
    _ spades: Schema, _ seeds: Schema
  ) -> [ModelConfiguration] {
    [
      ModelConfiguration(
        "spades", schema: spades, url: URL(filePath: folder.path(of: "spades.store"))),
      ModelConfiguration(
        "seeds", schema: seeds, url: URL(filePath: folder.path(of: "seeds.store"))),
    ]
  }

  @Test func aPlanTakesEveryFileOfAContainerAlong() throws {
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: ShedV1.self),
          configurations: configurations(
            Schema([ShedV1.Spade.self]), Schema([ShedV1.Seed.self]))))
      context.insert(ShedV1.Spade(length: 12))
      context.insert(ShedV1.Seed(title: "leek"))
      try context.save()
    }
    for _ in 1...2 {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: ShedV2.self), migrationPlan: ShedPlan.self,
          configurations: configurations(
            Schema([ShedV2.Spade.self]), Schema([ShedV2.Seed.self]))))
      #expect(try context.fetch(FetchDescriptor<ShedV2.Spade>()).map(\.isLong) == [true])
      #expect(try context.fetch(FetchDescriptor<ShedV2.Seed>()).map(\.name) == ["leek"])
    }
  }

  @Test func aStoreOfOnesOwnIsGivenThePlan() throws {
    let schema = Schema(versionedSchema: ShedV2.self)
    _ = try ModelContainer(
      for: schema, migrationPlan: ShedPlan.self, configurations: [PlannedConfiguration()])
    _ = try ModelContainer(for: schema, configurations: [PlannedConfiguration()])
    #expect(PlannedStore.plans.withLock { $0 } == ["2.0.0 ShedPlan", "2.0.0 none"])
  }
}
