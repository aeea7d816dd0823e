import CoreDataFixtures
import LarderCore
import LarderCoreData
import LarderStore
import LarderTestSupport
import Testing

/// Conditions on structs and enums in several columns run in SQL.
@Suite struct CompositeQueryTests {
  private let store: CoreDataStore

  init() throws {
    let folder = try TemporaryFolder()
    try CoreDataFixture.library.write(to: folder.path(of: "library.store"))
    store = try CoreDataStore.open(path: folder.path(of: "library.store"))
  }

  private static func path(_ names: AttributeName...) -> EntityExpression {
    .path(AttributePath(names))
  }

  static let conditions: [(EntityName, EntityPredicate, String)] = [
    ("Book", .comparison(.equal, path("size", "height"), .value(.real(20.5))), "Book#p4"),
    (
      "Book", .comparison(.greaterThan, path("size", "paper", "weight"), .value(.real(80))),
      "Book#p4"
    ),
    ("Book", .comparison(.equal, path("size"), .value(.null)), "Book#p1 Book#p2"),
    ("Book", .comparison(.notEqual, path("size"), .value(.null)), "Book#p4"),
    ("Book", .comparison(.equal, path("size", "width"), .value(.null)), "Book#p1 Book#p2"),
    ("Book", .isMissing(AttributePath(["size", "width"])), "Book#p1 Book#p2"),
    ("Book", .isMissing(AttributePath(["size"])), ""),
    ("Book", .comparison(.equal, path("format"), .value(.text("sound"))), "Book#p2"),
    ("Book", .comparison(.lessThan, path("format"), .value(.text("r"))), "Book#p1"),
    ("Book", .comparison(.equal, path("format"), .value(.null)), "Book#p4"),
    ("Book", .text(.hasPrefix, [], path("genre"), .value(.text("no"))), "Book#p1 Book#p4"),
  ]

  @Test(arguments: conditions)
  func aMemberIsItsColumn(
    _ entity: EntityName, _ condition: EntityPredicate, _ expected: String
  ) throws {
    #expect(store.pushDown(for: condition, of: entity) == .exact)

    let found = try store.fetch(
      EntityFetchDescriptor(entity: entity, predicate: condition), environment: .standard)

    #expect(found.map(\.identifier.description).joined(separator: " ") == expected)
  }

  @Test func objectsAreSortedByAMember() throws {
    let order = [EntitySortDescriptor(Self.path("size", "height"), order: .reverse)]

    #expect(store.pushDown(for: order, of: "Book") == .exact)
    let found = try store.fetch(
      EntityFetchDescriptor(entity: "Book", sortDescriptors: order), environment: .standard)
    #expect(found.first?.identifier.description == "Book#p4")
  }

  @Test func aWholeStructIsComparedInMemory() {
    let object = AttributeValue.object(AttributeObject([.init(name: "height", value: .real(1))]))

    let condition = EntityPredicate.comparison(.equal, Self.path("size"), .value(object))

    #expect(store.pushDown(for: condition, of: "Book") != .exact)
  }
}
