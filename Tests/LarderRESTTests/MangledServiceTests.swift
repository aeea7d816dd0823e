import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// A reply that is broken, or no reply of a service, is an error that says so, and loses nothing.
@Suite struct MangledServiceTests {
  /// What a fetch says of each; `OF` stands for the address.
  private static let failures: [(Mangling, String)] = [
    (
      .resetBeforeHeaders,
      "store.failed: GET OF: the connection broke before a reply: Connection reset by peer (tried 2 times)"
    ),
    (
      .closedInHeaders,
      "store.failed: GET OF: the reply is cut off: its headers break off (tried 2 times)"
    ),
    (
      .resetInBody,
      "store.failed: GET OF: the reply is cut off: Connection reset by peer (tried 2 times)"
    ),
    (.cutBody, "store.failed: GET OF: the reply is cut off (tried 2 times)"),
    (.cutChunk, "store.failed: GET OF: the reply is cut off (tried 2 times)"),
    (
      .noStatusLine,
      "store.failed: GET OF: the reply is not HTTP as it should be: Received HTTP/0.9 when not allowed"
    ),
    (
      .twoLengths,
      "store.failed: GET OF: the reply is not HTTP as it should be: it tells two lengths"
    ),
    (
      .endlessHeaders,
      "store.failed: GET OF: the reply is too large: its headers have more than 20000 bytes"
    ),
    (
      .tooLarge,
      "store.failed: GET OF: the reply is too large: its body has more than 100000 bytes"
    ),
    (
      .brokenCompression,
      "store.failed: GET OF: the reply is not HTTP as it should be: its compression is broken"
    ),
    (.page, unreadable("expected JSON at byte 0, of type text/html")),
    (.shortLength, unreadable("the text ends early at byte 9")),
    (.empty, unreadable("there is no array of rows at `results`")),
    (.noContent, unreadable("there is no array of rows at `results`")),
    (.deep, unreadable("arrays and objects are nested more than 200 deep at byte 200")),
    (.repeatedNames, unreadable("`id` stands twice in one object")),
    (.notANumber, unreadable("expected JSON at byte 18")),
    (.text, unreadable("there is no array of rows at `results`")),
    (.null, unreadable("there is no array of rows at `results`")),
    (.latin1, unreadable("it is not UTF-8, of type application/json; charset=iso-8859-1")),
    (.utf16, unreadable("it is not UTF-8")),
    (.twoTexts, unreadable("expected JSON at byte 50")),
  ]

  private static func unreadable(_ problem: String) -> String {
    "store.corrupt: the reply of OF cannot be read: \(problem)"
  }

