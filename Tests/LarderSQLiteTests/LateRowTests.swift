import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import Testing

/// Rows behind those that types are inferred from, with values of other kinds.
@Suite struct LateRowTests {
  private static let sql = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, d DATETIME, b BOOL, x);
    INSERT INTO t WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000)
      SELECT i, i, '2024-01-01', 1, i FROM c;
    INSERT INTO t VALUES (1001, 'many', 'soon', 2, 'text'), (1002, 2000.5, 5, 'yes', x'00');
    """

  @Test func lateValuesAreShownAsTheyAre() throws {
    let store = try TestDatabase(Self.sql).open()

    let late = try store.objects(
      "t", where: .comparison(.greaterThan, .path("id"), .integer(1000)))

    #expect(
      late.map(\.values) == [
        [.integer(1001), .text("many"), .text("soon"), .integer(2), .text("text")],
        [.integer(1002), .real(2000.5), .integer(5), .text("yes"), .data(Data([0]))],
      ])
  }

  @Test(
    arguments: [
      (.comparison(.greaterThan, .path("n"), .integer(999)), [1000, 1002]),
      (.comparison(.equal, .path("n"), .text("many")), [1001]),
      (.comparison(.greaterThan, .path("n"), .text("a")), [1001]),
      (.comparison(.equal, .path("d"), .text("soon")), [1001]),
      (.comparison(.equal, .path("d"), .integer(5)), [1002]),
      (.comparison(.equal, .path("b"), .integer(2)), [1001]),
      (.not(.isTrue(.path("b"))), [1001, 1002]),
      (.comparison(.equal, .path("x"), .text("text")), [1001]),
      (.comparison(.equal, .path("x"), .value(.data(Data([0])))), [1002]),
      (.comparison(.greaterThanOrEqual, .path("x"), .integer(1000)), [1000]),
    ] as [(EntityPredicate, [Int64])])
  func lateValuesAreComparedWithinTheirKind(
    _ condition: EntityPredicate, _ keys: [Int64]
  ) throws {
    let store = try TestDatabase(Self.sql).open()
    #expect(store.pushDown(for: condition, of: "t") == .exact)
    #expect(try store.keys("t", where: condition) == keys.map { .integer($0) })
  }
}
