import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct DifferentialTests {
  static let options = GeneratorOptions.all.subtracting([.missing, .arrays, .composites])

  @Test func everyQueryGivesTheSameObjectsInSQLAndInMemory() throws {
    var pushedCount = 0
    SeededGenerator.forEachRound(25) { round, generator in
      var database = RandomDatabase(using: generator.split())
      let place = try TestDatabase(database.statements.joined(separator: ";\n"))
      let store = try place.open()
      if generator.chance(percent: 40) {
        try place.connection().execute(database.lateStatements().joined(separator: ";\n"))
      }
      #expect(store.unreadable.isEmpty, round.comment)
      let contents = try Contents(of: store)
      for entity in store.schema.entities {
        var predicates = PredicateGenerator(
          schema: store.schema, entity: entity.name, using: generator.split(),
          options: Self.options, snapshots: contents.snapshots.values.flatMap { $0 })
        for _ in 0..<12 {
          var descriptor = EntityFetchDescriptor(
            entity: entity.name, predicate: predicates.predicate())
          if generator.chance(percent: 60) {
            descriptor.sortDescriptors = predicates.sortDescriptors()
          }
          if generator.chance(percent: 30) {
            descriptor.fetchLimit = generator.integer(in: 0...6)
            descriptor.fetchOffset = generator.integer(in: 0...3)
          }
          let expected = try contents.objects(descriptor, store.schema).map(\.identifier)
          let actual = try store.fetch(descriptor, environment: .standard).map(\.identifier)
          let plan = FetchPlan(EntityQuery(descriptor: descriptor), for: store)
          if plan.residual == nil { pushedCount += 1 }
          try #require(actual == expected, "\(explain(descriptor, store)) \(round.comment)")
          if plan.residual == nil {
            let number = try store.count(plan.pushed)
            if !plan.limitsInMemory { try #require(number == expected.count, round.comment) }
          }
        }
      }
    }
    #expect(SeededGenerator.roundsOverride != nil || pushedCount > 100)
  }

  @Test func everyProjectionGivesTheSameRowsInSQLAndInMemory() throws {
    var pushedCount = 0
    SeededGenerator.forEachRound(25) { round, generator in
      var database = RandomDatabase(using: generator.split())
      let place = try TestDatabase(database.statements.joined(separator: ";\n"))
      let store = try place.open()
      if generator.chance(percent: 40) {
        try place.connection().execute(database.lateStatements().joined(separator: ";\n"))
      }
      let contents = try Contents(of: store)
      for entity in store.schema.entities {
        var predicates = PredicateGenerator(
          schema: store.schema, entity: entity.name, using: generator.split(),
          options: Self.options, snapshots: contents.snapshots.values.flatMap { $0 })
        for _ in 0..<12 {
          var descriptor = EntityFetchDescriptor(entity: entity.name)
          if generator.chance(percent: 40) { descriptor.predicate = predicates.predicate() }
          if generator.chance(percent: 30) {
            descriptor.sortDescriptors = predicates.sortDescriptors()
            descriptor.fetchLimit = generator.choose(nil, 4)
          }
          let projection = predicates.projection()
          let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
          let expected = try contents.rows(projection, descriptor, store.schema)
          let plan = FetchPlan(query, for: store)
          if !plan.projectsInMemory { pushedCount += 1 }
          guard case .rows(_, let actual) = try store.run(query, environment: .standard) else {
            Issue.record("rows were asked for \(round.comment)")
            return
          }
          try #require(
            actual == expected, "\(projection)\n\(explain(descriptor, store)) \(round.comment)")
        }
      }
    }
    #expect(SeededGenerator.roundsOverride != nil || pushedCount > 100)
  }

  private func explain(_ descriptor: EntityFetchDescriptor, _ store: SQLiteStore) -> String {
    let explanation = try? store.explanation(of: EntityQuery(descriptor: descriptor))
    return "\(descriptor)\n\(explanation?.sql ?? "")\n\(explanation?.boundValues ?? [])"
  }

  @Test func toManyRelationshipsAreTheInversesOfToOne() throws {
    SeededGenerator.forEachRound(20) { round, generator in
      let database = RandomDatabase(using: generator.split())
      let place = try TestDatabase(database.statements.joined(separator: ";\n"))
      let store = try place.open()
      let contents = try Contents(of: store)
      for entity in store.schema.entities {
        for relationship in entity.relationships where relationship.isToMany {
          let inverse = try #require(relationship.inverse, round.comment)
          for snapshot in contents.snapshots[entity.name] ?? [] {
            let expected = (contents.snapshots[relationship.destination] ?? []).filter { other in
              other[inverse].destinations.contains(snapshot.identifier)
            }
            let actual = snapshot[relationship.name].destinations
            #expect(actual == expected.map(\.identifier).sorted(), round.comment)
          }
        }
      }
    }
  }
}

extension AttributeValue? {
  fileprivate var destinations: [PersistentIdentifier] {
    switch self {
    case .identifier(let identifier)?: [identifier]
    case .array(let elements)?: elements.flatMap { Optional($0).destinations }
    default: []
    }
  }
}
