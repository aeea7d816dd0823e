import FoundationEssentials
import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@Suite struct ModelReaderTests {
  @Test func storedPropertiesBecomeAttributesAndRelationships() throws {
    let (schema, diagnostics) = ModelReader.entities(
      from: """
        import SwiftData

        /// A trip { with a brace in its comment.
        @Model
        public final class Trip {
          #Unique<Trip>([\\.name, \\.startDate], [\\.code])
          #Index<Trip>([\\.name], [\\.name, \\.code])

          @Attribute(.unique, originalName: "ident") public var id: UUID
          var name: String
          private(set) var code: Int64?
          var startDate: Foundation.Date
          var price = 1.5, rating: Int = 3
          var tags: [String] = ["a", "b"]
          @Attribute(.externalStorage) var cover: Data?
          @Transient var isOpen = false
          var status: Status = .live
          var place: Place?
          @Relationship(deleteRule: .cascade, inverse: \\Lodging.trip) var lodging: Lodging?
          @Relationship(deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 4)
          var guests: [Guest] = []

          static var count = 0
          lazy var expensive: Int = { 5 }()
          var title: String { "}\\(name.map { "\\($0)" }.joined(separator: "{"))" }
          var observed: Int = 1 {
            didSet { print("{") }
          }

          enum Status: String, Codable { case planned, live = "on" }

          init(id: UUID, name: String = "}") {
            self.id = id
          }
          func describe() -> String { /* } */ return #"{"# }
        }

        struct Place: Codable { var city: String; var zip: Int? }

        @Model final class Lodging { var trip: Trip?; var stars: Int? = nil }
        @Model final class Guest { var trips: [Trip]? }
        """)

    #expect(diagnostics == [])
    let trip = try #require(schema.entity("Trip"))
    #expect(
      trip.attributes.map(\.name.rawValue) == [
        "id", "name", "code", "startDate", "price", "rating", "tags", "cover", "isOpen", "status",
        "place", "observed",
      ])
    #expect(
      trip.attribute("id")
        == EntitySchema.Attribute(name: "id", type: .uuid, isUnique: true, originalName: "ident"))
    #expect(
      trip.attribute("code")
        == EntitySchema.Attribute(name: "code", type: .integer, isOptional: true))
    #expect(trip.attribute("price")?.defaultValue == .real(1.5))
    #expect(trip.attribute("tags")?.defaultValue == .array([.text("a"), .text("b")]))
    #expect(trip.attribute("isOpen")?.isTransient == true)
    #expect(trip.attribute("status")?.defaultValue == .text("on"))
    #expect(
      trip.attribute("status")?.type
        == .enumeration(
          name: "Status", rawType: .text,
          cases: [
            EntitySchema.EnumerationCase(name: "planned", rawValue: .text("planned")),
            EntitySchema.EnumerationCase(name: "live", rawValue: .text("on")),
          ]))
    #expect(
      trip.attribute("place")?.type
        == .composite([
          EntitySchema.Attribute(name: "city", type: .text),
          EntitySchema.Attribute(name: "zip", type: .integer, isOptional: true),
        ]))
    #expect(trip.uniquenessConstraints == [["name", "startDate"], ["code"]])
    #expect(trip.indices == [["name"], ["name", "code"]])
    #expect(
      trip.relationships == [
        EntitySchema.Relationship(
          name: "lodging", destination: "Lodging", inverse: "trip", deleteRule: .cascade),
        EntitySchema.Relationship(
          name: "guests", destination: "Guest", isToMany: true, isOptional: false,
          inverse: "trips", deleteRule: .deny, minimumCount: 1, maximumCount: 4),
      ])
    #expect(schema.entity("Guest")?.relationship("trips")?.inverse == "guests")
    #expect(schema.entity("Lodging")?.attribute("stars")?.defaultValue == nil)
  }

  @Test func subclassesInheritFromModelsOnly() {
    let (schema, diagnostics) = ModelReader.entities(
      from: """
        @Model class Trip: Identifiable { var name: String = "" }
        @Model final class BusinessTrip: Trip, Sendable { var company: String? }
        """)

    #expect(diagnostics == [])
    #expect(schema.entity("Trip")?.superentity == nil)
    #expect(schema.entity("BusinessTrip")?.superentity == "Trip")
  }

  @Test func anInverseIsInferredOnlyWhereThereIsOneChoice() {
    let (schema, _) = ModelReader.entities(
      from: """
        @Model class A { var b: B?; var first: [C]; var second: [C] }
        @Model class B { var many: [A] }
        @Model class C { var a: A? }
        @Model class Tree { var parent: Tree?; var children: [Tree] }
        """)

    #expect(schema.entity("A")?.relationship("b")?.inverse == "many")
    #expect(schema.entity("B")?.relationship("many")?.inverse == "b")
    #expect(schema.entity("A")?.relationship("first")?.inverse == nil)
    #expect(schema.entity("C")?.relationship("a")?.inverse == nil)
    #expect(schema.entity("Tree")?.relationship("parent")?.inverse == "children")
  }

  @Test func theFirstBranchOfAConditionCounts() {
    let (schema, _) = ModelReader.entities(
      from: """
        @Model class A {
        #if os(iOS)
          var x: Int
        #elseif os(macOS)
          var x: String
        #else
          var x: Data
        #endif
        #if false
          var y: Int
        #else
          var z: Int
        #endif
        }
        """)

    #expect(schema.entity("A")?.attributes.map(\.name.rawValue) == ["x", "z"])
    #expect(schema.entity("A")?.attribute("x")?.type == .integer)
  }

  @Test(
    arguments: [
      ("var x: Int8 = -5", EntitySchema.AttributeType.integer, AttributeValue.integer(-5)),
      ("var x: Float = 1", .real, .real(1)),
      ("var x: Int = -9223372036854775808", .integer, .integer(.min)),
      ("var x: Int = 0x1F", .integer, .integer(31)),
      ("var x: Decimal = 3", .decimal, .integer(3)),
      (
        "var x: Decimal = Decimal(string: \"1e400\")!", .decimal,
        .decimal(ExactDecimal(isNegative: false, digits: [1], exponent: 400))
      ),
      ("var x = \"a\\u{E9}\\n\"", .text, .text("aé\n")),
      ("var x: URL = URL(string: \"https://x.org\")!", .text, .text("https://x.org")),
      ("var x = [String]()", .array(of: .text), .array([])),
      ("var x: Set<Int> = []", .array(of: .integer), .array([])),
      ("var x: Optional<Bool> = true", .bool, .bool(true)),
      (
        "var x = Date(timeIntervalSinceReferenceDate: 60)", .date,
        .date(Date(timeIntervalSinceReferenceDate: 60))
      ),
      ("var x: Data = Data([1, 255])", .data, .data(Data([1, 255]))),
      (
        "var x: UUID = UUID(uuidString: \"A0000000-0000-4000-8000-000000000001\")!", .uuid,
        SampleSnapshots.trips[0]["id"]
      ),
      ("var x: Date = Date.now", .date, nil),
      ("var x = \"a\\(1)\" as String", .text, nil),
      ("var x: [String: Int] = [:]", .mixed, nil),
      ("let x: Int", .integer, nil),
      ("var x: Int? { didSet { } }", .integer, nil),
      ("var `in`: Bool = .random()", .bool, nil),
    ] as [(String, EntitySchema.AttributeType, AttributeValue?)])
  func typesAndDefaultsAreReadAsSwiftMeansThem(
    _ property: String, _ type: EntitySchema.AttributeType, _ value: AttributeValue?
  ) throws {
    let (schema, diagnostics) = ModelReader.entities(from: "@Model class A { \(property) }")

    let hasNoType = property.contains(" as ")
    #expect(diagnostics.isEmpty == !hasNoType)
    let attribute = try #require(schema.entity("A")?.attributes.first)
    if !hasNoType { #expect(attribute.type == type) }
    #expect(attribute.defaultValue == value)
  }

  @Test(arguments: [
    ("", "found no class with `@Model`", 0..<0),
    ("@Model struct A { }", "`@Model` needs a class, found struct `A`", 0..<6),
    ("@Model class { }", "expected a name after `class`", 13..<14),
    ("@Model class A ", "expected `{` after `class A`", 15..<15),
    ("@Model class A { var x: Int ", "`{` is never closed", 15..<16),
    ("@Model class A { var x: Strin }", "the type `Strin` is not declared here", 24..<29),
    (
      "@Model class A { var x: (Int) -> Int }", "`(Int) -> Int` is no type of an attribute", 24..<36
    ),
    (
      "@Model class A { var x = make() + 1 }",
      "the type of `x` cannot be told from its default value", 21..<22
    ),
    ("@Model class A { var x: Int; var x: Int }", "`A` has two properties `x`", 33..<34),
    ("@Model class A { } @Model class A { }", "`A` is declared twice", 32..<33),
    (
      "@Model class A { @Attribute(.uniq) var x: Int }", "`@Attribute` has no option `.uniq`",
      28..<33
    ),
    (
      "@Model class A { @Relationship(deleteRule: .all) var x: A? }",
      "`@Relationship` has no option `.all`", 43..<47
    ),
    (
      "@Model class A { @Relationship(inverse: \\A.z) var x: A? }",
      "`A` has no relationship `z` to `A`", 40..<44
    ),
    ("@Model class A { var x = \"a }", "this text has no closing quote", 25..<29),
    ("@Model class A { /* }", "this comment is never closed", 17..<19),
  ])
  func badModelsSayWhatIsWrongAndWhere(
    _ source: String, _ message: String, _ span: Range<Int>
  ) {
    let (_, diagnostics) = ModelReader.entities(from: source)

    #expect(diagnostics.contains { $0.message == message && $0.span == span }, "\(diagnostics)")
  }

  @Test(arguments: ["[", "(", "{", "Optional<", "class A {", "\"\\("])
  func deepNestingIsNoCrash(_ opener: String) {
    let deep = String(repeating: opener, count: 20_000)

    _ = ModelReader.entities(from: "@Model class A { var x: \(deep) }")
    _ = ModelReader.entities(from: "@Model class A { var x = \(deep) }")
    _ = ModelReader.entities(from: deep)
  }

  @Test func damagedSourceIsNoCrash() {
    let source = Array(ModelPrinter.source(of: .sample).utf8)
    SeededGenerator.forEachRound(300) { _, generator in
      var bytes = source
      for _ in 0..<generator.integer(in: 1...6) {
        let start = generator.integer(in: 0...bytes.count - 1)
        let end = min(bytes.count, start + generator.integer(in: 0...9))
        let piece = Array(bytes[start..<end])
        bytes.replaceSubrange(
          start..<end, with: generator.choose([], piece + piece, Array("}\"@(<".utf8), [0xFF]))
      }

      _ = ModelReader.entities(from: String(decoding: bytes, as: UTF8.self))
    }
  }
}
