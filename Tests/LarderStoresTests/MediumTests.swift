import LarderCore
import LarderStore
import LarderStores
import ModelFixtures
import SwiftData
import Testing

@Suite struct MediumTests {
  @Test func containersShareMemory() throws {
    let memory = SharedMemory()
    let configuration = SharedMemoryConfiguration(memory: memory)
    let first = ModelContext(
      try ModelContainer(for: Schema(Deed.self), configurations: [configuration]))
    let second = ModelContext(
      try ModelContainer(for: Schema(Deed.self), configurations: [configuration]))
    first.insert(Deed(number: 4))
    try first.save()
    #expect(try second.fetch(FetchDescriptor<Deed>()).map(\.number) == [4])
    #expect(configuration == SharedMemoryConfiguration(memory: memory))
    #expect(configuration != SharedMemoryConfiguration())
  }

  @Test func memoryKeepsTheSchemaThatItWasMadeFor() throws {
    let configuration = SharedMemoryConfiguration()
    _ = try ModelContainer(for: Schema(Deed.self), configurations: [configuration])
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Schema(Specimen.self), configurations: [configuration])
    }
  }

  @Test func aStoreThatIsOpenAlreadyServesAContainer() throws {
    let store = InMemoryStore(
      identifier: "mine",
      schema: EntitySchema(entities: [
        EntitySchema.Entity(
          name: "Note",
          attributes: [
            EntitySchema.Attribute(name: "text", type: .text),
            EntitySchema.Attribute(name: "more", type: .integer, isOptional: true),
          ])
      ]))
    let configuration = OpenStoreConfiguration(store: store)
    let context = ModelContext(
      try ModelContainer(for: Schema(Note.self), configurations: [configuration]))
    context.insert(Note(text: "hello"))
    try context.save()
    #expect(try store.count(EntityFetchDescriptor(entity: "Note")) == 1)
    #expect(try context.fetch(FetchDescriptor<Note>()).map(\.text) == ["hello"])
  }

  @Test func anOpenStoreMustHaveEveryPropertyOfTheModels() {
    let store = InMemoryStore(
      identifier: "mine",
      schema: EntitySchema(entities: [EntitySchema.Entity(name: "Note", attributes: [])]))
    let error = #expect(throws: PersistenceError.self) {
      try OpenStore(store).open(
        for: EntitySchema(entities: [
          EntitySchema.Entity(
            name: "Note", attributes: [EntitySchema.Attribute(name: "text", type: .text)])
        ]))
    }
    #expect(error?.code == .invalidSchema)
    #expect(error?.attribute == "text")
  }
}

@Model final class Note {
  var text: String

  init(text: String) { self.text = text }
}
