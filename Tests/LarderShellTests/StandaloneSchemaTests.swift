import LarderCore
import Testing

@testable import LarderShell

@Suite struct StandaloneSchemaTests {
  private static let database = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Album",
      attributes: [
        .init(name: "AlbumId", type: .integer, isOptional: true, isUnique: true),
        .init(name: "ArtistId", type: .integer, isReadOnly: true),
        .init(name: "shout", type: .text, isOptional: true, isReadOnly: true),
      ],
      relationships: [.init(name: "Artist", destination: "Artist", isOptional: false)],
      uniquenessConstraints: [["ArtistId", "shout"]], indices: [["ArtistId"]]),
    EntitySchema.Entity(
      name: "Badge",
      attributes: [.init(name: "owner_id", type: .integer, isUnique: true, isReadOnly: true)],
      relationships: [.init(name: "owner", destination: "Artist")]),
    EntitySchema.Entity(name: "Artist"),
    EntitySchema.Entity(name: "Names", isReadOnly: true),
  ])

  @Test func aForeignKeyIsSaidByItsRelationshipAlone() throws {
    let album = try #require(Self.database.standalone.entity("Album"))
    #expect(album.attributes.map(\.name) == ["AlbumId", "shout"])
    #expect(album.attributes.allSatisfy { !$0.isReadOnly })
    #expect(album.indices == [["Artist"]])
    #expect(album.uniquenessConstraints == [["Artist", "shout"]])
  }

  @Test func aForeignKeyThatIsUniqueMakesItsRelationshipUnique() throws {
    let badge = try #require(Self.database.standalone.entity("Badge"))
    #expect(badge.attributes.isEmpty)
    #expect(badge.uniquenessConstraints == [["owner"]])
  }

  @Test func viewsAndTablesThatLinkAreLeftOut() {
    #expect(Self.database.standalone.entities.map(\.name) == ["Album", "Badge", "Artist"])
  }
}
