import LarderCore
import LarderStore
import Testing

@testable import LarderJSON

@Suite struct RowOrderTests {
  @Test(arguments: [AttributeName("name"), "number"])
  func aSortThatIsInterruptedEnds(_ name: AttributeName) throws {
    let opened = try OpenedText(#"[{"name":"b","number":2},{"name":"a","number":1}]"#)
    let fetch = try FileFetch(opened.store, EntityFetchDescriptor(entity: "trips"))
    let order = try #require(
      RowOrder(
        [EntitySortDescriptor(.path(AttributePath(name)))], extent: fetch.extents[0],
        interruption: fetch.interruption))
    #expect(try order.sorted(nil, limit: .max) == [1, 0])

    opened.store.interrupt()

    let error = #expect(throws: PersistenceError.self) { try order.sorted(nil, limit: .max) }
    #expect(error?.code == .cancelled)
  }
}
