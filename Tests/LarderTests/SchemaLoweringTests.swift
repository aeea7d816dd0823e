import Foundation
@testable import Larder
import LarderCore
import Testing

@Suite struct SchemaLoweringTests {
  private let schema = Schema([Journey.self, Guide.self])

  @Test(arguments: [
    ("title", EntitySchema.AttributeType.text, false), ("distance", .real, false),
    ("stops", .integer, false), ("isDone", .bool, false), ("start", .date, false),
    ("note", .text, true), ("code", .uuid, false), ("photo", .data, true),
    ("tags", .array(of: .text), false), ("mood", .text, false),
  ])
  func aPropertyBecomesAnAttributeOfItsType(
    _ name: String, _ type: EntitySchema.AttributeType, _ isOptional: Bool
  ) throws {
    let attribute = try #require(
      schema.lowered.attribute(AttributeName(name), of: "Journey"))
    #expect(attribute.type == type)
    #expect(attribute.isOptional == isOptional)
    #expect(attribute.isUnique == (name == "title"))
  }

  @Test func defaultsBecomeValues() {
    #expect(schema.lowered.attribute("distance", of: "Journey")?.defaultValue == .real(1.5))
    #expect(schema.lowered.attribute("mood", of: "Journey")?.defaultValue == .text("wild"))
  }

  @Test func theOnlyRelationshipBackIsTheInverse() {
    let guide = schema.lowered.relationship("guide", of: "Journey")
    let journeys = schema.lowered.relationship("journeys", of: "Guide")
    #expect(guide?.isToMany == false)
    #expect(guide?.inverse == "journeys")
    #expect(journeys?.isToMany == true)
    #expect(journeys?.inverse == "guide")
    #expect(journeys?.deleteRule == .cascade)
  }
}
