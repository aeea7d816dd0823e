import LarderCore
import LarderStore
import Testing

/// A store that only enumerates, reads and applies is a whole one.
@Suite struct StoreDefaultsTests {
  private final class PlainStore: EntityStore {
    let inner = InMemoryStore(identifier: "plain", schema: .people)
    var identifier: String { inner.identifier }
    var schema: EntitySchema { inner.schema }

    func enumerate(
      _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
    ) throws -> FetchStatistics {
      #expect(descriptor.predicate == nil && descriptor.sortDescriptors.isEmpty)
      return try inner.enumerate(descriptor, body)
    }

    func snapshots(for identifiers: [PersistentIdentifier]) throws
      -> [PersistentIdentifier: EntitySnapshot]
    { try inner.snapshots(for: identifiers) }

    func apply(_ changes: ChangeSet) throws -> ChangeSetResult { try inner.apply(changes) }
  }

  @Test func itAnswersEveryKindOfQuery() throws {
    let store = PlainStore()
    let context = EntityContext()
    try context.attach(store, as: "main")
    for (name, age) in [("Ada", 3), ("Bob", 1), ("Cyd", 2)] as [(String, Int64)] {
      try context.perform(
        .insert(
          "Person",
          [
            .init(AttributePath("name"), .value(.text(name))),
            .init(AttributePath("age"), .value(.integer(age))),
          ]), in: "main")
    }
    try context.save()
    let age = EntityExpression.path(AttributePath("age"))
    let descriptor = EntityFetchDescriptor(
      entity: "Person", predicate: compare("age", is: .greaterThan, .integer(1)),
      sortDescriptors: [EntitySortDescriptor(age)], fetchLimit: 5)
    let sum = EntityProjection(items: [.init(.aggregate(.sum, age), name: "total")])

    let found = try store.fetch(descriptor, environment: .standard)
    #expect(found.map { $0["name"] } == [.text("Cyd"), .text("Ada")])
    let query = EntityQuery(descriptor: descriptor, output: .count)
    #expect(try store.run(query, environment: .standard) == .count(2))
    let rows = EntityQuery(descriptor: descriptor, output: .rows(sum))
    #expect(try store.run(rows, environment: .standard) == .rows(["total"], [[.integer(5)]]))
  }

  @Test func itRefusesToComputeRows() {
    let error = failure {
      _ = try PlainStore().rows(
        EntityProjection(items: []), of: EntityFetchDescriptor(entity: "Person"))
    }

    #expect(error?.code == .unsupported && error?.detail == "the store computes no rows")
  }

  @Test func anUnknownEntityIsNamed() {
    let error = failure {
      _ = try PlainStore().fetch(EntityFetchDescriptor(entity: "Nobody"), environment: .standard)
    }

    #expect(error?.code == .unknownEntity && error?.entity == "Nobody")
  }
}
