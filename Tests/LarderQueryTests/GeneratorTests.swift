import LarderCore
import LarderTestSupport
import Testing

@Suite struct GeneratorTests {
  @Test func oneSeedMakesTheSameConditions() {
    var first = PredicateGenerator(
      schema: .sample, entity: "Trip", using: SeededGenerator(seed: 7))
    var second = PredicateGenerator(
      schema: .sample, entity: "Trip", using: SeededGenerator(seed: 7))

    for _ in 0..<50 { #expect(first.query() == second.query()) }
  }

  @Test func generatedRelationshipsAgreeWithTheirInverses() {
    SeededGenerator.forEachRound(20) { round, generator in
      var schemas = SchemaGenerator(using: generator.split())
      let schema = schemas.schema()
      var objects = SnapshotGenerator(schema: schema, using: generator.split())
      let snapshots = objects.snapshots(countPerEntity: 4)
      let byIdentifier = Dictionary(uniqueKeysWithValues: snapshots.map { ($0.identifier, $0) })

      for snapshot in snapshots {
        for relationship in schema.allRelationships(of: snapshot.entityName) {
          guard let inverse = relationship.inverse else { continue }
          for destination in destinations(of: snapshot[relationship.name]) {
            let back = destinations(of: byIdentifier[destination]?[inverse])
            #expect(back.contains(snapshot.identifier), round.comment)
          }
        }
      }
    }
  }

  @Test func theSampleIsLinkedBothWays() {
    let trips = SampleSnapshots.trips
    let lodgings = SampleSnapshots.lodgings

    #expect(trips[0]["lodging"] == .identifier(lodgings[0].identifier))
    #expect(lodgings[0]["trip"] == .identifier(trips[0].identifier))
    #expect(trips[1]["cover"] == nil)
    #expect(trips[1]["destination"] == .null)
  }

  private func destinations(of value: AttributeValue?) -> [PersistentIdentifier] {
    switch value {
    case .identifier(let identifier): [identifier]
    case .array(let elements): elements.flatMap { destinations(of: $0) }
    default: []
    }
  }
}
