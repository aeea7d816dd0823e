import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// What a save says of the objects that it wrote, which is not always read again.
@Suite struct SaveResultTests {
  private static func object(
    _ number: Int64, _ entity: EntityName, in schema: EntitySchema,
    _ values: [AttributeName: AttributeValue]
  ) throws -> EntitySnapshot {
    let layout = try #require(schema.layout(of: entity))
    return EntitySnapshot(
      identifier: PersistentIdentifier(
        storeIdentifier: nil, entityName: entity, primaryKey: .temporary(number)),
      layout: layout, values: layout.names.map { values[$0] })
  }

  private static func expectResultAsRead(
    _ snapshots: [EntitySnapshot], _ store: SQLiteStore
  ) throws {
    let result = try store.apply(ChangeSet(snapshots.map { .insert($0, restoring: nil) }))
    let read = try store.snapshots(for: Array(result.remappedIdentifiers.values))
    #expect(read.count == snapshots.count)
    #expect(result.snapshots == read)
  }

  @Test(
    arguments: [
      [
        "text": .text("a\u{0}é"), "integer": .integer(.min), "real": .real(-0.0),
        "bool": .bool(true),
      ],
      ["date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "real": .real(.infinity)],
      ["bool": .bool(false), "text": .null, "date": .null, "integer": .integer(0)],
      ["data": .data(Data([0, 255])), "uuid": .uuid(UUID()), "color": .integer(2)],
      ["mixed": .real(3), "array": .array([.date(Date(timeIntervalSinceReferenceDate: 1))])],
      [:],
    ] as [[AttributeName: AttributeValue]])
  func anInsertedObjectIsToldAsItIsRead(_ values: [AttributeName: AttributeValue]) throws {
    let new = try LayoutStore(LayoutSchemas.everyType)
    var whole = values
    for name in LayoutSchemas.names { whole[name] = whole[name] ?? .null }
    let schema = LayoutSchemas.everyType
    try Self.expectResultAsRead(
      [
        try Self.object(1, "Thing", in: schema, values),
        try Self.object(2, "Thing", in: schema, whole),
      ], new.store)
  }

  @Test func insertedObjectsThatReferToEachOtherAreToldAsTheyAreRead() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    let schema = LayoutSchemas.library
    let author = try Self.object(1, "Author", in: schema, ["name": .text("Ursula"), "born": .null])
    let genre = try Self.object(3, "Genre", in: schema, ["name": .text("SF"), "books": .array([])])
    let book = try Self.object(
      2, "Book", in: schema,
      [
        "title": .text("Rocannon"), "pages": .null, "author": .identifier(author.identifier),
        "genres": .array([.identifier(genre.identifier)]),
      ])
    try Self.expectResultAsRead([book, author, genre], new.store)
  }

  @Test func whatATriggerMakesOfAnInsertIsTold() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    try Connection(path: new.path).execute(
      "CREATE TRIGGER t AFTER INSERT ON Genre BEGIN UPDATE Genre SET name = upper(name); END")
    let genre = try Self.object(1, "Genre", in: LayoutSchemas.library, ["name": .text("sf")])

    let result = try new.store.apply(ChangeSet([.insert(genre, restoring: nil)]))

    #expect(result.snapshots.values.map { $0["name"] } == [.text("SF")])
  }

  @Test func rowsWithValuesInDifferentColumnsAreInsertedByOneSave() throws {
    let new = try LayoutStore(LayoutSchemas.everyType)
    let schema = LayoutSchemas.everyType
    let given: [[AttributeName: AttributeValue]] = [
      ["text": .text("a")], ["integer": .integer(1)], ["text": .text("b")],
      ["text": .text("c"), "integer": .integer(2)],
    ]
    try Self.expectResultAsRead(
      try given.enumerated().map {
        try Self.object(Int64($0.offset + 1), "Thing", in: schema, $0.element)
      }, new.store)
  }
}
