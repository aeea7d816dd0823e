import CoreDataFixtures
import FoundationEssentials
import LarderCore
import LarderCoreData
import LarderStore
import LarderTestSupport
import Testing

/// What a query finds in a store of the format.
@Suite struct StoreReadingTests {
  private let folder: TemporaryFolder
  private let store: CoreDataStore

  init() throws {
    folder = try TemporaryFolder()
    try CoreDataFixture.library.write(to: folder.path(of: "library.store"))
    store = try CoreDataStore.open(path: folder.path(of: "library.store"))
  }

  private func objects(_ entity: EntityName, where condition: EntityPredicate? = nil) throws
    -> [EntitySnapshot]
  {
    try store.fetch(
      EntityFetchDescriptor(entity: entity, predicate: condition), environment: .standard)
  }

  private func first(_ entity: EntityName) throws -> EntitySnapshot {
    try #require(try objects(entity).first)
  }

  @Test func everyTypeIsReadAsWhatItIs() throws {
    let value = try first("Value")

    #expect(value["boolean"] == .bool(true))
    #expect(value["data"] == .data(Data([0, 1, 2])))
    #expect(value["date"] == .date(Date(timeIntervalSinceReferenceDate: 694_224_000.5)))
    #expect(value["integer64"] == .integer(.max))
    #expect(value["string"] == .text("cafe\u{301} 🌊"))
    #expect(
      value["uuid"] == .uuid(try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")))
    )
    // Bytes of a format that is not known are shown as they are.
    #expect(value["transformable"] == .data(Data([0x08, 0x96, 0x01])))
  }

  @Test func wholeSecondsAreDatesToo() throws {
    #expect(
      try first("Author")["born"] == .date(Date(timeIntervalSinceReferenceDate: -631_064_399)))
  }

  @Test func anEnumIsOneValue() throws {
    let books = try objects("Book")

    #expect(books.map { $0["genre"] } == [.text("novel"), .text("essay"), .text("novel")])
    #expect(books.map { $0["format"] } == [.text("paper"), .text("sound"), .null])
  }

  @Test func aStructIsAnObject() throws {
    let sizes = try objects("Book").map { $0["size"] }

    #expect(sizes[0] == .null)
    #expect(
      sizes[2]
        == .object(
          AttributeObject([
            .init(name: "height", value: .real(20.5)),
            .init(
              name: "paper",
              value: .object(AttributeObject([.init(name: "weight", value: .real(90))]))),
            .init(name: "width", value: .real(13)),
          ])))
  }

  @Test func anArchivedArrayIsAnArray() throws {
    #expect(try first("Book")["keywords"] == .array([.text("Tide"), .text("novel")]))
  }

  @Test func dataBesideTheStoreIsReadFromItsFile() throws {
    #expect(try first("Book")["cover"] == .data(Data([0xFF, 0xD8])))
  }

  @Test func aParentFindsItsChildrenUnderTheirOwnEntities() throws {
    let items = try objects("Item")

    #expect(
      items.map(\.identifier.description) == [
        "Book#p1", "Book#p2", "Film#p3", "Book#p4", "Film#p5",
      ])
    #expect(items.map { $0["name"] }.first == .text("book 10"))
  }

  @Test func aToOneRelationshipNamesTheObjectsOwnEntity() throws {
    guard case .identifier(let favourite)? = try first("Profile")["favourite"] else {
      Issue.record("the profile has no favourite")
      return
    }
    #expect(favourite.description == "Film#p3")
    #expect(favourite.uriRepresentation.hasSuffix("/Film/p3"))
  }

  @Test(arguments: [
    ("Author", "works", "Book#p1 Book#p2"), ("Author", "follows", "Author#p2"),
    ("Author", "followers", "Author#p2"), ("Book", "tags", "Tag#p2 Tag#p1"),
    ("Tag", "books", "Book#p1 Book#p2"), ("Shelf", "items", "Book#p1 Film#p3"),
  ])
  func aToManyRelationshipLeadsToItsObjectsInOrder(
    _ entity: EntityName, _ relationship: AttributeName, _ expected: String
  ) throws {
    let owner = try first(entity).identifier

    let found = try store.destinations(of: relationship, from: [owner])[owner] ?? []

    #expect(found.map(\.description).joined(separator: " ") == expected)
  }

  @Test func conditionsGoDownAsSQL() throws {
    let condition = EntityPredicate.comparison(
      .equal, .path(AttributePath(["author", "name"])), .value(.text("Ann")))

    #expect(store.pushDown(for: condition, of: "Book") == .exact)
    #expect(
      try objects("Book", where: condition).map(\.identifier.description) == ["Book#p1", "Book#p2"])
  }

  @Test func theHistoryTellsWhatWasChangedAndWhatIsLeft() throws {
    let transactions = try store.transactions(after: nil, of: nil)

    #expect(transactions.map(\.author) == ["importer", nil, nil])
    #expect(transactions[1].changes.map(\.attributes) == [["born"]])
    #expect(
      transactions[2].changes.map(\.tombstone)
        == [AttributeObject([.init(name: "title", value: .text("Lost"))])])
    #expect(try store.transactions(after: 1, of: "Book").map(\.identifier) == [3])
  }

  @Test func aReadOnlyVisitLeavesNothingBeside() throws {
    _ = try objects("Book")

    let names = try folder.names().filter { $0.hasPrefix("library") }
    #expect(names == ["library.store"])
    #expect(
      store.readOnlyReason
        == "stores of SwiftData and Core Data are opened for reading; `--write` opens them for writing"
    )
  }

  @Test func theHistoryOfEarlierSystemsIsReadAndGoesOn() throws {
    var fixture = CoreDataFixture.library
    fixture.history = .inline
    let path = folder.path(of: "earlier.store")
    try fixture.write(to: path)
    let store = try CoreDataStore.open(
      path: path, options: .init(isWritable: true, author: "me"))
    let context = EntityContext()
    try context.attach(store, as: "store")
    _ = try context.perform(
      .insert("Tag", [.init(AttributePath("label"), .value(.text("new")))]), in: "store")
    try context.save()

    let transactions = try store.transactions(after: nil, of: nil)

    #expect(transactions.map(\.author) == ["importer", nil, nil, "me"])
    #expect(transactions.last?.changes.map(\.kind) == [.insert])
    #expect(try store.violations() == [])
  }
}
