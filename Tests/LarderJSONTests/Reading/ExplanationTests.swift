import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport
import Testing

@Suite struct ExplanationTests {
  @Test func everyConditionSaysWhatAnswersIt() throws {
    let opened = try OpenedText(
      #"[{"id":1,"c":"JP","p":1.5,"t":["a"]},{"id":2,"c":"IS","p":2,"t":[]}]"#)
    func path(_ name: AttributeName) -> EntityExpression { .path(AttributePath(name)) }
    let descriptor = EntityFetchDescriptor(
      entity: "trips",
      predicate: .and([
        .comparison(.equal, path("c"), .value(.text("JP"))),
        .comparison(.lessThan, path("p"), .value(.integer(2))),
        .membership(.value(.text("a")), in: path("t")),
      ]), sortDescriptors: [EntitySortDescriptor(path("p"))])

    let notes = try opened.store.explanation(of: EntityQuery(descriptor: descriptor)).notes

    #expect(
      notes == [
        "`trips`: 2 records in \(opened.folder.path(of: "trips.json"))",
        "condition 1: column `c` of 2 different values", "condition 2: column `p` of reals",
        "condition 3: text of the arrays in `t`", "order: by columns",
        "objects of `trips` are known by their `id`",
      ])
  }

  @Test(arguments: [
    (
      "[{}]",
      "objects of `trips` are known by their place in the file, as long as the store is open"
    ),
    (#"{"A":{"n":1}}"#, "objects of `trips` are known by the key that each stands under"),
  ])
  func theSourceOfIdentityIsSaid(_ text: String, _ description: String) throws {
    let opened = try OpenedText(text)

    #expect(try opened.store.identityDescription(of: "trips") == description)
    #expect(try opened.store.identityDescription(of: "people") == nil)
  }

  @Test func groupsOfFewValuesAreComputedInTheStore() throws {
    let opened = try OpenedText(#"[{"c":"JP","p":1},{"c":"IS","p":2},{"c":"JP","p":4},{"c":null}]"#)
    let key = EntityExpression.path(AttributePath("c"))
    let projection = EntityProjection(
      groupKeys: [key],
      items: [
        .init(key, name: "c"), .init(.aggregate(.count, nil), name: "n"),
        .init(.aggregate(.average, .path(AttributePath("p"))), name: "mean"),
      ], having: .comparison(.greaterThan, .aggregate(.count, nil), .value(.integer(0))),
      sortDescriptors: [EntitySortDescriptor(.aggregate(.count, nil), order: .reverse)])

    #expect(opened.store.pushDown(for: projection, of: "trips") == .exact)
    #expect(
      try opened.store.rows(projection, of: EntityFetchDescriptor(entity: "trips")) == [
        [.text("JP"), .integer(2), .real(2.5)], [.text("IS"), .integer(1), .real(2)],
        [.null, .integer(1), nil],
      ])
  }

  @Test func anInterruptedReadIsCancelled() throws {
    let opened = try OpenedText("[" + Array(repeating: "{}", count: 9).joined(separator: ",") + "]")
    var seen = 0

    let error = #expect(throws: PersistenceError.self) {
      try opened.store.enumerate(EntityFetchDescriptor(entity: "trips")) { _ in
        seen += 1
        opened.store.interrupt()
        return true
      }
    }

    #expect(error?.code == .cancelled)
    #expect(seen == 1)
  }
}
