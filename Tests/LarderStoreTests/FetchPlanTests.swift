import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@Suite struct FetchPlanTests {
  private let old = compare("age", is: .greaterThan, .integer(30))
  private let named = compare("name", is: .equal, .text("Ada"))

  private func store(
    _ condition: @escaping @Sendable (EntityPredicate) -> PushDown,
    order: PushDown = .exact, projection: PushDown = .exact
  ) -> InMemoryStore {
    InMemoryStore(
      identifier: "s", schema: .people,
      pushDown: InMemoryPushDown(
        condition: condition, order: { _ in order }, projection: { _ in projection }))
  }

  private func query(
    _ predicate: EntityPredicate?, output: EntityQuery.Output = .objects
  ) -> EntityQuery {
    EntityQuery(
      descriptor: EntityFetchDescriptor(
        entity: "Person", predicate: predicate,
        sortDescriptors: [EntitySortDescriptor(.path(AttributePath("name")))], fetchLimit: 3,
        fetchOffset: 1),
      output: output)
  }

  @Test func allGoesDownWhereEverythingIsExact() {
    let query = query(.and([old, named]))
    let plan = FetchPlan(query, for: store { _ in .exact })

    #expect(plan.pushed == query.descriptor)
    #expect(plan.residual == nil)
    #expect(!plan.sortsInMemory && !plan.limitsInMemory && !plan.projectsInMemory)
  }

  @Test func aLimitIsNotPushedPastAResidual() {
    let plan = FetchPlan(
      query(.and([old, named])),
      for: store { [named] in
        $0 == named ? .unsupported("why") : .exact
      })

    #expect(plan.pushed.predicate == old)
    #expect(plan.residual == named)
    #expect(plan.pushed.fetchLimit == nil && plan.pushed.fetchOffset == nil)
    #expect(plan.limitsInMemory && !plan.sortsInMemory)
  }

  @Test func anInexactConditionIsPushedAndCheckedAgain() {
    let plan = FetchPlan(query(old), for: store { _ in .inexact("bytes") })

    #expect(plan.pushed.predicate == old)
    #expect(plan.residual == old)
  }

  @Test func aLimitIsNotPushedWithoutTheWholeOrder() {
    let plan = FetchPlan(query(old), for: store({ _ in .exact }, order: .unsupported("icu")))

    #expect(plan.pushed.sortDescriptors.isEmpty && plan.pushed.fetchLimit == nil)
    #expect(plan.sortsInMemory && plan.limitsInMemory && plan.residual == nil)
  }

  @Test func anInexactOrderIsNoOrder() {
    let plan = FetchPlan(query(nil), for: store({ _ in .exact }, order: .inexact("bytes")))

    #expect(plan.sortsInMemory)
  }

  @Test func onlyExactConditionsGoDownUnderNot() {
    let plan = FetchPlan(
      query(.not(old)),
      for: store { [old] in
        $0 == old ? .inexact("rounded") : .exact
      })

    #expect(plan.pushed.predicate == nil)
    #expect(plan.steps.map(\.pushDown) == [.unsupported("rounded")])
  }

  @Test func anAlternativeIsAsGoodAsItsWorstPart() {
    let plan = FetchPlan(
      query(.or([old, named])),
      for: store { [named] in
        $0 == named ? .inexact("bytes") : .exact
      })

    #expect(plan.steps.map(\.pushDown) == [.inexact("bytes")])
  }

  @Test func rowsGoDownOnlyFromAnExactFetch() {
    let rows = EntityProjection(items: [.init(.path(AttributePath("age")), name: "age")])
    let exact = FetchPlan(query(old, output: .rows(rows)), for: store { _ in .exact })
    let inexact = FetchPlan(query(old, output: .rows(rows)), for: store { _ in .inexact("x") })

    #expect(!exact.projectsInMemory)
    #expect(inexact.projectsInMemory)
    #expect(inexact.pushed.propertiesToFetch == ["age"])
  }

  @Test func aNumberNeedsNoOrder() {
    let plan = FetchPlan(
      query(old, output: .count), for: store({ _ in .exact }, order: .unsupported("icu")))

    #expect(!plan.projectsInMemory && plan.pushed.sortDescriptors.isEmpty)
    #expect(plan.pushed.fetchLimit == 3)
  }

  @Test func thePlanSaysWhereEachPartRuns() {
    let rows = EntityProjection(items: [.init(.path(AttributePath("age")), name: "age")])
    let plan = FetchPlan(
      query(.and([old, named]), output: .rows(rows)),
      for: store(
        { [named] in $0 == named ? .inexact("compares bytes") : .exact },
        order: .unsupported("no human order")))

    expectText(
      plan.lines { $0 == old ? "age" : "name" }.joined(separator: "\n"),
      """
      condition age: in the store
      condition name: in the store, and again in memory: compares bytes
      order: in memory: no human order
      limit and offset: in memory, after the conditions checked there
      rows: in memory, from the objects that leave the store
      """)
  }

  @Test func aPlanOfEverythingSaysSo() {
    let everyone = EntityQuery(descriptor: EntityFetchDescriptor(entity: "Person"))

    #expect(
      FetchPlan(everyone, for: store { _ in .exact }).description == "all objects: in the store")
  }
}
