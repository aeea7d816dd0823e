import Foundation
@testable import Larder
import LarderCore
import LarderTestSupport
import Testing

@Suite struct SchemaTests {
  private let schema = Schema([Journey.self, Guide.self, Vehicle.self, Car.self])

  @Test func aSchemaComesBackFromItsFile() throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path(of: "schema.json"))
    try schema.save(to: url)
    let loaded = try Schema.load(from: url)
    #expect(loaded == schema)
    #expect(loaded.version == schema.version)
    #expect(loaded.encodingVersion == Schema.schemaEncodingVersion)
    let title = try #require(loaded.entitiesByName["Journey"]?.attributesByName["title"])
    #expect(title.isUnique)
    #expect(title.valueType is String.Type)
    #expect(loaded.entitiesByName["Car"]?.superentity?.name == "Vehicle")
    #expect(loaded.entitiesByName["Car"]?.uniquenessConstraints == [["name", "seats"]])
  }

  @Test func theFileIsAnEntitySchemaToo() throws {
    let data = try JSONEncoder().encode(schema)
    #expect(try JSONDecoder().decode(EntitySchema.self, from: data) == schema.lowered)
  }

  @Test(arguments: [
    (#"{"encodingVersion": "2.0.0", "version": "1.0.0", "entities": []}"#, true),
    (#"{"encodingVersion": "1.0.0", "version": "1.-1.0", "entities": []}"#, false),
    (#"{"encodingVersion": "1.0.0", "version": "1.0.0"}"#, false),
    (#"{"encodingVersion": "1.0.0", "version": "1.0.0", "entities": [{"name": 1}]}"#, false),
  ])
  func whatIsNoSchemaIsRefused(_ text: String, _ isLater: Bool) {
    let error = #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
    }
    #expect((error as? SwiftDataError == .unknownSchema) == isLater)
    #expect(error is DecodingError == !isLater)
  }

  @Test func aSchemaCanBeMadeOfEntitiesWithoutClasses() throws {
    let owner = Schema.Relationship(deleteRule: .cascade)
    owner.name = "owner"
    owner.destination = "Person"
    owner.valueType = PersistentIdentifier?.self
    let pets = Schema.Relationship()
    pets.name = "pets"
    pets.destination = "Pet"
    pets.valueType = [PersistentIdentifier].self
    let cat = Schema.Entity("Cat")
    let pet = Schema.Entity(
      "Pet", subentities: cat,
      properties: Schema.Attribute(
        name: "name", originalName: "title", options: [.unique], valueType: String?.self), owner)
    let made = Schema(pet, Schema.Entity("Person", properties: pets), version: .init(2, 1, 0))
    #expect(made.entities.map(\.name) == ["Pet", "Person", "Cat"])
    #expect(cat.superentity === pet)
    #expect(cat.attributes.map(\.name) == ["name"])
    #expect(cat.inheritedPropertiesByName.keys.sorted() == ["name", "owner"])
    #expect(pets.inverseName == "owner")
    #expect(
      made.lowered.attribute("name", of: "Cat")
        == EntitySchema.Attribute(
          name: "name", type: .text, isOptional: true, isUnique: true, originalName: "title"))
    let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(made))
    #expect(copy == made)
  }

  @Test func constraintsAreCodedByTheNamesOfTheirProperties() throws {
    let unique = Schema.Unique<Car>([\.name, \.seats])
    let index = Schema.Index<Car>(.binary([\.name]), .rtree([\.wheels, \.seats]))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(unique), as: UTF8.self)
        == #"{"constraints":[["name","seats"]]}"#)
    #expect(
      String(decoding: try encoder.encode(index), as: UTF8.self)
        == #"{"indices":[{"binary":["name"]},{"rtree":["wheels","seats"]}]}"#)
    let decoder = JSONDecoder()
    #expect(
      try decoder.decode(Schema.Unique<Car>.self, from: encoder.encode(unique)) == unique)
    #expect(try decoder.decode(Schema.Index<Car>.self, from: encoder.encode(index)) == index)
    #expect(throws: DecodingError.self) {
      try decoder.decode(
        Schema.Unique<Car>.self, from: Data(#"{"constraints":[["colour"]]}"#.utf8))
    }
  }

  @Test func anAttributeKnowsItsProperty() throws {
    let title = try #require(schema.entity(for: Journey.self)?.attributesByName["title"])
    #expect(title.keypath == \Journey.title)
    #expect(title.originalName == "title")
    let copy = Schema.Attribute(.unique, originalName: "heading")
    #expect(copy.originalName == "heading")
    let named = Schema.Attribute(name: "a", valueType: Int.self)
    named.valueType = String?.self
    #expect(named.isOptional)
    #expect(named.lowered.type == .text)
  }

  @Test func aVersionHasNoNegativeNumbers() async {
    await #expect(processExitsWith: .failure) { _ = Schema.Version(1, -1, 0) }
  }

  @Test func constraintsNameProperties() async {
    await #expect(processExitsWith: .failure) {
      _ = try JSONEncoder().encode(Schema.Unique<Journey>([\.hashValue]))
    }
  }
}
