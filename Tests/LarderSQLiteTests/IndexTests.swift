import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import Testing

/// SQLite's own plan says that it looks conditions up in an index.
@Suite struct IndexTests {
  private static let sql = """
    CREATE TABLE trip (
      id INTEGER PRIMARY KEY, code TEXT, nights INTEGER, price REAL, start DATETIME, stop TIMESTAMP);
    CREATE INDEX by_code ON trip (code);
    CREATE INDEX by_nights ON trip (nights);
    CREATE INDEX by_price ON trip (price);
    CREATE INDEX by_start ON trip (start);
    CREATE INDEX by_stop ON trip (stop);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    INSERT INTO trip SELECT i, 'T' || (i % 90), i % 50, i * 0.5,
      date('2020-01-01', i || ' days') ||
        CASE i % 4 WHEN 0 THEN '' WHEN 1 THEN ' 23:30:00' WHEN 2 THEN 'T00:30:00+14:00'
        ELSE 'T22:00:00-11:00' END,
      datetime('2020-01-01', i || ' hours') FROM n;
    """

  private static let moment = DateText.parse("2020-03-01T00:00:00Z") ?? Date()
  private static let later = DateText.parse("2020-03-08T00:00:00Z") ?? Date()

  private static let conditions: [EntityPredicate] = [
    .comparison(.equal, .path("code"), .text("T7")),
    .comparison(.equal, .path("nights"), .integer(7)),
    .comparison(.greaterThan, .path("nights"), .integer(45)),
    .comparison(.lessThan, .path("price"), .value(.real(4.5))),
    .range(.path("price"), .integer(3), .integer(9), includesUpperBound: false),
    .membership(.path("code"), in: .value(.array([.text("T1"), .text("T2")]))),
    .text(.hasPrefix, [], .path("code"), .text("T1")),
    .comparison(.equal, .path("stop"), .value(.date(moment.addingTimeInterval(-47 * 86_400)))),
    .comparison(.lessThan, .path("start"), .value(.date(moment))),
    .comparison(.greaterThanOrEqual, .path("start"), .value(.date(later))),
    .range(
      .path("start"), .value(.date(moment)), .value(.date(later)), includesUpperBound: false),
  ]

  @Test(arguments: conditions)
  func aConditionIsLookedUpInAnIndex(_ condition: EntityPredicate) throws {
    let store = try TestDatabase(Self.sql).open()
    let descriptor = EntityFetchDescriptor(entity: "trip", predicate: condition)

    let plan = try store.explanation(
      of: EntityQuery(descriptor: descriptor, output: .count)
    ).notes

    #expect(
      plan.contains {
        $0.hasPrefix("SEARCH t0 USING COVERING INDEX by_")
          || $0.hasPrefix("SEARCH t0 USING INDEX by_")
      }, "\(plan)")
    let all = try store.objects("trip")
    let evaluator = try PredicateEvaluator(
      condition, entity: "trip", schema: store.schema, environment: .standard)
    let expected = all.filter { evaluator.matches($0, objects: { _ in nil }) }
    #expect(try store.objects("trip", where: condition) == expected)
    #expect(!expected.isEmpty)
  }

  @Test(arguments: ["é", "K", "", "\u{7F}"])
  func aPrefixThatHasSeveralSpellingsIsNotLookedUp(_ prefix: String) throws {
    let store = try TestDatabase(Self.sql).open()
    let condition = EntityPredicate.text(.hasPrefix, [], .path("code"), .text(prefix))

    let sql = try store.explanation(
      of: EntityQuery(
        descriptor: EntityFetchDescriptor(
          entity: "trip", predicate: condition, propertiesToFetch: []))
    ).sql

    #expect(
      sql == """
        SELECT t0."id" FROM "trip" AS t0 WHERE larder_has_prefix(t0."code", ?, ?) \
        ORDER BY t0."id"
        """)
  }
}
