import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@Suite struct ModelPrinterTests {
  @Test func anEntityReadsAsAPersonWouldWriteIt() throws {
    let trip = try #require(EntitySchema.sample.entity("Trip"))

    expectText(
      ModelPrinter.source(of: trip, in: .sample),
      """
      @Model
      final class Trip {
        #Index<Trip>([\\.startDate], [\\.destination, \\.name])

        @Attribute(.unique) var id: UUID
        var name: String
        var destination: String?
        var startDate: Date
        var endDate: Date?
        var rating: Int?
        var price: Double = 0.0
        var budget: Decimal?
        var isFavorite: Bool = false
        var tags: [String] = []
        var cover: Data?
        var address: Address?
        var status: Status = .planned
        @Relationship(deleteRule: .cascade, inverse: \\Lodging.trip) var lodging: Lodging?
        @Relationship(deleteRule: .cascade, inverse: \\Activity.trip) var activities: [Activity] = []
        var travelers: [Traveler] = []

        init(id: UUID, name: String, startDate: Date) {
          self.id = id
          self.name = name
          self.startDate = startDate
        }

        struct Address: Codable, Hashable {
          var street: String?
          var city: String
          var zip: Int?
        }

        enum Status: String, Codable {
          case planned
          case live
          case over
        }
      }

      """)
  }

  @Test func whatWasSeenStandsInAComment() {
    let observation = EntitySchema.Observation(
      counts: [.integer: 98, .text: 2], nullCount: 3, missingCount: 1)
    let entity = EntitySchema.Entity(
      name: "class", isReadOnly: true,
      attributes: [
        EntitySchema.Attribute(
          name: "first name", type: .mixed, isOptional: true, observation: observation),
        EntitySchema.Attribute(name: "a`b", type: .integer, isReadOnly: true),
      ])

    expectText(
      ModelPrinter.source(of: entity, in: EntitySchema(entities: [entity])),
      """
      // read-only: objects can be read but not changed
      @Model
      final class `class` {
        var `first name`: String?  // 98 % Int, 2 % String; 3 null; 1 missing; values of several kinds
        var a_b: Int  // read-only; named "a`b"

        init(a_b: Int) {
          self.a_b = a_b
        }
      }

      """)
  }

  @Test func theSampleReadsBackAsItWas() {
    let (schema, diagnostics) = ModelReader.entities(from: ModelPrinter.source(of: .sample))

    #expect(diagnostics == [])
    #expect(schema == .sample)
  }

  @Test func generatedSchemasReadBackAsTheyWere() {
    SeededGenerator.forEachRound(150) { round, generator in
      var schemas = SchemaGenerator(using: generator.split())
      let schema = schemas.schema()

      let source = ModelPrinter.source(of: schema)
      let (read, diagnostics) = ModelReader.entities(from: source)

      #expect(diagnostics == [], round.comment)
      #expect(read == schema, "\(round.comment)\n\(source)")
    }
  }

  @Test func inheritedPropertiesReachTheInitializer() {
    let (schema, _) = ModelReader.entities(
      from: """
        @Model class Trip { var name: String; var kind: Kind; enum Kind: Int { case a, b = 5, c } }
        @Model class Work: Trip { var firm: String? }
        """)
    let source = ModelPrinter.source(of: schema)

    #expect(source.contains("class Work: Trip {"))
    #expect(source.contains("override init(name: String, kind: Trip.Kind) {"))
    #expect(source.contains("super.init(name: name, kind: kind)"))
    #expect(ModelReader.entities(from: source).0 == schema)
  }
}
