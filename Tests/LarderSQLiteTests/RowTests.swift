import LarderCore
import LarderSQLite
import LarderStore
import Testing

@Suite struct RowTests {
  let database: TestDatabase
  let store: SQLiteStore

  init() throws {
    database = try TestDatabase(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE trip (
        id INTEGER PRIMARY KEY, country TEXT, price, nights INTEGER, start DATETIME,
        person_id INTEGER REFERENCES person);
      INSERT INTO person VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO trip VALUES
        (1, 'JP', 10, 3, '2024-01-01', 1), (2, 'FR', 2.5, 9223372036854775807, '2024-02-01', 1),
        (3, 'JP', 10.0, 4, NULL, 2), (4, 'e' || char(769), NULL, NULL, '2024-01-01T00:00:00Z', NULL),
        (5, 'é', 'much', 5, '2024-03-01', 2);
      """)
    store = try database.open()
  }

  private func rows(
    _ items: [EntityExpression], by keys: [EntityExpression] = [],
    where predicate: EntityPredicate? = nil, of entity: EntityName = "trip"
  ) throws -> [EntityRow] {
    let projection = EntityProjection(
      groupKeys: keys, items: items.map { EntityProjection.Item($0, name: "x") })
    let query = EntityQuery(
      descriptor: EntityFetchDescriptor(entity: entity, predicate: predicate),
      output: .rows(projection))
    #expect(FetchPlan(query, for: store).projection == .exact)
    guard case .rows(_, let rows) = try store.run(query, environment: .standard) else { return [] }
    return rows
  }

  private func sql(
    _ items: [EntityExpression], where predicate: EntityPredicate? = nil
  ) throws -> String? {
    let projection = EntityProjection(items: items.map { EntityProjection.Item($0, name: "x") })
    return try store.explanation(
      of: EntityQuery(
        descriptor: EntityFetchDescriptor(entity: "trip", predicate: predicate),
        output: .rows(projection))
    ).sql
  }

  @Test func countsAndExtremesAreLeftToSQLite() throws {
    let items: [EntityExpression] = [
      .aggregate(.count, nil), .aggregate(.count, .path("nights")),
      .aggregate(.minimum, .path("nights")), .aggregate(.maximum, .path("country")),
    ]
    #expect(
      try sql(items, where: .comparison(.greaterThan, .path("id"), .integer(0))) == """
        SELECT count(*), count(t0."nights"), min(+t0."nights" COLLATE larder_text), \
        max(+t0."country" COLLATE larder_text) FROM "trip" AS t0 \
        WHERE t0."id" > ?
        """)
    #expect(try rows(items) == [[.integer(5), .integer(4), .integer(3), .text("e\u{301}")]])
  }

  @Test func countsOfNothingAreZeroAndExtremesNil() throws {
    let items: [EntityExpression] = [
      .aggregate(.count, nil), .aggregate(.minimum, .path("nights")),
      .aggregate(.sum, .path("nights")),
    ]
    let none = EntityPredicate.comparison(.lessThan, .path("id"), .integer(0))
    #expect(try rows(Array(items.prefix(2)), where: none) == [[.integer(0), nil]])
    #expect(try rows(items, where: none) == [[.integer(0), nil, .integer(0)]])
  }

  @Test func groupsHoldEqualNumbersAndEquivalentTexts() throws {
    let byCountry = try rows(
      [.path("country"), .aggregate(.count, nil)], by: [.path("country")])
    #expect(
      byCountry == [
        [.text("JP"), .integer(2)], [.text("FR"), .integer(1)], [.text("é"), .integer(2)],
      ])
    let byPrice = try rows([.path("price"), .aggregate(.count, nil)], by: [.path("price")])
    #expect(
      byPrice == [
        [.integer(10), .integer(2)], [.real(2.5), .integer(1)], [.null, .integer(1)],
        [.text("much"), .integer(1)],
      ])
  }

  @Test func sumsPassTheLargestIntegerAndLeaveTextsAside() throws {
    let sums = try rows([.aggregate(.sum, .path("nights")), .aggregate(.sum, .path("price"))])
    let expected = try #require(ExactDecimal("9223372036854775819"))
    #expect(sums == [[.decimal(expected), .real(22.5)]])
  }

  @Test func datesOfOneMomentAreOneGroup() throws {
    let months = try rows(
      [.function(.month, [.path("start")]), .aggregate(.count, nil)], by: [.path("start")])
    #expect(
      months == [
        [.integer(1), .integer(2)], [.integer(2), .integer(1)], [nil, .integer(1)],
        [.integer(3), .integer(1)],
      ])
  }

  @Test func pathsThroughRelationshipsAreJoined() throws {
    let names = try rows(
      [.path("person", "name"), .aggregate(.count, nil)], by: [.path("person", "name")])
    #expect(
      names == [
        [.text("Ada"), .integer(2)], [.text("Bob"), .integer(2)], [.null, .integer(1)],
      ])
    let trips = EntityExpression.collection(.count, .path("trip"), element: nil)
    #expect(
      try rows([.path("name"), trips], of: "person") == [
        [.text("Ada"), .integer(2)], [.text("Bob"), .integer(2)],
      ])
  }
}
