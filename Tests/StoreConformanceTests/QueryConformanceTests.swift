import LarderCore
import LarderQuery
import LarderStore
import LarderTestSupport
import Testing

@Suite struct QueryConformanceTests {
  static let options: GeneratorOptions = [.relationships, .dates, .unicode, .quantifiers]

  @Test func everyStoreGivesTheSameAnswerToTheSameQuery() throws {
    SeededGenerator.forEachRound(6) { round, generator in
      let rows = ConformanceRows(trips: 40, owners: 7, using: &generator)
      let folders = try StoreFixture.allCases.map { _ in try TemporaryFolder() }
      let contexts = try zip(StoreFixture.allCases, folders).map { fixture, folder in
        try fixture.makeContext(of: rows, in: folder)
      }
      for entity in ["Trip", "Owner"] as [EntityName] {
        var queries = PredicateGenerator(
          schema: ConformanceRows.schema, entity: entity, using: generator.split(),
          options: Self.options)
        for _ in 0..<40 {
          let query = queries.query()
          let answers = contexts.map { Answer.of(query, in: $0) }
          for (fixture, answer) in zip(StoreFixture.allCases, answers) {
            #expect(
              answer == answers[0], "\(fixture) on \(QueryPrinter.text(query)); \(round.comment)")
          }
        }
      }
    }
  }

  @Test func everyConditionIsSaidToRunSomewhere() throws {
    var generator = SeededGenerator(seed: 1)
    let rows = ConformanceRows(trips: 12, owners: 3, using: &generator)
    let price = EntityExpression.path(AttributePath("price"))
    let conditions: [EntityPredicate] = [
      .comparison(.greaterThan, price, .value(.integer(10))),
      .text(.contains, .caseInsensitive, .path(AttributePath("name")), .value(.text("os"))),
      .comparison(.equal, .path(AttributePath("owner", "name")), .value(.text("Oslo"))),
    ]
    let query = EntityQuery(
      descriptor: EntityFetchDescriptor(entity: "Trip", predicate: .and(conditions)))
    for fixture in StoreFixture.allCases {
      let folder = try TemporaryFolder()
      let context = try fixture.makeContext(of: rows, in: folder)
      let explanation = try context.explain(query, in: "store")
      #expect(explanation.plan.steps.map(\.condition) == conditions, "\(fixture)")
    }
  }
}
