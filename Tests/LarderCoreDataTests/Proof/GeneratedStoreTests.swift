import CoreDataFixtures
import LarderCore
import LarderCoreData
import LarderStore
import LarderTestSupport
import Testing

/// A store of a random model with random objects.
private struct GeneratedStore {
  let folder: TemporaryFolder
  let store: CoreDataStore
  let contents: Contents

  /// Without numbers that no column holds and names that no model has; what is absent is null here.
  static let options = GeneratorOptions.all.union(.inheritance)
    .subtracting([.hugeNumbers, .missing, .oddNames])

  init(using generator: inout SeededGenerator) throws {
    var schemas = SchemaGenerator(using: generator.split(), options: Self.options)
    let schema = schemas.schema()
    folder = try TemporaryFolder()
    let path = folder.path(of: "default.store")
    try CoreDataFixture(schema: schema).write(to: path)
    store = try CoreDataStore.open(path: path, options: .init(isWritable: true))
    var snapshots = SnapshotGenerator(
      schema: schema, using: generator.split(), options: Self.options)
    _ = try store.apply(
      ChangeSet(
        snapshots.snapshots(countPerEntity: 12).map { .insert($0.asNew, restoring: nil) }))
    contents = try Contents(of: store)
  }

  func predicates(
    of entity: EntityName, using generator: inout SeededGenerator
  ) -> PredicateGenerator {
    PredicateGenerator(
      schema: store.schema, entity: entity, using: generator.split(), options: Self.options,
      snapshots: contents.snapshots.values.flatMap { $0 })
  }
}

/// Conditions on structs, enums and all else run in SQL, and find what they find in memory.
@Suite struct GeneratedStoreTests {
  @Test func everyQueryGivesTheSameObjectsInSQLAndInMemory() throws {
    var pushedCount = 0
    SeededGenerator.forEachRound(15) { round, generator in
      let random = try GeneratedStore(using: &generator)
      for descriptor in Self.descriptors(random, using: &generator) {
        let expected = try random.contents.objects(descriptor, random.store.schema)
          .map(\.identifier)
        let plan = FetchPlan(EntityQuery(descriptor: descriptor), for: random.store)

        let actual = try random.store.fetch(descriptor, environment: .standard).map(\.identifier)

        try #require(actual == expected, "\(Self.explain(descriptor, random)) \(round.comment)")
        if plan.residual == nil { pushedCount += 1 }
      }
    }
    #expect(SeededGenerator.roundsOverride != nil || pushedCount > 200)
  }

  @Test func everyProjectionGivesTheSameRowsInSQLAndInMemory() throws {
    SeededGenerator.forEachRound(8) { round, generator in
      let random = try GeneratedStore(using: &generator)
      for entity in random.store.schema.entities {
        var predicates = random.predicates(of: entity.name, using: &generator)
        for _ in 0..<12 {
          let descriptor = EntityFetchDescriptor(entity: entity.name)
          let projection = predicates.projection()
          let expected = try random.contents.rows(projection, descriptor, random.store.schema)
          let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
          guard case .rows(_, let actual) = try random.store.run(query, environment: .standard)
          else {
            Issue.record("rows were asked for \(round.comment)")
            return
          }
          try #require(actual == expected, "\(projection) \(round.comment)")
        }
      }
    }
  }

  @Test func everyGeneratedStoreIsSound() {
    SeededGenerator.forEachRound(8) { round, generator in
      let random = try GeneratedStore(using: &generator)

      let violations = try random.store.violations()

      try #require(violations == [], round.comment)
      try #require(random.store.findings == [], round.comment)
    }
  }

  private static func descriptors(
    _ random: GeneratedStore, using generator: inout SeededGenerator
  ) -> [EntityFetchDescriptor] {
    random.store.schema.entities.flatMap { entity in
      var predicates = random.predicates(of: entity.name, using: &generator)
      return (0..<20).map { _ in
        var descriptor = EntityFetchDescriptor(
          entity: entity.name, predicate: predicates.predicate(),
          includesSubentities: generator.chance(percent: 80))
        if generator.chance(percent: 60) {
          descriptor.sortDescriptors = predicates.sortDescriptors()
        }
        if generator.chance(percent: 30) {
          descriptor.fetchLimit = generator.integer(in: 0...6)
        }
        return descriptor
      }
    }
  }

  private static func explain(
    _ descriptor: EntityFetchDescriptor, _ random: GeneratedStore
  ) -> String {
    let explanation = try? random.store.explanation(of: EntityQuery(descriptor: descriptor))
    return "\(descriptor)\n\(explanation?.sql ?? "")\n\(explanation?.boundValues ?? [])"
  }
}
