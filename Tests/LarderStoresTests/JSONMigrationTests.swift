import Foundation
import Larder
import LarderCore
import LarderStores
import LarderTestSupport
import Observation
import Testing

enum ShelfV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model
  final class Book {
    var title: String
    var year: Int

    init(title: String, year: Int) {
      self.title = title
      self.year = year
    }
  }
}

enum ShelfV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model
  final class Book {
    @Attribute(originalName: "title") var name: String
    var year: Int
    var isOld: Bool = false

    init(name: String, year: Int) {
      self.name = name
      self.year = year
    }
  }
}

struct Refusal: Error {}

enum ShelfPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShelfV1.self, ShelfV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShelfV1.self, toVersion: ShelfV2.self,
        willMigrate: { context in
          for book in try context.fetch(FetchDescriptor<ShelfV1.Book>()) { book.title += "!" }
        },
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<ShelfV2.Book>()) {
            if book.year < 0 { throw Refusal() }
            book.isOld = book.year < 1900
          }
        })
    ]
  }
}

@Suite struct JSONMigrationTests {
  private let folder: TemporaryFolder
  private let configuration: JSONStoreConfiguration

  init() throws {
    folder = try TemporaryFolder()
    configuration = JSONStoreConfiguration(url: URL(filePath: folder.path(of: "shelf.json")))
  }

  private func fill(_ years: [Int]) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: ShelfV1.self), configurations: [configuration]))
    for year in years { context.insert(ShelfV1.Book(title: "b\(year)", year: year)) }
    try context.save()
  }

  private func migrated(_ configuration: any DataStoreConfiguration) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: ShelfV2.self), migrationPlan: ShelfPlan.self,
      configurations: [configuration])
  }

  @Test func aFileGoesThroughThePlanOnce() throws {
    try fill([1850, 1950])
    for _ in 1...2 {
      let context = ModelContext(try migrated(configuration))
      let books = try context.fetch(
        FetchDescriptor<ShelfV2.Book>(sortBy: [SortDescriptor(\.year)]))
      #expect(books.map(\.name) == ["b1850!", "b1950!"])
      #expect(books.map(\.isOld) == [true, false])
    }
    #expect(try folder.names() == ["shelf.json"])
  }

  @Test func aStageThatThrowsLeavesTheFileAsItWas() throws {
    try fill([-1, 1950])
    let before = try folder.bytes(of: "shelf.json")
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try migrated(configuration)
    }
    #expect(error?.underlyingError is Refusal)
    #expect(try folder.bytes(of: "shelf.json") == before)
    #expect(try folder.names() == ["shelf.json"])
  }

  @Test func aNewFileNeedsNoSteps() throws {
    let context = ModelContext(try migrated(configuration))
    #expect(try context.fetchCount(FetchDescriptor<ShelfV2.Book>()) == 0)
  }

  @Test func aFileThatMayNotBeWrittenIsNotMigrated() throws {
    try fill([1950])
    let closed = JSONStoreConfiguration(url: configuration.url, allowsSave: false)
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try migrated(closed) }
    #expect((error?.underlyingError as? PersistenceError)?.code == .readOnly)
  }

  @Test func memoryHasNoEarlierVersions() throws {
    let context = ModelContext(try migrated(SharedMemoryConfiguration()))
    #expect(try context.fetchCount(FetchDescriptor<ShelfV2.Book>()) == 0)
  }
}
