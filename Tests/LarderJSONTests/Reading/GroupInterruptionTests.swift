import LarderCore
import LarderStore
import Testing

@testable import LarderJSON

@Suite struct GroupInterruptionTests {
  @Test(arguments: [AttributeName("name"), "number"])
  func aGroupingThatIsInterruptedEnds(_ name: AttributeName) throws {
    let opened = try OpenedText(#"[{"name":"b","number":2},{"name":"a","number":1}]"#)
    let fetch = try FileFetch(opened.store, EntityFetchDescriptor(entity: "trips"))
    let path = EntityExpression.path(AttributePath(name))
    let groups = EntityProjection(
      groupKeys: [path], items: [.init(.aggregate(.count, nil), name: "n")])
    #expect(try fetch.rows(groups) == [[.integer(1)], [.integer(1)]])

    opened.store.interrupt()

    let error = #expect(throws: PersistenceError.self) { try fetch.rows(groups) }
    #expect(error?.code == .cancelled)
  }
}
