import LarderTestSupport
import SwiftData
import Testing

@Suite struct MigrationTests {
  private let folder: TemporaryFolder
  private let url: URL

  /// A store of the first version.
  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.path(of: "log.store"))
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: LogV1.self), configurations: ModelConfiguration(url: url)))
    for (title, words, name) in [("sea: north", 50, "Ada"), ("land", 500, "Ada")] {
      let entry = LogV1.Entry(title: title, words: words)
      entry.author = LogV1.Author(name: name)
      context.insert(entry)
    }
    try context.save()
  }

  private func container(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: url))
  }

  private func expectTheFirstVersion() throws {
    let context = ModelContext(try container(LogV1.self, nil))
    let entries = try context.fetch(
      FetchDescriptor<LogV1.Entry>(sortBy: [SortDescriptor(\.words)]))
    #expect(entries.map(\.title) == ["sea: north", "land"])
    #expect(entries.map(\.words) == [50, 500])
  }

  @Test func everyStageRunsFromTheVersionOfTheStore() throws {
    let context = ModelContext(try container(LogV3.self, LogPlan.self))
    let entries = try context.fetch(
      FetchDescriptor<LogV3.Entry>(sortBy: [SortDescriptor(\.words)]))
    #expect(entries.map(\.heading) == ["sea", "land"])
    #expect(entries.map(\.subtitle) == [" north", ""])
    #expect(entries.map(\.isLong) == [false, true])
    let authors = try context.fetch(FetchDescriptor<LogV3.Author>())
    #expect(authors.map(\.name) == ["Ada"])
    #expect(Set(authors.first?.entries.map(\.heading) ?? []) == ["sea", "land"])
  }

  @Test func stagesRunOnce() throws {
    do {
      let context = ModelContext(try container(LogV3.self, LogPlan.self))
      for entry in try context.fetch(FetchDescriptor<LogV3.Entry>()) { entry.heading = "a:b" }
      try context.save()
    }
    let context = ModelContext(try container(LogV3.self, LogPlan.self))
    let entries = try context.fetch(FetchDescriptor<LogV3.Entry>())
    #expect(entries.map(\.heading) == ["a:b", "a:b"])
  }

  @Test func aLaterVersionStartsInTheMiddleOfThePlan() throws {
    _ = try container(LogV2.self, LightPlan.self)
    let context = ModelContext(try container(LogV3.self, LatePlan.self))
    #expect(try context.fetchCount(FetchDescriptor<LogV3.Author>()) == 1)
  }

  @Test func aLightweightStageRenamesByTheOriginalName() throws {
    let context = ModelContext(try container(LogV2.self, LightPlan.self))
    let entries = try context.fetch(
      FetchDescriptor<LogV2.Entry>(sortBy: [SortDescriptor(\.words)]))
    #expect(entries.map(\.heading) == ["sea: north", "land"])
    #expect(entries.map(\.isLong) == [false, false])
    #expect(entries.map { $0.author?.name } == ["Ada", "Ada"])
  }

  @Test func withoutAPlanAStoreIsCarriedOverByItself() throws {
    let context = ModelContext(try container(LogV2.self, nil))
    let entries = try context.fetch(
      FetchDescriptor<LogV2.Entry>(sortBy: [SortDescriptor(\.words)]))
    #expect(entries.map(\.heading) == ["sea: north", "land"])
  }

  @Test func aStageThatThrowsLeavesTheFileAsItWas() throws {
    let before = try folder.bytes(of: "log.store")
    let error = #expect(throws: SwiftDataError.self) {
      try container(LogV2.self, ThrowingPlan.self)
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.underlyingError is Refusal)
    #expect(try folder.bytes(of: "log.store") == before)
    #expect(try folder.names() == ["log.store"])
    try expectTheFirstVersion()
  }

  @Test func aMissingStageIsNamed() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try container(LogV3.self, GappyPlan.self)
    }
    #expect(error == .loadIssueModelContainer)
    let cause = error?.underlyingError as? PersistenceError
    #expect(cause?.code == .missingStage)
    #expect(cause?.detail == "the plan has no stage from 2.0.0 towards 3.0.0")
    try expectTheFirstVersion()
  }

  @Test func aStoreOfNoVersionIsUnknown() throws {
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try container(LogV3.self, LatePlan.self)
    }
    #expect(
      error?.detail
        == "the store's schema 1.0.0 with Author, Entry is none of the plan's versions, 2.0.0, 3.0.0"
    )
    try expectTheFirstVersion()
  }

  @Test func aContainerOfNoVersionIsUnknown() throws {
    #expect(throws: SwiftDataError.unknownSchema) { try container(LogV1.self, LatePlan.self) }
  }

  @Test func thereIsNoWayBack() throws {
    _ = try container(LogV3.self, LogPlan.self)
    let error = #expect(throws: SwiftDataError.backwardMigration) {
      try container(LogV2.self, LogPlan.self)
    }
    #expect(error?.detail == "the store has version 3.0.0, the container 2.0.0")
  }

  @Test func aStoreThatMayNotBeWrittenIsNotMigrated() throws {
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Schema(versionedSchema: LogV2.self), migrationPlan: LightPlan.self,
        configurations: ModelConfiguration(url: url, allowsSave: false))
    }
    #expect((error?.underlyingError as? PersistenceError)?.code == .readOnly)
    try expectTheFirstVersion()
  }

  @Test func whatWasThereIsKeptBesideTheStore() throws {
    _ = try container(LogV3.self, LogPlan.self)
    #expect(try folder.names() == ["log.store", "log.store.backup-1.0.0"])
  }

  @Test func aNewStoreHasTheCurrentVersion() throws {
    let fresh = ModelConfiguration(url: URL(filePath: folder.path(of: "fresh.store")))
    for _ in 1...2 {
      let container = try ModelContainer(
        for: LogV3.Entry.self, LogV3.Author.self, migrationPlan: LogPlan.self,
        configurations: fresh)
      #expect(container.migrationPlan == LogPlan.self)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<LogV3.Entry>()) == 0)
    }
  }

  @Test func memoryHasNothingToMigrate() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: LogV3.self), migrationPlan: LogPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<LogV3.Entry>()) == 0)
  }

  @Test func theDefaultStoreTakesAPlanToo() throws {
    var configuration = ModelConfiguration(url: url)
    configuration.schema = Schema(versionedSchema: LogV3.self)
    let store = try DefaultStore(configuration, migrationPlan: LogPlan.self)
    #expect(store.schema.version == Schema.Version(3, 0, 0))
    let context = ModelContext(try container(LogV3.self, LogPlan.self))
    #expect(try context.fetchCount(FetchDescriptor<LogV3.Author>()) == 1)
  }
}
