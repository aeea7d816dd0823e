import LarderCore
import LarderCoreData
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Queries of real stores, against SQL written by hand over their tables.
@Suite(.enabled(if: !SharedStores.isMissing, "the real stores are not here"))
struct SharedQueryTests {
  /// The single column of a query's rows, in order.
  private func answer(
    _ entity: EntityName, where condition: EntityPredicate?, select path: AttributePath,
    in store: CoreDataStore
  ) throws -> [AttributeValue?] {
    let result = try store.run(
      EntityQuery(
        descriptor: EntityFetchDescriptor(entity: entity, predicate: condition),
        output: .rows(EntityProjection(items: [.init(.path(path), name: "value")]))),
      environment: .standard)
    guard case .rows(_, let rows) = result else { return [] }
    return rows.map { $0.first ?? nil }
  }

  @Test func cocktailsAreFoundByTheirGarnishesAndIngredients() throws {
    let path = SharedStores.path("metacocktails.store")
    let store = try CoreDataStore.open(path: path)
    let copy = try StoreCopy(path)
    let element = EntityExpression.path(AttributePath(level: 1, ["name"]))
    let base = EntityExpression.path(AttributePath(level: 1, ["ingredientBase", "name"]))
    let cases: [(EntityPredicate, String)] = [
      (
        .quantified(
          .any, .path(AttributePath("garnish")),
          .text(.contains, [], element, .value(.text("Lemon")))),
        """
        SELECT c.ZCOCKTAILNAME FROM ZCOCKTAIL c WHERE c.Z_PK IN (SELECT j.Z_1COCKTAILS \
        FROM Z_1GARNISH j JOIN ZGARNISH g ON g.Z_PK = j.Z_2GARNISH \
        WHERE instr(g.ZNAME, 'Lemon')) ORDER BY c.Z_PK
        """
      ),
      (
        .quantified(
          .any, .path(AttributePath("spec")),
          .comparison(.equal, base, .value(.text("Campari")))),
        """
        SELECT c.ZCOCKTAILNAME FROM ZCOCKTAIL c WHERE c.Z_PK IN (SELECT i.Z1SPEC \
        FROM ZINGREDIENT i JOIN ZINGREDIENTBASE b ON b.Z_PK = i.ZINGREDIENTBASE \
        WHERE b.ZNAME = 'Campari') ORDER BY c.Z_PK
        """
      ),
      (
        .comparison(
          .equal, .path(AttributePath("author", "person")), .value(.text("Sam Ross"))),
        "SELECT ZCOCKTAILNAME FROM ZCOCKTAIL WHERE ZPERSON = 'Sam Ross' ORDER BY Z_PK"
      ),
    ]
    for (condition, sql) in cases {
      let found = try answer(
        "Cocktail", where: condition, select: AttributePath("cocktailName"), in: store)
      let expected = try copy.connection.rows(sql).map { AttributeValue?.some(.init($0[0])) }

      #expect(!expected.isEmpty, "\(sql)")
      #expect(found == expected, "\(sql)")
    }
  }

  @Test(arguments: ["ddg-bookmarks-v1.sqlite", "ddg-bookmarks-v5.sqlite"])
  func rowsThatStandInTheLogAloneAreAllThere(_ name: String) throws {
    let path = SharedStores.path(name)
    let store = try CoreDataStore.open(path: path)
    let copy = try StoreCopy(path)
    let alone = try Connection(path: path, mode: .immutable)

    #expect(try alone.value("SELECT count(*) FROM ZBOOKMARKENTITY") == .integer(0))
    let titles = try answer(
      "BookmarkEntity", where: nil, select: AttributePath("title"), in: store)
    let expected = try copy.connection.rows(
      "SELECT ZTITLE FROM ZBOOKMARKENTITY ORDER BY Z_PK")
    #expect(titles == expected.map { .init($0[0]) })
    #expect(titles.count == 10)
  }

  @Test func aCompiledModelStandsInForAMissingOne() throws {
    let path = SharedStores.path("digitalorder.sqlite")
    let given = try CoreDataStore.open(
      path: path, options: .init(modelPath: SharedStores.path("digitalorder-Hotel.mom")))

    #expect(given.schema.entities.map(\.name) == ["Dishes", "Type"])
    #expect(try given.count(EntityFetchDescriptor(entity: "Dishes")) == 7)
    let guessed = try CoreDataStore.open(path: SharedStores.path("coredatabooks.CDBStore"))
    #expect(guessed.schema.attribute("copyright", of: "Book")?.type == .date)
    #expect(guessed.findings.contains { $0.attribute == "copyright" })
  }
}

extension AttributeValue {
  /// A stored text, number or nothing.
  fileprivate init(_ value: SQLiteValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .null, .blob: self = .null
    }
  }
}