  @Test func everyManglingIsTried() {
    #expect(
      Set(Self.failures.map(\.0)) == Set(Mangling.allCases.filter { !$0.isHarmless }))
  }

  @Test(arguments: failures, [true, false])
  func aBrokenListIsAnError(_ failure: (mangling: Mangling, text: String), _ counts: Bool) throws {
    let fixture = try MangledService(.drf)
    fixture.service.put("people", "1", [("name", .text("Ada"))])
    fixture.mangle(failure.mangling, ["GET"])
    let descriptor = EntityFetchDescriptor(entity: "people")

    let error = try #require(throws: PersistenceError.self) {
      if counts {
        _ = try fixture.store.count(descriptor)
      } else {
        _ = try fixture.store.fetch(descriptor, environment: .standard)
      }
    }

    let address = "/people/?ordering=id&page_size=100"
    #expect(fixture.text(error) == failure.text.replacing(" OF", with: " " + address))
    #expect(error.entity == "people")
    fixture.mangle(nil, [])
    #expect(try fixture.store.count(descriptor) == 1)
  }

  @Test(arguments: Mangling.allCases.filter(\.isHarmless))
  func anOddReplyIsAsGood(_ mangling: Mangling) throws {
    let fixture = try MangledService(.drf)
    fixture.service.put("people", "1", [("name", .text("Ada"))])
    fixture.mangle(mangling, ["GET"])

    let found = try fixture.store.fetch(
      EntityFetchDescriptor(entity: "people"), environment: .standard)

    #expect(found.map { $0["name"] } == [.text("Ada")])
  }

  @Test(arguments: [FakeService.Kind.drf, .kinto, .pocketbase], Mangling.allCases)
  func aChangeThatWasDoneIsFoundDone(_ kind: FakeService.Kind, _ mangling: Mangling) throws {
    let fixture = try MangledService(kind)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.mangle(mangling, ["PATCH"])

    try fixture.context.save()

    #expect(fixture.service.rows("people")["1"]?.member("age") == .number("2"))
    #expect(!fixture.context.hasChanges)
    #expect(fixture.server.requests.filter { $0.method == "PATCH" }.count <= 2)
  }

  /// A success without a body is believed; what the service then shows is said.
  private static let lost = failures.map(\.0).filter {
    ![.empty, .noContent, .text, .null].contains($0)
  }

  @Test(arguments: [FakeService.Kind.drf, .kinto, .pocketbase], lost)
  func aChangeThatWasNotDoneIsKept(_ kind: FakeService.Kind, _ mangling: Mangling) throws {
    let fixture = try MangledService(kind)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.mangle(mangling, ["PATCH"], isDone: false)

    let error = fixture.saveFailure()

    #expect(error?.code == .unknownOutcome && error?.identifier == ada)
    #expect(fixture.context.changes(in: "main").updated == [ada])
    fixture.mangle(nil, [])
    try fixture.context.save()
    #expect(fixture.service.rows("people")["1"]?.member("age") == .number("2"))
    #expect(!fixture.context.hasChanges)
  }

  @Test(arguments: [FakeService.Kind.kinto, .pocketbase], Mangling.allCases)
  func aCreateWithAKeyIsThereOnce(_ kind: FakeService.Kind, _ mangling: Mangling) throws {
    for isDone in [true, false] { try createWithAKey(kind, mangling, isDone: isDone) }
  }

  private func createWithAKey(
    _ kind: FakeService.Kind, _ mangling: Mangling, isDone: Bool
  ) throws {
    let fixture = try MangledService(kind)
    let ada = try fixture.insert("people", ["name": .text("Ada")])
    fixture.mangle(mangling, ["POST", "PUT"], isDone: isDone)

    if let error = fixture.saveFailure() {
      #expect(error.code == .unknownOutcome && error.identifier == ada && !isDone)
      #expect(fixture.context.changes(in: "main").inserted == [ada])
      fixture.mangle(nil, [])
      try fixture.context.save()
    }

    #expect(fixture.names() == ["Ada"])
    #expect(!fixture.context.hasChanges)
  }

  @Test(arguments: failures.map(\.0), [true, false])
  func aCreateWithoutAKeyIsSentOnce(_ mangling: Mangling, _ isDone: Bool) throws {
    let fixture = try MangledService(.drf)
    let ada = try fixture.insert("people", ["name": .text("Ada")])
    fixture.mangle(mangling, ["POST"], isDone: isDone)

    #expect(fixture.saveFailure()?.code == .unknownOutcome)
    fixture.mangle(nil, [])

    #expect(
      fixture.saveFailure()?.detail
        == (isDone
          ? "the service holds its values in people#p900; 0 of 1 changes were written"
          : "no object with its values is found now; 0 of 1 changes were written"))
    #expect(fixture.context.changes(in: "main").inserted == [ada])
    #expect(fixture.server.requests.filter { $0.method == "POST" }.count == 1)
  }

  @Test(arguments: failures.map(\.0))
  func whatCannotBeLookedUpIsUnknown(_ mangling: Mangling) throws {
    let fixture = try MangledService(.kinto)
    let ada = try fixture.insert("people", ["name": .text("Ada")])
    fixture.mangle(mangling, ["PUT", "GET"])

    let error = fixture.saveFailure()

    if let error {
      #expect(error.code == .unknownOutcome && error.identifier == ada)
      fixture.mangle(nil, [])
      try fixture.context.save()
    }
    #expect(fixture.names() == ["Ada"])
    #expect(!fixture.context.hasChanges)
  }
}
