import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import Testing

/// To-many conditions over foreign keys without an index are not a scan of the children an owner.
@Suite struct UnindexedKeyTests {
  /// Keys of one column and of two, children with and without a rowid, missing and dangling keys.
  private static let sql = """
    CREATE TABLE land (code TEXT, zone INTEGER, name TEXT, PRIMARY KEY (code, zone));
    CREATE TABLE city (
      id INTEGER PRIMARY KEY, land_code TEXT, land_zone INTEGER, size INTEGER,
      FOREIGN KEY (land_code, land_zone) REFERENCES land);
    CREATE TABLE visit (day TEXT, rank INTEGER, city_id INTEGER REFERENCES city);
    CREATE TABLE street (
      name TEXT, city_id INTEGER REFERENCES city, PRIMARY KEY (name, city_id)) WITHOUT ROWID;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
    INSERT INTO land SELECT 'L' || (i / 3), i % 3, 'land ' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
    INSERT INTO city SELECT i, 'L' || (i % 40), nullif(i % 5, 4), i * 7 % 101 FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 599)
    INSERT INTO visit SELECT 'day ' || i, i % 13, nullif(i * i % 400, 0) FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 599)
    INSERT INTO street SELECT 'street ' || (i % 90), i * 7 % 250 FROM n;
    """

  private static func count(_ name: AttributeName) -> EntityExpression {
    .collection(.count, .path(name), element: nil)
  }

  private static let conditions: [(EntityName, EntityPredicate)] = [
    ("land", .isEmpty(.path("city"))),
    ("land", .comparison(.greaterThan, count("city"), .integer(2))),
    (
      "land",
      .quantified(
        .any, .path("city"), .comparison(.lessThan, .path("size", level: 1), .integer(20)))
    ),
    ("city", .isEmpty(.path("visit"))),
    ("city", .not(.isEmpty(.path("street")))),
    (
      "city",
      .quantified(
        .all, .path("visit"),
        .comparison(.lessThan, .path("rank", level: 1), .path("size")))
    ),
    (
      "city",
      .comparison(
        .equal,
        .collection(.maximum, .path("street"), element: .path("name", level: 1)),
        .text("street 8"))
    ),
    (
      "land",
      .quantified(
        .none, .path("city"),
        .comparison(
          .greaterThan,
          .collection(
            .count, .path("visit", level: 1), element: nil), .integer(0)))
    ),
  ]

  @Test(arguments: conditions)
  func anAutomaticIndexFindsTheChildren(
    _ entity: EntityName, _ condition: EntityPredicate
  ) throws {
    let store = try TestDatabase(Self.sql).open()
    let descriptor = EntityFetchDescriptor(entity: entity, predicate: condition)

    let plan = try store.explanation(of: EntityQuery(descriptor: descriptor)).notes

    #expect(plan.contains { $0.contains("USING AUTOMATIC") }, "\(plan)")
    let contents = try Contents(of: store)
    let expected = try contents.objects(descriptor, store.schema).map(\.identifier)
    #expect(!expected.isEmpty && expected.count < contents.snapshots[entity]?.count ?? 0)
    #expect(try store.objects(entity, where: condition).map(\.identifier) == expected)
  }

  @Test(arguments: ["CREATE INDEX i ON visit (city_id)", "CREATE INDEX i ON visit (city_id, day)"])
  func anIndexThatIsThereIsUsed(_ index: String) throws {
    let store = try TestDatabase(Self.sql + index).open()
    let descriptor = EntityFetchDescriptor(entity: "city", predicate: .isEmpty(.path("visit")))

    let plan = try store.explanation(of: EntityQuery(descriptor: descriptor)).notes

    #expect(plan.contains { $0.hasPrefix("SEARCH t1 USING COVERING INDEX i (city_id=?)") })
  }

  @Test(arguments: [
    "CREATE INDEX i ON visit (day, city_id)", "CREATE INDEX i ON visit (city_id) WHERE rank > 3",
  ])
  func anIndexThatDoesNotFindTheChildrenIsNone(_ index: String) throws {
    let store = try TestDatabase(Self.sql + index).open()
    let descriptor = EntityFetchDescriptor(entity: "city", predicate: .isEmpty(.path("visit")))

    let plan = try store.explanation(of: EntityQuery(descriptor: descriptor)).notes

    #expect(plan.contains { $0.contains("USING AUTOMATIC") }, "\(plan)")
  }
}
