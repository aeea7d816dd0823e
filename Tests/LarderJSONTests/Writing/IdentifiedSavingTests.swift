import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderJSON

/// The file of SwiftData's JSON store sample.
@Suite struct IdentifiedSavingTests {
  static let text = """
    [{"persistentIdentifier":{"implementation":{"primaryKey":"p1","entityName":"Trip",\
    "uriRepresentation":"x-coredata:\\/\\/S-1\\/Trip\\/p1","isTemporary":false}},"name":"Oslo",\
    "start":700000000.5,"lodging":{"implementation":{"primaryKey":"p7","entityName":"Lodging",\
    "uriRepresentation":"x-coredata:\\/\\/S-1\\/Lodging\\/p7","isTemporary":false}}},\
    {"persistentIdentifier":{"implementation":{"primaryKey":"p7","entityName":"Lodging",\
    "uriRepresentation":"x-coredata:\\/\\/S-1\\/Lodging\\/p7","isTemporary":false}},"name":"Inn"}]
    """

  @Test func aNewObjectGetsAnIdentifierInTheFormOfTheOthers() throws {
    let editor = try StoreEditor(Self.text)

    let changes = try editor.insert(["name": .text("Rom/Roma")], into: "Trip")

    expectText(
      try editor.text,
      Self.text.dropLast() + """
        ,{"persistentIdentifier":{"implementation":{"primaryKey":"p2","entityName":"Trip",\
        "uriRepresentation":"x-coredata:\\/\\/S-1\\/Trip\\/p2","isTemporary":false}},\
        "name":"Rom\\/Roma"}]
        """)
    #expect(changes.changes[0].identifier.description == "Trip#p2")
    try editor.undo(changes)
    expectText(try editor.text, Self.text)
  }

  @Test func aRelationshipIsWrittenAsTheIdentifierOfItsObject() throws {
    let editor = try StoreEditor(Self.text)
    let lodging = try #require(try editor.objects(of: "Lodging").first)
    var other = EntitySnapshot(
      identifier: PersistentIdentifier(
        storeIdentifier: nil, entityName: "Lodging", primaryKey: .temporary(1)),
      layout: lodging.layout, values: lodging.values)
    other["name"] = .text("Hut")
    let trip = try #require(try editor.objects(of: "Trip").first)
    var moved = trip
    moved["lodging"] = .identifier(other.identifier)

    let changes = try editor.apply([
      .update(before: trip, after: moved), .insert(other, restoring: nil),
    ])

    expectText(
      try editor.text,
      Self.text.replacing(
        #""lodging":{"implementation":{"primaryKey":"p7","entityName":"Lodging","uriRepresentation":"x-coredata:\/\/S-1\/Lodging\/p7""#,
        with:
          #""lodging":{"implementation":{"primaryKey":"p8","entityName":"Lodging","uriRepresentation":"x-coredata:\/\/S-1\/Lodging\/p8""#
      ).dropLast() + """
        ,{"persistentIdentifier":{"implementation":{"primaryKey":"p8","entityName":"Lodging",\
        "uriRepresentation":"x-coredata:\\/\\/S-1\\/Lodging\\/p8","isTemporary":false}},"name":"Hut"}]
        """)
    #expect(
      try editor.objects(of: "Trip")[0]["lodging"]
        == .identifier(changes.changes[1].identifier))
    try editor.undo(changes)
    expectText(try editor.text, Self.text)
  }

  @Test func aNilRelationshipIsLeftOutOfANewObjectAndNullWhereItStood() throws {
    let editor = try StoreEditor(Self.text)

    try editor.set("lodging", ofRow: 0, of: "Trip", to: .null)
    try editor.insert(["name": .text("X"), "lodging": .null], into: "Trip")

    let text = try editor.text
    #expect(text.contains(#""start":700000000.5,"lodging":null}"#))
    #expect(text.hasSuffix(#""isTemporary":false}},"name":"X"}]"#))
  }

  @Test func aDateIsWrittenInSecondsSince2001() throws {
    let editor = try StoreEditor(Self.text, schema: schema)

    try editor.set(
      "start", ofRow: 0, of: "Trip", to: .date(Date(timeIntervalSinceReferenceDate: 42)))

    expectText(try editor.text, Self.text.replacing("700000000.5", with: "42"))
  }

  private var schema: EntitySchema {
    EntitySchema(entities: [
      .init(
        name: "Trip",
        attributes: [.init(name: "name", type: .text), .init(name: "start", type: .date)],
        relationships: [.init(name: "lodging", destination: "Lodging")]),
      .init(name: "Lodging", attributes: [.init(name: "name", type: .text)]),
    ])
  }
}
