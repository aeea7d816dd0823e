import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// What descriptors become in SQL, whole.
@Suite struct SQLTextTests {
  private static let schema = """
    CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT, born DATE, active BOOLEAN);
    CREATE TABLE Album (
      AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, price NUMERIC,
      ArtistId INTEGER REFERENCES Artist);
    CREATE INDEX AlbumOfArtist ON Album (ArtistId);
    CREATE TABLE Review (stars INTEGER, AlbumId INTEGER REFERENCES Album);
    CREATE TABLE Tag (code TEXT PRIMARY KEY, weight REAL);
    CREATE TABLE AlbumTag (
      AlbumId INTEGER REFERENCES Album, code TEXT REFERENCES Tag, PRIMARY KEY (AlbumId, code));
    CREATE TABLE Tight (id INTEGER PRIMARY KEY, n INTEGER, t TEXT) STRICT;
    """

  private static func identifier(
    _ store: SQLiteStore, _ entity: EntityName, _ key: Int64
  ) -> EntityExpression {
    .value(
      .identifier(
        PersistentIdentifier(
          storeIdentifier: store.identifier, entityName: entity, primaryKey: .integer(key))))
  }

  private func condition(_ predicate: EntityPredicate, of entity: EntityName) throws -> String {
    let store = try TestDatabase(Self.schema).open()
    let descriptor = EntityFetchDescriptor(
      entity: entity, predicate: predicate, propertiesToFetch: [])
    let sql = try #require(try store.explanation(of: EntityQuery(descriptor: descriptor)).sql)
    let start = try #require(sql.firstRange(of: " WHERE "))
    let end = try #require(sql.firstRange(of: " ORDER BY "))
    return String(sql[start.upperBound..<end.lowerBound])
  }

