import LarderCore
import LarderStore
import LarderTestSupport
import Testing

/// Whatever a store does by itself, a query gives the same.
@Suite struct FetchDifferenceTests {
  @Test func aQueryDoesNotDependOnWhatIsPushed() {
    SeededGenerator.forEachRound(60) { round, generator in
      let schema = round.seed % 2 == 0 ? EntitySchema.sample : makeSchema(&generator)
      var maker = SnapshotGenerator(schema: schema, using: generator.split())
      let objects = maker.snapshots(countPerEntity: 9)
      guard let entity = generator.pick(from: schema.entities)?.name else { return }
      var queries = PredicateGenerator(
        schema: schema, entity: entity, using: generator.split(), snapshots: objects)
      let stores = policies.map {
        InMemoryStore(
          identifier: "generated", schema: schema, objects: objects, pushDown: $0.policy,
          loadsToMany: $0.loadsToMany)
      }
      for _ in 0..<4 {
        let query = queries.query()
        let results = try stores.map { try $0.run(query, environment: .standard).comparable }
        for result in results.dropFirst() {
          #expect(result == results[0], round.comment)
        }
      }
    }
  }

  private var policies: [(policy: InMemoryPushDown, loadsToMany: Bool)] {
    [
      (.everything, true), (.nothing, true), (.nothing, false),
      (InMemoryPushDown(condition: { _ in .inexact("all of them") }), true),
      (InMemoryPushDown(condition: Self.oddOnes, order: { _ in .unsupported("none") }), false),
    ]
  }

  @Sendable private static func oddOnes(_ condition: EntityPredicate) -> PushDown {
    switch condition {
    case .comparison, .not, .and: .exact
    case .or, .text: .inexact("a superset")
    default: .unsupported("of another kind")
    }
  }

  private func makeSchema(_ generator: inout SeededGenerator) -> EntitySchema {
    var maker = SchemaGenerator(using: generator.split())
    return maker.schema()
  }
}

extension QueryResult {
  /// The result without to-many relationships, which a store may hand out or not.
  var comparable: QueryResult {
    guard case .objects(let snapshots) = self else { return self }
    return .objects(
      snapshots.map { snapshot in
        var result = snapshot
        for slot in result.values.indices where isToMany(result.values[slot]) {
          result.values[slot] = nil
        }
        return result
      })
  }

  private func isToMany(_ value: AttributeValue?) -> Bool {
    guard case .array(let elements)? = value else { return false }
    return elements.allSatisfy { if case .identifier = $0 { true } else { false } }
  }
}
