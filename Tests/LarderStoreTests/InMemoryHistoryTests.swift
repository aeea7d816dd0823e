import LarderCore
import LarderStore
import Testing

@Suite struct InMemoryHistoryTests {
  private let store: InMemoryStore
  private let context = EntityContext()

  init() throws {
    store = InMemoryStore(
      identifier: "S",
      schema: EntitySchema(entities: [
        EntitySchema.Entity(
          name: "Note",
          attributes: [
            .init(name: "title", type: .text, isPreservedOnDeletion: true),
            .init(name: "body", type: .text, isOptional: true),
          ]),
        EntitySchema.Entity(name: "Tag", attributes: [.init(name: "name", type: .text)]),
      ]), keepsHistory: true)
    try context.attach(store, as: "store")
  }

  private func insert(_ entity: EntityName, _ name: AttributeName) throws -> PersistentIdentifier {
    let outcome = try context.perform(
      .insert(entity, [.init(AttributePath(name), .value(.text("first")))]), in: "store")
    try context.save()
    return context.permanentIdentifier(for: try #require(outcome.inserted.first))
  }

  @Test func savesAreKeptWithAuthorsAndTombstones() throws {
    context.author = "Ada"
    let note = try insert("Note", "title")
    _ = try context.perform(
      .update(.objects([note]), [.init(AttributePath("body"), .value(.text("words")))]),
      in: "store")
    let outcome = try context.save()
    context.author = nil
    _ = try context.perform(.delete(.objects([note])), in: "store")
    try context.save()

    let history = try store.transactions(after: nil, of: nil)
    let title = AttributeObject([.init(name: "title", value: .text("first"))])
    #expect(history.map(\.author) == ["Ada", "Ada", nil])
    #expect(outcome.stores.map(\.transaction) == [2])
    #expect(
      history.map(\.changes) == [
        [.init(kind: .insert, identifier: note)],
        [.init(kind: .update, identifier: note, attributes: ["body"])],
        [.init(kind: .delete, identifier: note, tombstone: title)],
      ])
  }

  @Test func historyIsAskedOfAnEntityAndFromATransactionOn() throws {
    for (entity, name) in [("Note", "title"), ("Tag", "name"), ("Note", "title")] {
      _ = try insert(EntityName(entity), AttributeName(name))
    }
    #expect(try store.transactions(after: nil, of: "Note").map(\.identifier) == [1, 3])
    #expect(try store.transactions(after: 1, of: nil).map(\.identifier) == [2, 3])
  }

  @Test func whatIsForgottenIsRemembered() throws {
    for _ in 0..<3 { _ = try insert("Note", "title") }
    #expect(try store.lastDeletedTransaction() == nil)
    try store.deleteTransactions([1, 2, 9])
    #expect(try store.transactions(after: nil, of: nil).map(\.identifier) == [3])
    #expect(try store.lastDeletedTransaction() == 2)
    #expect(try store.lastTransaction() == 3)
    try store.deleteTransactions([3])
    _ = try insert("Note", "title")
    #expect(try store.lastTransaction() == 4, "numbers are not used twice")
  }

  @Test func withoutHistoryNothingIsKept() throws {
    let plain = InMemoryStore(identifier: "T", schema: store.schema)
    let context = EntityContext()
    try context.attach(plain, as: "store")
    _ = try context.perform(
      .insert("Tag", [.init(AttributePath("name"), .value(.text("x")))]), in: "store")
    #expect(try context.save().stores.map(\.transaction) == [nil])
    #expect(try plain.transactions(after: nil, of: nil).isEmpty)
    #expect(!plain.keepsHistory)
  }

  @Test func aContextKnowsWhatASaveDoesToAnObject() throws {
    let note = try insert("Note", "title")
    #expect(context.pendingChange(of: note) == nil)
    #expect(!context.hasChanges(in: "store"))
    let edit = EntityEdit.update(
      .objects([note]), [.init(AttributePath("title"), .value(.text("new")))])
    _ = try context.perform(edit, in: "store")
    #expect(context.pendingChange(of: note) == .update)
    #expect(context.hasChanges(in: "store"))
    #expect(!context.hasChanges(in: "other"))
    try context.forgetUnchanged(in: "store")
    #expect(try context.snapshot(for: note)?["title"] == .text("new"))
    _ = try context.perform(.delete(.objects([note])), in: "store")
    #expect(context.pendingChange(of: note) == .delete)
  }
}
