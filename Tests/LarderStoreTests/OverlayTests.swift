import LarderCore
import LarderStore
import LarderTestSupport
import Testing

/// A fetch sees pending changes as if they were in the store.
@Suite struct OverlayTests {
  @Test(arguments: [0, 1, 2, 3])
  func aFetchWithPendingChangesIsOneOfAStoreThatHasThem(_ policy: Int) {
    SeededGenerator.forEachRound(25) { round, generator in
      let schema = EntitySchema.sample
      var maker = SnapshotGenerator(schema: schema, using: generator.split())
      let objects = maker.snapshots(countPerEntity: 8)
      let store = InMemoryStore(
        identifier: "generated", schema: schema, objects: objects, pushDown: policies[policy],
        loadsToMany: policy != 3)
      let context = EntityContext()
      try context.attach(store, as: "main")
      var edits = EditGenerator(schema: schema, objects: objects, using: generator.split())
      for _ in 0..<8 { _ = try? context.perform(edits.edit(), in: "main") }
      #expect(context.hasChanges, round.comment)

      let changed = InMemoryStore(
        identifier: "changed", schema: schema, objects: try context.everything(in: objects))
      for entity in schema.entities.map(\.name) {
        var queries = PredicateGenerator(
          schema: schema, entity: entity, using: generator.split(), snapshots: objects)
        for _ in 0..<4 {
          let query = queries.query()
          let found = try context.run(query, in: "main").comparable
          let expected = try changed.run(query, environment: .standard).comparable
          #expect(found == expected, round.comment)
          if query.output == .objects {
            context.registrationLimit = 0
            var borrowed: [EntitySnapshot] = []
            try context.enumerate(borrowing: query.descriptor, in: "main") {
              let values = $0.values.map(\.value)
              borrowed.append(
                EntitySnapshot(identifier: $0.identifier, layout: $0.layout, values: values))
              return true
            }
            context.registrationLimit = .max
            #expect(QueryResult.objects(borrowed).comparable == expected, round.comment)
          }
          guard case .rows(let projection) = query.output else { continue }
          var streamed: [EntityRow] = []
          try context.enumerateRows(projection, of: query.descriptor, in: "main") {
            streamed.append($0.map(\.value))
            return true
          }
          let names = projection.items.map(\.name)
          #expect(QueryResult.rows(names, streamed).comparable == expected, round.comment)
        }
      }
    }
  }

  private var policies: [InMemoryPushDown] {
    [
      .everything, .nothing, InMemoryPushDown(condition: { _ in .inexact("all") }),
      InMemoryPushDown(
        condition: { if case .comparison = $0 { .exact } else { .unsupported("no") } }),
    ]
  }

  @Test func anUpdateThatMakesAnObjectMatchKeepsItsPlace() throws {
    let people = try People()
    for (name, age) in [("Ada", 30), ("Bob", 10), ("Cyd", 40)] {
      try people.insert("Person", ["name": .text(name), "age": .integer(Int64(age))])
    }
    try people.context.save()

    try people.update(
      "Person", where: compare("name", is: .equal, .text("Bob")),
      set: [.init(AttributePath("age"), .value(.integer(50)))])

    let old = EntityFetchDescriptor(
      entity: "Person", predicate: compare("age", is: .greaterThan, .integer(20)))
    #expect(try people.names(old) == ["Ada", "Bob", "Cyd"])
  }

  @Test func aConditionOnARelatedObjectSeesItsPendingEdit() throws {
    let people = try People()
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try people.insert("Person", ["name": .text("Ada"), "employer": .identifier(acme)])
    try people.context.save()

    try people.set(acme, "name", .text("Ajax"))

    let atAjax = compare("employer", "name", is: .equal, .text("Ajax"))
    #expect(try people.count("Person", where: atAjax) == 1)
  }

  @Test func aLimitIsFilledUpFromBehindDeletedObjects() throws {
    let people = try People()
    var made: [PersistentIdentifier] = []
    for name in ["Ada", "Bob", "Cyd", "Dan"] {
      made.append(try people.insert("Person", ["name": .text(name)]))
    }
    try people.context.save()

    try people.delete(made[0], made[1])

    let first = EntityFetchDescriptor(entity: "Person", fetchLimit: 2)
    #expect(try people.names(first) == ["Cyd", "Dan"])
  }

  @Test func aFetchOfAnEntityFindsItsPendingSubentities() throws {
    let people = try People()
    try people.insert("Manager", ["name": .text("Mia")])
    try people.insert("Person", ["name": .text("Ada")])

    #expect(try people.count("Person") == 2)
    #expect(try people.count("Manager") == 1)
    let own = EntityFetchDescriptor(entity: "Person", includesSubentities: false)
    #expect(try people.names(own) == ["Ada"])
  }

  @Test func streamingStopsWhereTheBodyHasEnough() throws {
    let people = try People()
    for name in ["Ada", "Bob", "Cyd"] { try people.insert("Person", ["name": .text(name)]) }
    try people.context.save()

    var seen = 0
    let statistics = try people.context.enumerate(
      EntityFetchDescriptor(entity: "Person"), in: "main"
    ) { _ in
      seen += 1
      return seen < 2
    }

    #expect(seen == 2 && statistics.returned == 2)
  }

  @Test func explainingSaysWhatWasReadAndKept() throws {
    let people = try People(.nothing)
    for age in [10, 20, 30] {
      try people.insert("Person", ["name": .text("x"), "age": .integer(Int64(age))])
    }
    try people.context.save()
    try people.insert("Person", ["name": .text("y"), "age": .integer(40)])

    let explanation = try people.context.explain(
      EntityQuery(
        descriptor: EntityFetchDescriptor(
          entity: "Person", predicate: compare("age", is: .greaterThan, .integer(15)))),
      in: "main")

    #expect(explanation.read == 3 && explanation.kept == 3)
    #expect(explanation.pendingChangeCount == 1)
    #expect(
      explanation.plan.steps.map(\.pushDown) == [.unsupported("conditions are not pushed down")])
  }
}

extension EntityContext {
  /// All objects as they are with the pending changes, in the order that a store would have.
  fileprivate func everything(in objects: [EntitySnapshot]) throws -> [EntitySnapshot] {
    let old = try objects.compactMap { try complete($0.identifier) }
    return try old + changes(in: "main").inserted.compactMap(complete)
  }

  private func complete(_ identifier: PersistentIdentifier) throws -> EntitySnapshot? {
    guard var snapshot = try snapshot(for: identifier) else { return nil }
    guard let schema = store(named: "main")?.schema else { return nil }
    for relationship in schema.allRelationships(of: snapshot.entityName) where relationship.isToMany
    {
      snapshot[relationship.name] = .array(
        try destinations(of: relationship.name, from: identifier).map(AttributeValue.identifier))
    }
    return snapshot
  }
}
