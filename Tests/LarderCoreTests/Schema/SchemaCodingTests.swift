import Foundation
import LarderCore
import LarderTestSupport
import Testing

@Suite struct SchemaCodingTests {
  @Test func everySchemaComesBackFromJSONAsItWas() throws {
    let all = EntitySchema(
      version: EntitySchema.Version(2, 10, 3),
      entities: [
        EntitySchema.Entity(
          name: "Thing", superentity: "Base", isAbstract: true, isReadOnly: true,
          attributes: Self.attributes,
          relationships: [
            .init(
              name: "parts", destination: "Part", isToMany: true, isOptional: false,
              isOrdered: true, inverse: "whole", deleteRule: .cascade, minimumCount: 1,
              maximumCount: 9, originalName: "pieces")
          ],
          uniquenessConstraints: [["a", "b"]], indices: [["c"], ["a", "c"]])
      ])

    let data = try JSONEncoder().encode(all)

    #expect(try JSONDecoder().decode(EntitySchema.self, from: data) == all)
  }

  static let attributes: [EntitySchema.Attribute] = [
    .init(name: "a", type: .integer, isUnique: true, defaultValue: .integer(3)),
    .init(name: "b", type: .mixed, isOptional: true, defaultValue: .null),
    .init(name: "c", type: .real, isReadOnly: true, defaultValue: .real(5)),
    .init(name: "d", type: .decimal, isTransient: true, originalName: "old"),
    .init(name: "e", type: .array(of: .array(of: .uuid))),
    .init(
      name: "f", type: .composite([.init(name: "x", type: .data), .init(name: "y", type: .bool)])),
    .init(
      name: "g",
      type: .enumeration(
        name: "Color", rawType: .text, cases: [.init(name: "red", rawValue: .text("r"))])),
    .init(name: "h", type: .date, defaultValue: .date(Date(timeIntervalSinceReferenceDate: 0.1))),
    .init(name: "i", type: .text),
  ]

  @Test(arguments: [
    (#"{"version": "1.0", "entities": []}"#), (#"{"version": "1.x.0", "entities": []}"#),
    (#"{"version": "1.0.0", "entities": [{"name": "A", "attributes": [{"name": "a", "type": "int"}]}]}"#),
    (#"{"version": "1.0.0"}"#), ("[]"),
  ])
  func whatIsNoSchemaIsRefused(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EntitySchema.self, from: Data(text.utf8))
    }
  }
}