  @Test(arguments: [
    (EntityPredicate.comparison(.equal, .path("Name"), .text("AC/DC")), #"t0."Name" = ?"#),
    (.comparison(.equal, .path("Name"), .text("Kiss")), #"t0."Name" IN (?, ?)"#),
    (.comparison(.equal, .path("Name"), .text("Café")), #"t0."Name" IN (?, ?)"#),
    (.comparison(.equal, .path("Name"), .text("東京")), #"+t0."Name" COLLATE larder_text = ?"#),
    (.comparison(.notEqual, .path("Name"), .text("x")), #"(t0."Name" = ? IS NOT TRUE)"#),
    (.comparison(.equal, .path("Name"), .value(.null)), #"t0."Name" IS NULL"#),
    (.comparison(.notEqual, .path("Name"), .value(.null)), #"t0."Name" IS NOT NULL"#),
    (.comparison(.equal, .path("Name"), .integer(5)), #"+t0."Name" = ?"#),
    (.comparison(.equal, .path("ArtistId"), .text("5")), "0"),
    (.comparison(.equal, .path("active"), .value(.bool(true))), #"t0."active" = ?"#),
    (.isTrue(.path("active")), #"t0."active" = ?"#),
    (.isEmpty(.path("Name")), #"(t0."Name" IS NULL OR +t0."Name" = '')"#),
    (
      .comparison(.lessThan, .path("born"), .value(.date(Date(timeIntervalSinceReferenceDate: 0)))),
      #"(t0."born" < ? AND larder_date(t0."born") < ?)"#
    ),
    (
      .text(.contains, .caseInsensitive, .path("Name"), .text("é")),
      #"larder_contains(t0."Name", ?, ?)"#
    ),
    (
      .text(.contains, [], .path("Name"), .text("San")),
      #"(instr(t0."Name", ?) > 0 AND larder_contains(t0."Name", ?, ?))"#
    ),
    (.text(.contains, [], .path("Name"), .text("K")), #"larder_contains(t0."Name", ?, ?)"#),
    (
      .membership(.path("Name"), in: .value(.array([.text("a"), .text("b")]))),
      #"t0."Name" IN (?, ?)"#
    ),
    (.not(.isTrue(.path("active"))), #"(t0."active" = ? IS NOT TRUE)"#),
    (
      .quantified(
        .any, .path("Album"), .comparison(.greaterThan, .path("price", level: 1), .integer(9))),
      """
      EXISTS (SELECT 1 FROM "Album" AS t1 WHERE t0."ArtistId" = t1."ArtistId" \
      AND (t1."price" > ? AND +t1."price" < ''))
      """
    ),
    (
      .comparison(.equal, .collection(.count, .path("Album"), element: nil), .integer(2)),
      #"(SELECT count(*) FROM "Album" AS t1 WHERE t0."ArtistId" = t1."ArtistId") = ?"#
    ),
  ])
  func conditionsOfOneEntity(_ predicate: EntityPredicate, _ sql: String) throws {
    expectText(try condition(predicate, of: "Artist"), sql)
  }

  @Test(arguments: [
    (EntityPredicate.comparison(.greaterThan, .path("n"), .integer(1)), #"t0."n" > ?"#),
    (
      .comparison(.lessThan, .path("t"), .text("m")), #"+t0."t" COLLATE larder_text < ?"#
    ),
    (.comparison(.equal, .path("n"), .path("id")), #"+t0."n" IS +t0."id" COLLATE larder_text"#),
    (.comparison(.equal, .path("n"), .text("1")), "0"),
  ])
  func aStrictTableNeedsNoGuards(_ predicate: EntityPredicate, _ sql: String) throws {
    expectText(try condition(predicate, of: "Tight"), sql)
  }

  @Test func aPathThroughARelationshipIsOneJoinForConditionAndOrder() throws {
    let store = try TestDatabase(Self.schema).open()
    let path = EntityExpression.path("Artist", "Name")
    let descriptor = EntityFetchDescriptor(
      entity: "Album", predicate: .comparison(.equal, path, .text("AC/DC")),
      sortDescriptors: [EntitySortDescriptor(path, order: .reverse)], fetchLimit: 5,
      fetchOffset: 2, propertiesToFetch: ["Title"])

    let explanation = try store.explanation(of: EntityQuery(descriptor: descriptor))

    expectText(
      explanation.sql ?? "",
      """
      SELECT t0."AlbumId", t0."Title" FROM "Album" AS t0 \
      LEFT JOIN "Artist" AS t1 ON t1."ArtistId" = t0."ArtistId" \
      WHERE t1."Name" = ? ORDER BY +t1."Name" COLLATE larder_text DESC, t0."AlbumId" \
      LIMIT ? OFFSET ?
      """)
    #expect(explanation.boundValues == [.text("AC/DC"), .integer(5), .integer(2)])
    #expect(explanation.notes.contains { $0.hasPrefix("SCAN t0") })
  }

  @Test func anObjectIsFoundByItsKey() throws {
    let store = try TestDatabase(Self.schema).open()
    let descriptor = EntityFetchDescriptor(
      entity: "Album",
      predicate: .comparison(.equal, .path("Artist"), Self.identifier(store, "Artist", 3)),
      propertiesToFetch: [])

    let sql = try store.explanation(of: EntityQuery(descriptor: descriptor)).sql

    expectText(
      sql ?? "",
      #"SELECT t0."AlbumId" FROM "Album" AS t0 WHERE t0."ArtistId" = ? ORDER BY t0."AlbumId""#)
  }

  @Test func aManyToManyConditionGoesThroughTheJoinTable() throws {
    let sql = try condition(
      .quantified(
        .none, .path("Tag"), .comparison(.equal, .path("code", level: 1), .text("live"))),
      of: "Album")

    expectText(
      sql,
      """
      (NOT EXISTS (SELECT 1 FROM "AlbumTag" AS t2 JOIN "Tag" AS t1 ON t1."code" = t2."code" \
      WHERE t0."AlbumId" = t2."AlbumId" AND t1."code" = ?))
      """)
  }

  @Test(arguments: [
    (
      "Album" as EntityName, EntityPredicate.isEmpty(.path("Review")),
      """
      (NOT EXISTS (SELECT 1 FROM \
      (SELECT "rowid" AS "rowid", "AlbumId" AS "AlbumId" FROM "Review" LIMIT -1) AS t2 \
      CROSS JOIN "Review" AS t1 ON t1."rowid" = t2."rowid" WHERE t0."AlbumId" = t2."AlbumId"))
      """
    ),
    (
      "Tag",
      .comparison(.equal, .collection(.count, .path("Album"), element: nil), .integer(2)),
      """
      (SELECT count(*) FROM \
      (SELECT "code" AS "code", "AlbumId" AS "AlbumId" FROM "AlbumTag" LIMIT -1) AS t2 \
      JOIN "Album" AS t1 ON t1."AlbumId" = t2."AlbumId" WHERE t0."code" = t2."code") = ?
      """
    ),
  ])
  func foreignKeysWithoutAnIndexAreCopied(
    _ entity: EntityName, _ predicate: EntityPredicate, _ sql: String
  ) throws {
    expectText(try condition(predicate, of: entity), sql)
  }

  @Test(arguments: [
    (
      EntityPredicate.text(.matches, [], .path("Name"), .text("A.*")),
      "SQLite has no regular expressions"
    ),
    (
      .comparison(
        .equal, .arithmetic(.add, .path("ArtistId"), .integer(1)), .integer(2)),
      "SQLite turns an overflow into a real"
    ),
    (
      .comparison(.equal, .function(.lowercased, [.path("Name")]), .text("a")),
      "`lowercased` has no exact form in SQL"
    ),
    (.comparison(.equal, .path("nothing"), .integer(1)), "`Artist` has no property `nothing`"),
    (
      .comparison(
        .greaterThan, .collection(.sum, .path("Album"), element: .path("price", level: 1)),
        .integer(1)),
      "SQLite adds numbers otherwise"
    ),
  ])
  func whatSQLCannotSayIsRefusedWithTheReason(
    _ predicate: EntityPredicate, _ reason: String
  ) throws {
    let store = try TestDatabase(Self.schema).open()

    #expect(store.pushDown(for: predicate, of: "Artist") == .unsupported(reason))
  }

  @Test func aConditionOfManyPartsStaysWithinTheDepthThatSQLiteAllows() throws {
    let store = try TestDatabase(Self.schema).open()
    let parts = (0..<3_000).map {
      EntityPredicate.comparison(.equal, .path("ArtistId"), .integer(Int64($0)))
    }

    #expect(try store.objects("Artist", where: .or(parts)).isEmpty)
  }

  @Test func aConditionNestedTooDeeplyIsLeftToMemory() throws {
    let store = try TestDatabase(Self.schema).open()
    var predicate = EntityPredicate.isTrue(.path("active"))
    for _ in 0..<300 { predicate = .not(predicate) }

    #expect(
      store.pushDown(for: predicate, of: "Artist")
        == .unsupported("the condition is nested too deeply for SQLite"))
  }
}
