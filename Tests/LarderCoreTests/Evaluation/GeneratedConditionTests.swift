import LarderCore
import LarderTestSupport
import Testing

/// Random conditions and expressions mean the same compiled as they do interpreted.
@Suite struct GeneratedConditionTests {
  @Test func aCompiledConditionAnswersAsTheReferenceDoes() {
    var trueCount = 0
    SeededGenerator.forEachRound(150) { round, generator in
      let scene = Scene(&generator)
      var predicates = scene.makeGenerator(&generator)
      for _ in 0..<4 {
        let predicate = predicates.predicate()
        let evaluator = try PredicateEvaluator(
          predicate, entity: scene.entity, schema: scene.schema, environment: .withoutPatterns)
        for snapshot in scene.candidates {
          let answer = evaluator.matches(snapshot) { scene.objects[$0] }
          if answer { trueCount += 1 }
          #expect(
            answer == scene.interpreter(snapshot).holds(predicate),
            "\(predicate) of \(snapshot), \(round.comment)")
        }
      }
    }
    #expect(trueCount > 100)
  }

  @Test func aCompiledExpressionHasTheReferencesValue() {
    SeededGenerator.forEachRound(150) { round, generator in
      let scene = Scene(&generator)
      var predicates = scene.makeGenerator(&generator)
      for _ in 0..<4 {
        let expression = predicates.expression()
        let evaluator = try ExpressionEvaluator(
          expression, entity: scene.entity, schema: scene.schema, environment: .withoutPatterns)
        for snapshot in scene.candidates {
          let value = try evaluator.value(of: snapshot) { scene.objects[$0] }
          #expect(
            ValueKey(value) == ValueKey(scene.interpreter(snapshot).value(expression)),
            "\(expression) of \(snapshot), \(round.comment)")
        }
      }
    }
  }

  @Test func aGeneratedOrderIsTheOneOfItsDescriptors() {
    SeededGenerator.forEachRound(60) { round, generator in
      let scene = Scene(&generator)
      var predicates = scene.makeGenerator(&generator)
      let descriptors = predicates.sortDescriptors()
      let order = try SnapshotOrder(
        descriptors, entity: scene.entity, schema: scene.schema, environment: .withoutPatterns)
      let shuffled = scene.candidates.shuffled(using: &generator)

      let all = order.sorted(shuffled) { scene.objects[$0] }
      let first = order.sorted(shuffled, limit: 3) { scene.objects[$0] }

      #expect(first == Array(all.prefix(3)), round.comment)
      for (before, after) in zip(all, all.dropFirst()) {
        #expect(scene.precedes(before, after, descriptors), round.comment)
      }
    }
  }
}

/// A random schema with objects, and an entity of it to ask about.
private struct Scene {
  let schema: EntitySchema
  let entity: EntityName
  let snapshots: [EntitySnapshot]
  let objects: [PersistentIdentifier: EntitySnapshot]

  private static let options = GeneratorOptions.all.subtracting(.patterns)

  init(_ generator: inout SeededGenerator) {
    var schemas = SchemaGenerator(using: generator.split(), options: Self.options)
    schema = schemas.schema()
    entity = generator.pick(from: schema.entities)?.name ?? ""
    var values = SnapshotGenerator(
      schema: schema, using: generator.split(), options: Self.options)
    snapshots = values.snapshots(countPerEntity: 5)
    objects = Dictionary(uniqueKeysWithValues: snapshots.map { ($0.identifier, $0) })
  }

  var candidates: [EntitySnapshot] { snapshots.filter { $0.entityName == entity } }

  func makeGenerator(_ generator: inout SeededGenerator) -> PredicateGenerator {
    PredicateGenerator(
      schema: schema, entity: entity, using: generator.split(), options: Self.options,
      snapshots: snapshots)
  }

  func interpreter(_ snapshot: EntitySnapshot) -> ReferenceInterpreter {
    ReferenceInterpreter(snapshot, schema: schema, objects: objects)
  }

  func precedes(
    _ left: EntitySnapshot, _ right: EntitySnapshot, _ descriptors: [EntitySortDescriptor]
  ) -> Bool {
    for descriptor in descriptors {
      let a = interpreter(left).value(descriptor.expression)
      let b = interpreter(right).value(descriptor.expression)
      let order = compare(a, b, descriptor)
      if order != 0 { return order < 0 }
    }
    return left.identifier < right.identifier
  }

  private func compare(
    _ left: AttributeValue?, _ right: AttributeValue?, _ descriptor: EntitySortDescriptor
  ) -> Int {
    let sign = descriptor.order == .reverse ? -1 : 1
    if left.isNil || right.isNil {
      let natural = AttributeValue.totalOrder(left, right)
      return switch descriptor.nils {
      case .first: natural
      case .last: -natural
      case nil: natural * sign
      }
    }
    if descriptor.comparator == .localized, case .text(let a)? = left, case .text(let b)? = right {
      return TextFolding.localizedOrder(a, b) * sign
    }
    return AttributeValue.totalOrder(left, right) * sign
  }
}
