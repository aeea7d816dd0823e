import Foundation
@testable import Larder
import LarderCore
import Testing

private enum Tone: String, Codable, CaseIterable {
  case low, high
}

private enum Level: Int, Codable {
  case one = 1
  case two
}

private struct Spot: Codable {
  var latitude: Double
  var taken: Date?
}

private struct Card: Codable {
  var title: String
  var tone: Tone
  var level: Level
  var spot: Spot
  var tags: [String]
  var link: URL?
}

private struct Renamed: Codable {
  var street: String
  var number: Int?

  private enum CodingKeys: String, CodingKey {
    case street = "st"
    case number = "no"
  }
}

private struct Wrapper: Codable {
  var value: UUID

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(UUID.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// Reads members, but writes a text.
private struct Uneven: Codable {
  var name: String

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

private struct Strict: Codable {
  struct Refusal: Error {}

  var name: String

  init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    if name.isEmpty { throw Refusal() }
  }
}

private struct Tree: Codable {
  var name: String
  var children: [Tree]
}

private enum Choice: Codable {
  case some(Int)
  case other
}

@Suite struct CodableShapeTests {
  private static let toneType = EntitySchema.AttributeType.enumeration(
    name: "Tone", rawType: .text,
    cases: [
      .init(name: "low", rawValue: .text("low")), .init(name: "high", rawValue: .text("high")),
    ])

  private static let spotType = EntitySchema.AttributeType.composite([
    .init(name: "latitude", type: .real), .init(name: "taken", type: .date, isOptional: true),
  ])

  @Test func aStructHasTheMembersOfItsCodedForm() {
    #expect(
      EntitySchema.AttributeType(lowering: Card.self)
        == .composite([
          .init(name: "title", type: .text), .init(name: "tone", type: Self.toneType),
          .init(name: "level", type: .integer), .init(name: "spot", type: Self.spotType),
          .init(name: "tags", type: .array(of: .text)),
          .init(name: "link", type: .text, isOptional: true),
        ]))
  }

  @Test func customKeysAreTheNamesOfTheMembers() {
    let shape = CodableShape.shape(of: Renamed.self)
    #expect(
      shape.type
        == .composite([
          .init(name: "st", type: .text), .init(name: "no", type: .integer, isOptional: true),
        ]))
    #expect(shape.codedName(of: "street") == "st")
    #expect(shape.codedName(of: "number") == "no")
    #expect(shape.codedName(of: "st") == nil)
  }

  @Test func aTypeWithOneValueHasItsType() {
    #expect(EntitySchema.AttributeType(lowering: Wrapper.self) == .uuid)
    #expect(EntitySchema.AttributeType(lowering: Level.self) == .integer)
    #expect(EntitySchema.AttributeType(lowering: Tone.self) == Self.toneType)
    #expect(EntitySchema.AttributeType(lowering: Set<Int>.self) == .array(of: .integer))
  }

  @Test func nothingIsSaidOfWhatIsNotCertain() {
    let types: [any Any.Type] = [Uneven.self, Strict.self, Choice.self, [String: Int].self]
    for type in types { #expect(EntitySchema.AttributeType(lowering: type) == .mixed) }
  }

  @Test func aTypeInsideItselfIsNotLookedIntoAgain() {
    #expect(
      EntitySchema.AttributeType(lowering: Tree.self)
        == .composite([
          .init(name: "name", type: .text), .init(name: "children", type: .array(of: .mixed)),
        ]))
  }
}
