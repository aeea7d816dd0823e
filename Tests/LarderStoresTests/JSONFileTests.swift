import LarderCore
import LarderJSON
import LarderStores
import LarderTestSupport
import ModelFixtures
import SwiftData
import Testing

/// What stands in the file of a JSON configuration, and what becomes of it under another schema.
@Suite struct JSONFileTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.path(of: "deep/er/deeds.json"))
  }

  private func text() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private func makeContext(
    _ types: any PersistentModel.Type..., allowsSave: Bool = true
  ) throws -> ModelContext {
    let configuration = JSONStoreConfiguration(url: url, allowsSave: allowsSave)
    return ModelContext(try ModelContainer(for: Schema(types), configurations: [configuration]))
  }

  @Test func aMissingFileIsMadeWithItsSchemaAndFolder() throws {
    let context = try makeContext(Version1.Book.self)
    #expect(context.container.configurations.isEmpty)
    expectText(
      try text(),
      """
      {
        "schema": {"entities":[{"attributes":[{"name":"title","type":"text"},{"name":"pages",\
      "type":"integer"},{"isOptional":true,"name":"note","type":"text"}],"name":"Book"}],\
      "version":"1.0.0"},
        "objects": []
      }

      """)
  }

  @Test func aStoreThatMayNotBeSavedNeedsAFile() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try makeContext(Version1.Book.self, allowsSave: false)
    }
    #expect(error == .loadIssueModelContainer)
  }

  @Test func aStoreThatMayNotBeSavedRefusesChanges() throws {
    try makeContext(Version1.Book.self).save()
    let before = try text()
    let context = try makeContext(Version1.Book.self, allowsSave: false)
    context.insert(Version1.Book(title: "Emma", pages: 3))
    let error = #expect(throws: PersistenceError.self) { try context.save() }
    #expect(error?.code == .readOnly)
    #expect(try text() == before)
  }

  @Test func propertiesComeGoAndAreRenamed() throws {
    let first = try makeContext(Version1.Book.self)
    let book = Version1.Book(title: "Emma", pages: 474)
    book.note = "lent"
    first.insert(book)
    try first.save()

    let found = try makeContext(Version2.Book.self).fetch(FetchDescriptor<Version2.Book>())
    #expect(found.map(\.name) == ["Emma"])
    #expect(found.map(\.note) == ["lent"])
    #expect(found.map(\.rating) == [3])
    #expect(!(try text().contains("474")))
  }

  @Test func anObjectWithoutARequiredValueKeepsTheFileAsItIs() throws {
    let first = try makeContext(Version1.Book.self)
    first.insert(Version1.Book(title: "Emma", pages: 474))
    try first.save()
    let before = try text()
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try makeContext(Version3.Book.self)
    }
    #expect(try text() == before)
    #expect(try folder.names() == ["deep"])
  }

  @Test func aFileOfRecordsIsOpenedAsItIs() throws {
    try makeContext(Version1.Book.self).save()
    try Data(#"[{"title": "Emma", "pages": 474}]"#.utf8).write(to: url)
    let context = try makeContext(Version1.Book.self)
    let book = try #require(try context.fetch(FetchDescriptor<Version1.Book>()).first)
    book.pages = 475
    try context.save()
    #expect(try text() == #"[{"title": "Emma", "pages": 475}]"#)
  }

  @Test(arguments: [
    #"{"schema": {"version": "1.0.0", "entities": []}, "objects": [}"#,
    #"{"schema": {"version": "1.0.0", "entities": []}, "objects": ["#,
    #"{"schema": {"version": "1.0.0", "entities": []}, "objects": [] "#,
    #"{"schema": {"version": "1.0.0", "entities": []}, "objects": [], "x": 1}"#,
    #"{"schema": {"version": "1.0.0", "entities": []"#, #"{"schema""#, #"{"schema": {"#,
  ])
  func damageIsReportedAndNeverTraps(_ text: String) throws {
    try makeContext(Version1.Book.self).save()
    try Data(text.utf8).write(to: url)
    let error = #expect(throws: PersistenceError.self) { try JSONStore.open(path: url.path) }
    #expect(error?.code == .corrupt)
  }

  @Test(arguments: [
    #"{"schema": {"version": "1"}, "objects": []}"#, #"{"schema": {}}"#,
    #"{"schema": {"version": "1.0.0", "entities": []}, "objects": {}}"#,
  ])
  func whatOnlyLooksLikeASchemaIsRecords(_ text: String) throws {
    try makeContext(Version1.Book.self).save()
    try Data(text.utf8).write(to: url)
    #expect(try JSONStore.open(path: url.path).schema.entities.count == 1)
  }
}

enum Version1 {
  @Model final class Book {
    var title: String
    var pages: Int
    var note: String?

    init(title: String, pages: Int) {
      self.title = title
      self.pages = pages
    }
  }
}

enum Version2 {
  @Model final class Book {
    @Attribute(originalName: "title") var name: String
    var note: String?
    var rating: Int = 3

    init(name: String) { self.name = name }
  }
}

enum Version3 {
  @Model final class Book {
    var title: String
    var isbn: String

    init(title: String, isbn: String) {
      self.title = title
      self.isbn = isbn
    }
  }
}
