import Foundation
import LarderCore
import Testing

@Suite struct PersistentIdentifierTests {
  typealias PrimaryKey = PersistentIdentifier.PrimaryKey

  private static func trip(_ key: PrimaryKey) -> PersistentIdentifier {
    PersistentIdentifier(storeIdentifier: "S", entityName: "Trip", primaryKey: key)
  }

  @Test(arguments: [
    (PrimaryKey.integer(5), "Trip#p5"), (.text("ab-1"), "Trip#p\"ab-1\""),
    (.text("a\"é\n"), "Trip#p\"a\\\"é\\n\""), (.composite([]), "Trip#p()"),
    (.composite([.integer(3), .text("x")]), "Trip#p(3,\"x\")"),
  ])
  func aPermanentIdentifierShowsItsKey(_ key: PrimaryKey, _ text: String) {
    #expect(Self.trip(key).description == text)
  }

  @Test func aTemporaryIdentifierShowsItsNumber() {
    let identifier = PersistentIdentifier(
      storeIdentifier: nil, entityName: "Trip", primaryKey: .temporary(1))
    #expect(identifier.description == "Trip#t1")
    #expect(identifier.isTemporary)
  }

  @Test(arguments: [
    PrimaryKey.integer(5), .integer(-5), .text("9F1C"), .text("p05"), .text("t"),
    .text("p215"), .text("t3"), .text(""), .text("a/b"),
    .composite([.integer(1), .text("b")]),
  ])
  func itsJSONFormComesBack(_ key: PrimaryKey) throws {
    let identifier = Self.trip(key)
    let text = try JSONEncoder().encode(identifier)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: text) == identifier)
  }

  @Test func theKeyOfAnSQLiteStoreIsReadAsItsNumber() throws {
    let text = """
      {"implementation": {"entityName": "Trip", "primaryKey": "p215", "isTemporary": false,
      "uriRepresentation": "x-coredata://S/Trip/p215", "storeIdentifier": "S"}}
      """
    let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: Data(text.utf8))
    #expect(identifier == Self.trip(.integer(215)))
    #expect(identifier.uriRepresentation == "x-coredata://S/Trip/p215")
  }

  @Test func aTextThatReadsLikeANumberIsEscapedInItsURI() {
    #expect(Self.trip(.text("p215")).uriRepresentation == "x-coredata://S/Trip/%70215")
    #expect(Self.trip(.integer(215)).id != Self.trip(.text("p215")).id)
    #expect(Self.trip(.integer(215)).id == Self.trip(.integer(215)).id)
  }

  @Test(arguments: [
    PrimaryKey.integer(5), .temporary(5), .text("5"), .composite([.integer(5), .text("b")]),
  ])
  func identifiersOfSeparateOriginsAreOneInASet(_ key: PrimaryKey) {
    #expect(Set([Self.trip(key), Self.trip(key)]).count == 1)
    let other = PersistentIdentifier(storeIdentifier: "S", entityName: "Other", primaryKey: key)
    let elsewhere = PersistentIdentifier(storeIdentifier: "T", entityName: "Trip", primaryKey: key)
    #expect(Set([Self.trip(key), other, elsewhere]).count == 3)
  }

  @Test func identifiersAreOrderedByEntityThenKey() {
    let identifiers = [Self.trip(.text("a")), Self.trip(.integer(10)), Self.trip(.integer(9))]
    #expect(identifiers.sorted() == identifiers.reversed())
  }
}
