import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// What is sent, in which order, and what is made of the reply.
@Suite struct WrittenFormTests {
  @Test func parentsAreCreatedFirstAndChildrenDeletedFirst() throws {
    let fixture = try SaveFixture(.drf)
    let oslo = try fixture.existing("7", in: "cities", [("name", .text("Oslo"))])
    let ida = try fixture.existing(
      "8", [("name", .text("Ida")), ("city", .number("7"))])
    let ada = try fixture.insert("people", ["name": .text("Ada")])
    let rome = try fixture.insert("cities", ["name": .text("Rome")])
    try fixture.set(ada, "city", .identifier(rome))
    try fixture.delete(oslo)
    try fixture.delete(ida)

    try fixture.context.save()

    #expect(
      fixture.service.writes == [
        "POST /cities/", "POST /people/", "DELETE /people/8/", "DELETE /cities/7/",
      ])
    #expect(fixture.service.bodies[1] == #"{"name":"Ada","city":901}"#)
  }

  @Test func aRingIsWrittenInTwoPasses() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.insert("people", ["name": .text("Ada")])
    let eva = try fixture.insert("people", ["name": .text("Eva"), "friend": .identifier(ada)])
    try fixture.set(ada, "friend", .identifier(eva))

    let outcome = try fixture.context.save()

    #expect(fixture.service.bodies.count == 3)
    #expect(outcome.stores.map(\.insertedCount) == [2])
    let rows = fixture.service.rows("people")
    #expect(rows["900"]?.member("friend") == .number("901"))
    #expect(rows["901"]?.member("friend") == .number("900"))
  }

  @Test func aLinkThatFailedIsWrittenByTheNextSaveAlone() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.insert("people", ["name": .text("Ada")])
    let eva = try fixture.insert("people", ["name": .text("Eva"), "friend": .identifier(ada)])
    try fixture.set(ada, "friend", .identifier(eva))
    fixture.service.update { $0.faults[2] = .unreachable }
    #expect(fixture.saveFailure()?.failures.count == 1)

    try fixture.context.save()

    #expect(fixture.service.rows("people").count == 2)
    #expect(fixture.service.writes.map { $0.prefix(4) } == ["POST", "POST", "PATC", "PATC"])
    #expect(!fixture.context.hasChanges)
  }

  @Test func keysOfTheClientNameNewObjectsBeforeTheyAreMade() throws {
    let fixture = try SaveFixture(.pocketbase)
    let rome = try fixture.insert("cities", ["name": .text("Rome")])
    try fixture.insert("people", ["name": .text("Ada"), "city": .identifier(rome)])

    try fixture.context.save()

    #expect(fixture.service.writes == ["POST /api/batch"])
    let key = try #require(fixture.service.rows("cities").keys.first)
    #expect(KeyPattern("[a-z0-9]{15}")?.matches(key) == true)
    #expect(fixture.service.rows("people").values.first?.member("city") == .text(key))
  }

  @Test func aPutSaysTheKeyByItsAddressAlone() throws {
    let fixture = try SaveFixture(.kinto)
    try fixture.insert(named: ["Ada"]).forEach { _ in }

    try fixture.context.save()

    #expect(fixture.service.bodies == [#"{"data":{"name":"Ada"}}"#])
    #expect(fixture.service.requests(.put).map { $0.headers["If-None-Match"] } == ["*"])
  }

  @Test func kintosBatchesHoldTwentyFive() throws {
    let fixture = try SaveFixture(.kinto)
    try fixture.insert(named: (0..<60).map { "n\($0)" }).forEach { _ in }

    try fixture.context.save()

    #expect(fixture.service.writes.count == 3 && fixture.names().count == 60)
    #expect(fixture.service.bodies[0].contains(#""If-None-Match":"*""#))
  }

  @Test func whereBatchesAreNotAllowedEachObjectIsWrittenByItself() throws {
    let fixture = try SaveFixture(.pocketbase)
    fixture.service.update { $0.takesBatches = false }
    try fixture.insert(named: ["a", "b"]).forEach { _ in }

    let notes = try fixture.context.save().stores.flatMap(\.notes).map(\.message)

    #expect(notes == ["the service takes no batches: each object is written by itself"])
    #expect(fixture.names().sorted() == ["a", "b"] && fixture.service.writes.count == 3)
  }

  @Test func aDeleteOfWhatIsGoneHoldsUpNoUnit() throws {
    let fixture = try SaveFixture(.pocketbase)
    let eva = try fixture.existing("abcdefghijklmno", [("name", .text("Eva"))])
    try fixture.delete(eva)
    try fixture.insert(named: ["Ada", "Ida"]).forEach { _ in }
    fixture.service.update { $0.rows["people"]?["abcdefghijklmno"] = nil }

    try fixture.context.save()

    #expect(fixture.names().sorted() == ["Ada", "Ida"] && !fixture.context.hasChanges)
  }

  @Test func aReplyWithoutABodyIsReadAgain() throws {
    let fixture = try SaveFixture(.drf)
    fixture.service.update { $0.answersWithBodies = false }
    let ada = try fixture.insert(named: ["Ada"])[0]

    try fixture.context.save()
    try fixture.set(fixture.context.permanentIdentifier(for: ada), "age", .integer(4))
    try fixture.context.save()

    #expect(fixture.service.rows("people")["900"]?.member("age") == .number("4"))
    #expect(fixture.context.permanentIdentifier(for: ada).primaryKey == .integer(900))
  }

  @Test func aKeyThatTheServiceMadeItselfCountsAndIsSaid() throws {
    let fixture = try SaveFixture(.pocketbase)
    fixture.service.update { $0.ignoresKeys = true }
    let ada = try fixture.insert(named: ["Ada"])[0]

    let notes = try fixture.context.save().stores.flatMap(\.notes)

    #expect(fixture.context.permanentIdentifier(for: ada).primaryKey == .text("900"))
    #expect(
      notes.map(\.message) == [
        "the service made a key of its own in place of the one it was sent"
      ])
  }

  @Test func valuesThatTheServiceChangedAreSaid() throws {
    let fixture = try SaveFixture(.drf)
    fixture.service.update { $0.trims = true }
    try fixture.insert("people", ["name": .text("Ada"), "nick": .text(" a ")])

    let note = try #require(try fixture.context.save().stores.first?.notes.first)

    #expect(note.message == "the service changed the value" && note.attribute == "nick")
    #expect(note.sent == .text(" a ") && note.stored == .text("trimmed"))
  }

  @Test func ofManyChangedValuesThreeAreNamed() {
    var differences = SaveDifferences()
    for key in 0..<10 {
      differences.add(
        sent: .null, stored: .integer(0), "age",
        of: PersistentIdentifier(
          storeIdentifier: "s", entityName: "people", primaryKey: .integer(Int64(key))))
    }

    #expect(differences.notes.count == 4)
    #expect(
      differences.notes.last?.message == "`people.age`: the service filled in a value of 7 more")
  }

  @Test(
    arguments: [
      ("[a-z0-9]{15}", "abcdefghij12345", true), ("[a-z0-9]{15}", "too-short", false),
      ("[A-Za-z0-9_-]+", "8b6c1f2e-0d6e-4a57-9c6b-2f5f0f6f1a11", true),
      ("[A-Za-z0-9_-]+", "a.b", false), ("[A-Za-z0-9_-]+", "", false),
      ("[a-z]{2,4}", "a", false), ("[a-z]{2,4}", "abcd", true), ("[a-z]{2,4}", "abcde", false),
    ])
  func aPatternOfKeysIsKept(_ text: String, _ key: String, _ fits: Bool) throws {
    let pattern = try #require(KeyPattern(text))
    var generator = SeededGenerator(seed: 7)

    #expect(pattern.matches(key) == fits)
    #expect(pattern.matches(pattern.make(using: &generator)))
  }

  @Test(arguments: [
    "", "a+", "[]+", "[z-a]+", "[a-z]", "[a-z]{0}", "[a-z]{x}", "[a-z]{500}", "[é]+",
    "[a-z]{}", "[a-z]{,3}", "[a-z]{3,}", "[a-z]{4,2}", "[a-z]{1,2,3}", "[a-z]{-1,2}",
  ])
  func aPatternThatIsNoneIsRefused(_ text: String) { #expect(KeyPattern(text) == nil) }
}
