import LarderCore
import LarderStore
import Testing

@Suite struct SmokeTests {
  @Test func aPendingInsertIsFetched() throws {
    let schema = EntitySchema(entities: [
      .init(name: "Trip", attributes: [.init(name: "name", type: .text)])
    ])
    let context = EntityContext()
    try context.attach(InMemoryStore(identifier: "a", schema: schema), as: "a")
    try context.perform(
      .insert("Trip", [.init(AttributePath("name"), .value(.text("x")))]), in: "a")
    let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: "Trip"))
    guard case .objects(let found) = try context.run(query, in: "a") else { return }
    #expect(found.map(\.identifier.description) == ["Trip#t1"])
    let saved = try context.save()
    #expect(saved.stores[0].replacements.map(\.new.description) == ["Trip#p1"])
    try context.undo()
    #expect(context.changes(in: "a").deleted.count == 1)
  }
}
