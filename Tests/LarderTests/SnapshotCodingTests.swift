import Foundation
@testable import Larder
import LarderCore
import Testing

@Suite struct SnapshotCodingTests {
  private let identifier = PersistentIdentifier(
    storeIdentifier: "S", entityName: "Guide", primaryKey: .text("K-1"))

  init() { SnapshotSchemas.register(Schema([Journey.self, Guide.self]).lowered) }

  @Test func aSnapshotComesBackFromItsOwnText() throws {
    let layout = try #require(Schema([Journey.self, Guide.self]).lowered.layout(of: "Guide"))
    let journey = PersistentIdentifier(
      storeIdentifier: "S", entityName: "Journey", primaryKey: .integer(7))
    let snapshot = DefaultSnapshot(
      EntitySnapshot(
        identifier: identifier, layout: layout,
        values: [.text("Ada"), .array([.identifier(journey)])]))
    let text = try JSONEncoder().encode(snapshot)
    #expect(try JSONDecoder().decode(DefaultSnapshot.self, from: text) == snapshot)
  }

  @Test func theDecodersOwnDateStrategyApplies() throws {
    let text = """
      {"persistentIdentifier": {"implementation": {"entityName": "Journey", "primaryKey": "p7",
      "isTemporary": false, "storeIdentifier": "S"}}, "title": "north", "start": "2024-02-29T10:00:00Z"}
      """
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let snapshot = try decoder.decode(DefaultSnapshot.self, from: Data(text.utf8)).snapshot
    #expect(snapshot["start"] == .date(Date(timeIntervalSince1970: 1_709_200_800)))
    #expect(snapshot["note"] == .null, "a property without a key is nil")
    #expect(snapshot.identifier.primaryKey == .integer(7))
  }

  @Test func anUnknownEntityIsAnError() {
    let text = """
      {"persistentIdentifier": {"implementation": {"entityName": "Nobody", "primaryKey": 1,
      "isTemporary": false, "storeIdentifier": "S"}}}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DefaultSnapshot.self, from: Data(text.utf8))
    }
  }

  @Test func copyingRemapsEveryIdentifier() throws {
    let layout = try #require(Schema([Journey.self, Guide.self]).lowered.layout(of: "Guide"))
    let old = PersistentIdentifier(
      storeIdentifier: nil, entityName: "Journey", primaryKey: .temporary(1))
    let new = PersistentIdentifier(
      storeIdentifier: "S", entityName: "Journey", primaryKey: .integer(9))
    let snapshot = DefaultSnapshot(
      EntitySnapshot(
        identifier: identifier, layout: layout, values: [.null, .array([.identifier(old)])]))
    let copy = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: [old: new])
    #expect(copy.snapshot["journeys"] == .array([.identifier(new)]))
  }
}

enum FormerGuide {
  final class Guide: PersistentModel {
    var nick = 0
    var persistentBackingData: any BackingData<Guide>

    init(backingData: any BackingData<Guide>) { persistentBackingData = backingData }

    static var schemaMetadata: [Schema.PropertyMetadata] {
      [.init(name: "nick", keypath: \Guide.nick)]
    }
  }
}

@Suite struct SnapshotVersionTests {
  @Test func aSnapshotIsOfTheVersionThatHasItsProperties() throws {
    let current = Schema([Guide.self, Journey.self])
    SnapshotSchemas.register(current.lowered)
    SnapshotSchemas.register(Schema([FormerGuide.Guide.self]).lowered)
    let names = try #require(current.lowered.layout(of: "Guide")).names
    #expect(SnapshotSchemas.entry(for: "Guide", with: Set(names))?.layout.names == names)
    #expect(SnapshotSchemas.entry(for: "Guide", with: ["nick"])?.layout.names == ["nick"])
    #expect(SnapshotSchemas.entry(for: "Guide", with: ["other"])?.layout.names == ["nick"])
    #expect(SnapshotSchemas.entry(for: "NobodyAtAll", with: [])?.layout.names == nil)
  }
}
