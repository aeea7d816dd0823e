import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import Testing

/// A table of another program with JSON texts, some of which are not what the schema declares.
@Suite struct JSONColumnTests {
  private static let texts = [
    #"{"city": "Oslo", "zip": 150, "tags": ["a", "b"], "price": "1.5", "open": true}"#,
    #"{"city": "oslo", "zip": 12345678901234567890, "tags": [], "price": "1e400"}"#,
    #"{"city": null, "zip": "150", "tags": "a", "open": 1}"#,
    #"{"city": "O\u0301slo", "zip": 150.0, "tags": ["A", 1, null, {"$date": "0"}]}"#,
    #"{"city": "", "city": "Rome", "zip": {"$real": "150.0"}, "tags": ["a", ["b"]]}"#,
    #"{"city": 5, "zip": -1e999, "tags": {"0": "a"}, "price": 1.5, "open": false}"#,
    "[1]", "Oslo", "", "{}", #"{"city": "Oslo""#, #"{"city": {"$uuid": "x"}}"#,
  ]

  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Place",
      attributes: [
        .init(
          name: "info",
          type: .composite([
            .init(name: "city", type: .text, isOptional: true),
            .init(name: "zip", type: .integer, isOptional: true),
            .init(name: "tags", type: .array(of: .text), isOptional: true),
            .init(name: "price", type: .decimal, isOptional: true),
            .init(name: "open", type: .bool, isOptional: true),
          ]), isOptional: true)
      ])
  ])

  private func places() throws -> (TestDatabase, SQLiteStore) {
    let rows = (Self.texts.map { "(\($0.quotedText))" } + ["(NULL)", "(x'00')"])
    let place = try TestDatabase(
      "CREATE TABLE Place(info TEXT); INSERT INTO Place VALUES \(rows.joined(separator: ", "))")
    let store = try SQLiteStore.open(path: place.path, options: .init(schema: Self.schema))
    return (place, store)
  }

  @Test(
    arguments: [
      (.comparison(.equal, .path("info", "city"), .text("Oslo")), [1]),
      (.comparison(.equal, .path("info", "city"), .text("Ósló")), []),
      (.comparison(.lessThan, .path("info", "city"), .text("S")), nil),
      (.comparison(.notEqual, .path("info", "city"), .text("Oslo")), nil),
      (.comparison(.equal, .path("info", "city"), .value(.null)), nil),
      (.isMissing(AttributePath("info", "city")), nil),
      (.isMissing(AttributePath("info")), []),
      (.comparison(.equal, .path("info"), .value(.null)), [13]),
      (.isEmpty(.path("info", "city")), nil), (.isEmpty(.path("info", "tags")), nil),
      (.isEmpty(.path("info")), nil),
      (.text(.contains, .caseInsensitive, .path("info", "city"), .text("OS")), [1, 2]),
      (.comparison(.equal, .path("info", "zip"), .integer(150)), [1, 4, 5]),
      (.comparison(.greaterThan, .path("info", "zip"), .integer(.max)), [2]),
      (.comparison(.lessThan, .path("info", "zip"), .value(.real(0))), [6]),
      (.comparison(.equal, .path("info", "price"), .value(.real(1.5))), [1, 6]),
      (.comparison(.greaterThan, .path("info", "price"), .integer(2)), [2]),
      (.isTrue(.path("info", "open")), [1]),
      (.comparison(.equal, .path("info", "open"), .value(.bool(false))), [6]),
      (.membership(.text("a"), in: .path("info", "tags")), [1, 5]),
      (
        .quantified(
          .any, .path("info", "tags"),
          .text(.equals, .caseInsensitive, .path(level: 1), .text("a"))), [1, 4, 5]
      ),
      (
        .quantified(
          .all, .path("info", "tags"), .comparison(.equal, .path(level: 1), .text("a"))), nil
      ),
      (
        .membership(
          .path("info", "city"), in: .value(.array([.text("Rome"), .text("Oslo")]))), [1, 5]
      ),
      (.range(.path("info", "zip"), .integer(0), .integer(150), includesUpperBound: true), nil),
    ] as [(EntityPredicate, [Int64]?)])
  func aConditionOnJSONHoldsWhereItDoesInMemory(
    _ condition: EntityPredicate, _ expected: [Int64]?
  ) throws {
    let (_, store) = try places()
    let evaluator = try PredicateEvaluator(
      condition, entity: "Place", schema: store.schema, environment: .standard)
    let inMemory = try store.objects("Place").filter { evaluator.matches($0) { _ in nil } }

    let found = try store.keys("Place", where: condition)

    #expect(store.pushDown(for: condition, of: "Place") == .exact)
    #expect(found == inMemory.map(\.identifier.primaryKey))
    if let expected { #expect(found == expected.map { .integer($0) }) }
  }

  @Test(
    arguments: [
      (
        .comparison(.equal, .path("info", "zip"), .text("150")),
        "values in JSON are compared with their own kind alone"
      ),
      (
        .comparison(.equal, .path("info", "street"), .text("x")),
        "`street` is no declared member of a composite"
      ),
      (
        .comparison(.equal, .path("info", "city"), .path("info", "zip")),
        "this comparison has no form in SQL"
      ),
      (
        .quantified(.any, .path("info", "city"), .constant(true)),
        "this collection is no declared array"
      ),
    ] as [(EntityPredicate, String)])
  func whatHasNoExactFormStaysInMemory(_ condition: EntityPredicate, _ reason: String) throws {
    let (_, store) = try places()

    #expect(store.pushDown(for: condition, of: "Place") == .unsupported(reason))
  }
}

extension String {
  fileprivate var quotedText: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
