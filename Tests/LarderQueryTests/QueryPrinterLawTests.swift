import FoundationEssentials
import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@Suite struct QueryPrinterLawTests {
  @Test func printedQueriesOfTheSampleReadBackTheSame() {
    SeededGenerator.forEachRound(400) { round, generator in
      let entity = generator.choose(EntityName("Trip"), "Lodging", "Activity", "Traveler")
      var queries = PredicateGenerator(
        schema: .sample.withPlainTypes, entity: entity, using: generator.split(),
        snapshots: SampleSnapshots.all)

      check(queries.query(), in: .sample.withPlainTypes, round)
    }
  }

  @Test func printedQueriesOfAnySchemaReadBackTheSame() {
    SeededGenerator.forEachRound(400) { round, generator in
      var schemas = SchemaGenerator(using: generator.split())
      let schema = schemas.schema().withPlainTypes
      guard let entity = generator.pick(from: schema.entities)?.name else { return }
      var queries = PredicateGenerator(schema: schema, entity: entity, using: generator.split())

      check(queries.query(), in: schema, round)
    }
  }

  @Test func printedEditsReadBackTheSame() {
    SeededGenerator.forEachRound(200) { round, generator in
      var predicates = PredicateGenerator(
        schema: .sample.withPlainTypes, entity: "Trip", using: generator.split())
      let target = EntityEdit.Target.matching(
        EntityFetchDescriptor(entity: "Trip", predicate: predicates.predicate()))
      let assignment = EntityEdit.Assignment(
        AttributePath("address", "city"), .value(.text(generator.choose("a\n\"b\"", "", "é\u{7F}")))
      )
      let edits: [EntityEdit] = [
        .update(target, [assignment]), .delete(target),
        .insert("Traveler", [EntityEdit.Assignment(AttributePath("name"), assignment.value)]),
        .delete(.objects([SampleSnapshots.identifier("Trip", 3)])),
        .append(
          to: SampleSnapshots.identifier("Trip", 3), AttributePath("travelers"),
          [.value(.identifier(SampleSnapshots.identifier("Traveler", 1)))]),
      ]

      for edit in edits {
        let text = QueryPrinter.text(edit)
        guard case .edit(let read, _) = resolved(text, in: .sample.withPlainTypes, round) else {
          Issue.record("no edit: \(text)")
          continue
        }
        #expect(read == edit, "\(round.comment)\n\(text)")
      }
    }
  }

  private func check(
    _ query: EntityQuery, in schema: EntitySchema, _ round: SeededGenerator.Round
  ) {
    let text = QueryPrinter.text(query)
    guard case .query(let read, _) = resolved(text, in: schema, round) else {
      Issue.record("no query: \(text)\n\(round.comment)")
      return
    }
    #expect(read == query, "\(round.comment)\n\(text)\n\(QueryPrinter.text(read))")
  }

  /// The one statement of a text.
  private func resolved(
    _ text: String, in schema: EntitySchema, _ round: SeededGenerator.Round
  ) -> ResolvedStatement? {
    let script = Parser.parse(text)
    guard script.statements.count == 1, script.diagnostics.isEmpty else {
      Issue.record("\(script.diagnostics)\n\(text)\n\(round.comment)")
      return nil
    }
    switch Resolver(scope: GeneratedScope(schema: schema)).resolve(script.statements[0]) {
    case .success(let statement): return statement
    case .failure(let list):
      Issue.record("\(list.diagnostics)\n\(text)\n\(round.comment)")
      return nil
    }
  }
}

/// One store with a schema, whose identifiers are those of the sample.
private struct GeneratedScope: ResolutionScope {
  let schema: EntitySchema

  var stores: [(name: String, schema: EntitySchema)] { [("generated", schema)] }
  var currentStore: String? { "generated" }
  var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

  func object(at row: Int) -> PersistentIdentifier? { nil }

  func handleIdentifier(
    entity: String?, key: PersistentIdentifier.PrimaryKey
  ) -> PersistentIdentifier? {
    entity.map {
      PersistentIdentifier(
        storeIdentifier: SampleSnapshots.storeIdentifier, entityName: EntityName($0),
        primaryKey: key)
    }
  }

  func variable(_ name: String) -> ResolutionVariable? { nil }
  func parameter(_ name: String) -> AttributeValue? { nil }
}

extension EntitySchema {
  /// With reals in place of decimals, beside which a real literal would become a decimal, and raw
  /// types in place of enumerations, beside which only values of cases may stand.
  fileprivate var withPlainTypes: EntitySchema {
    var schema = self
    for index in schema.entities.indices {
      schema.entities[index].attributes = schema.entities[index].attributes.map(\.withPlainTypes)
    }
    return schema
  }
}

extension EntitySchema.Attribute {
  fileprivate var withPlainTypes: EntitySchema.Attribute {
    var attribute = self
    switch type {
    case .decimal: attribute.type = .real
    case .enumeration(_, let rawType, _): attribute.type = rawType
    case .composite(let members): attribute.type = .composite(members.map(\.withPlainTypes))
    default: break
    }
    return attribute
  }
}
