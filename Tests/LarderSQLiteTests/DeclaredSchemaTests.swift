import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// What a declared schema makes of a database that knows nothing of it.
@Suite struct DeclaredSchemaTests {
  private static let sql = """
    CREATE TABLE travelers (id INTEGER PRIMARY KEY, full_name TEXT, key TEXT);
    CREATE TABLE trips (
      id INTEGER PRIMARY KEY, start_date TEXT, booked INTEGER, tags TEXT, grade TEXT,
      traveler_id INTEGER, note TEXT);
    INSERT INTO travelers VALUES (1, 'Ada', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
      (2, 'Bob', x'6ba7b8109dad11d180b400c04fd430c8');
    INSERT INTO trips VALUES (1, '2024-02-29', 1, '["sea","sun"]', 'good', 1, '[1]'),
      (2, 'soon', 0, 'none', 'bad', NULL, '{}');
    """

  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Traveler",
      attributes: [
        .init(name: "name", type: .text, originalName: "full_name"),
        .init(name: "key", type: .uuid),
      ],
      relationships: [
        .init(
          name: "journeys", destination: "Trip", isToMany: true, inverse: "traveler",
          deleteRule: .cascade)
      ]),
    EntitySchema.Entity(
      name: "Trip",
      attributes: [
        .init(name: "startDate", type: .date), .init(name: "booked", type: .bool),
        .init(name: "tags", type: .array(of: .text), isOptional: true),
        .init(
          name: "grade",
          type: .enumeration(
            name: "Grade", rawType: .text,
            cases: [.init(name: "good", rawValue: .text("good"))])),
      ],
      relationships: [.init(name: "traveler", destination: "Traveler", inverse: "journeys")]),
  ])

  private func open(_ database: TestDatabase) throws -> SQLiteStore {
    try SQLiteStore.open(path: database.path, options: .init(schema: Self.schema))
  }

  @Test func tablesAndColumnsGetTheirDeclaredNamesAndTypes() throws {
    let store = try open(TestDatabase(Self.sql))

    #expect(store.schema.entities.map(\.name) == ["Traveler", "Trip"])
    let trip = try #require(store.schema.entity("Trip"))
    #expect(
      trip.attributes.map(\.name) == [
        "id", "startDate", "booked", "tags", "grade", "traveler_id", "note",
      ])
    #expect(trip.attribute("tags")?.type == .array(of: .text))
    #expect(trip.attribute("note")?.type == .text)
    #expect(trip.relationship("traveler")?.inverse == "journeys")
    #expect(store.schema.entity("Traveler")?.relationship("journeys")?.deleteRule == .cascade)
  }

  @Test func valuesMeanWhatWasDeclared() throws {
    let store = try open(TestDatabase(Self.sql))
    let trips = try store.objects("Trip")
    let day = try #require(DateText.parse("2024-02-29"))

    #expect(trips.map { $0["startDate"] } == [.date(day), .text("soon")])
    #expect(trips.map { $0["booked"] } == [.bool(true), .bool(false)])
    #expect(
      trips.map { $0["tags"] } == [.array([.text("sea"), .text("sun")]), .text("none")])
    let uuid = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    #expect(
      try store.objects("Traveler").map { $0["key"] } == [.uuid(uuid), .uuid(uuid)])
    #expect(
      try store.objects("Traveler", where: .comparison(.equal, .path("key"), .value(.uuid(uuid))))
        .count == 2)
  }

  @Test func aForeignKeyWithoutAConstraintIsARelationship() throws {
    let store = try open(TestDatabase(Self.sql))

    #expect(
      try store.keys("Trip", where: .comparison(.equal, .path("traveler", "name"), .text("Ada")))
        == [.integer(1)])
    #expect(
      try store.keys(
        "Traveler", where: .quantified(.any, .path("journeys"), .isTrue(.path("booked", level: 1))))
        == [.integer(1)])
  }

  @Test func editsAreWrittenAsTheColumnsHoldThem() throws {
    let database = try TestDatabase(Self.sql)
    let store = try open(database)
    let trip = try #require(try store.objects("Trip").first)
    let bob = try #require(try store.objects("Traveler").last)
    var after = trip
    after["tags"] = .array([.text("snow")])
    after["booked"] = .bool(false)
    after["traveler"] = .identifier(bob.identifier)

    _ = try store.apply(ChangeSet([.update(before: trip, after: after)]))

    #expect(
      try database.connection().rows("SELECT booked, tags, traveler_id FROM trips WHERE id = 1")
        == [[.integer(0), .text("[\"snow\"]"), .integer(2)]])
  }

  @Test func whatTheDatabaseDoesNotHaveIsNamed() throws {
    let database = try TestDatabase("CREATE TABLE trips (id INTEGER PRIMARY KEY)")
    let noTable = #expect(throws: PersistenceError.self) { try open(database) }
    #expect(noTable?.code == .invalidSchema)
    #expect(noTable?.entity == "Traveler")

    var schema = Self.schema
    schema.entities.removeFirst()
    let noColumn = #expect(throws: PersistenceError.self) {
      try SQLiteStore.open(path: database.path, options: .init(schema: schema))
    }
    #expect(noColumn?.entity == "Trip")
    #expect(noColumn?.attribute == "startDate")
    #expect(noColumn?.detail == "`trips` has no column for it")
  }
}
