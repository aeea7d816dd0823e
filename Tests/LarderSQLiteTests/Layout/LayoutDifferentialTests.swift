import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import Testing

/// A store of Larder's own layout, filled with random objects of a random schema.
private struct RandomLayoutStore {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let contents: Contents

  init(using generator: inout SeededGenerator, options: GeneratorOptions) throws {
    var schemas = SchemaGenerator(using: generator.split(), options: options)
    let schema = schemas.schema()
    var snapshots = SnapshotGenerator(
      schema: schema, using: generator.split(), options: options)
    let changes = ChangeSet(
      snapshots.snapshots(countPerEntity: 12).map { .insert($0.asNew, restoring: nil) })
    folder = try TemporaryFolder()
    store = try SQLiteStore.create(path: folder.path(of: "new.sqlite"), schema: schema)
    _ = try store.apply(changes)
    contents = try Contents(of: store)
  }
}

@Suite struct LayoutDifferentialTests {
  static let options = GeneratorOptions.all.union(.inheritance)

  @Test func everyQueryGivesTheSameObjectsInSQLAndInMemory() throws {
    var pushedCount = 0
    SeededGenerator.forEachRound(15) { round, generator in
      let random = try RandomLayoutStore(using: &generator, options: Self.options)
      for (descriptor, store) in Self.descriptors(random, using: &generator) {
        let expected = try random.contents.objects(descriptor, store.schema).map(\.identifier)
        let plan = FetchPlan(EntityQuery(descriptor: descriptor), for: store)

        let actual = try store.fetch(descriptor, environment: .standard).map(\.identifier)

        try #require(actual == expected, "\(Self.explain(descriptor, store)) \(round.comment)")
        guard plan.residual == nil, !plan.limitsInMemory else { continue }
        pushedCount += 1
        try #require(try store.count(plan.pushed) == expected.count, round.comment)
      }
    }
    #expect(SeededGenerator.roundsOverride != nil || pushedCount > 100)
  }

  @Test func everyProjectionGivesTheSameRowsInSQLAndInMemory() throws {
    SeededGenerator.forEachRound(10) { round, generator in
      let random = try RandomLayoutStore(using: &generator, options: Self.options)
      for entity in random.store.schema.entities {
        var predicates = PredicateGenerator(
          schema: random.store.schema, entity: entity.name, using: generator.split(),
          options: Self.options, snapshots: random.contents.snapshots.values.flatMap { $0 })
        for _ in 0..<12 {
          let descriptor = EntityFetchDescriptor(entity: entity.name)
          let projection = predicates.projection()
          let expected = try random.contents.rows(projection, descriptor, random.store.schema)
          let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
          guard
            case .rows(_, let actual) = try random.store.run(query, environment: .standard)
          else {
            Issue.record("rows were asked for \(round.comment)")
            return
          }
          try #require(
            actual == expected,
            "\(projection)\n\(Self.explain(descriptor, random.store)) \(round.comment)")
        }
      }
    }
  }

  private static func descriptors(
    _ random: RandomLayoutStore, using generator: inout SeededGenerator
  ) -> [(EntityFetchDescriptor, SQLiteStore)] {
    random.store.schema.entities.flatMap { entity in
      var predicates = PredicateGenerator(
        schema: random.store.schema, entity: entity.name, using: generator.split(),
        options: options, snapshots: random.contents.snapshots.values.flatMap { $0 })
      return (0..<14).map { _ in
        var descriptor = EntityFetchDescriptor(
          entity: entity.name, predicate: predicates.predicate(),
          includesSubentities: generator.chance(percent: 80))
        if generator.chance(percent: 60) {
          descriptor.sortDescriptors = predicates.sortDescriptors()
        }
        if generator.chance(percent: 30) {
          descriptor.fetchLimit = generator.integer(in: 0...6)
          descriptor.fetchOffset = generator.integer(in: 0...3)
        }
        return (descriptor, random.store)
      }
    }
  }

  private static func explain(
    _ descriptor: EntityFetchDescriptor, _ store: SQLiteStore
  ) -> String {
    let explanation = try? store.explanation(of: EntityQuery(descriptor: descriptor))
    return "\(descriptor)\n\(explanation?.sql ?? "")\n\(explanation?.boundValues ?? [])"
  }
}
