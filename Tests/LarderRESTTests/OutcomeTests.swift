import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// What becomes of each object of a save, over a service that can be told what to do.
@Suite struct OutcomeTests {
  @Test(arguments: [
    (FakeService.Kind.drf, 4, ["save.rejected"] + Array(repeating: "save.not-tried", count: 5)),
    (.kinto, 9, ["save.rejected"]),
    (
      .pocketbase, 0,
      Array(repeating: "save.not-tried", count: 4) + ["save.rejected"]
        + Array(repeating: "save.not-tried", count: 5)
    ),
  ])
  func ofTenWithTheFifthRefused(
    _ kind: FakeService.Kind, _ written: Int, _ codes: [String]
  ) throws {
    let fixture = try SaveFixture(kind)
    let made = try fixture.insert(named: (1...10).map { "n\($0)" })
    fixture.service.update { $0.refusesName = "n5" }

    let error = fixture.saveFailure()

    #expect(error?.code == .rejected && error?.identifier == made[4])
    #expect(error?.failures.map(\.code.rawValue) == codes)
    #expect(fixture.names().count == written)
    #expect(fixture.context.changes(in: "main").inserted.count == 10 - written)
  }

  @Test(arguments: [FakeService.Kind.drf, .kinto, .pocketbase])
  func aSecondSaveWritesTheRestAndNothingTwice(_ kind: FakeService.Kind) throws {
    let fixture = try SaveFixture(kind)
    try fixture.insert(named: (1...10).map { "n\($0)" }).forEach { _ in }
    fixture.service.update { $0.refusesName = "n5" }
    _ = fixture.saveFailure()
    fixture.service.update { $0.refusesName = nil }

    try fixture.context.save()

    #expect(fixture.names().sorted() == (1...10).map { "n\($0)" }.sorted())
    #expect(!fixture.context.hasChanges)
  }

  @Test(arguments: [
    (FakeService.Kind.drf, "name: This name is refused. (400); 0 of 1 changes were written"),
    (.kinto, "name in body: refused (400); 0 of 1 changes were written"),
    (.pocketbase, "name: Refused. (400); 0 of 1 changes were written"),
  ])
  func aRefusalSaysWhatTheServiceSays(_ kind: FakeService.Kind, _ detail: String) throws {
    let fixture = try SaveFixture(kind)
    try fixture.insert(named: ["no"]).forEach { _ in }
    fixture.service.update { $0.refusesName = "no" }

    let error = fixture.saveFailure()

    #expect(error?.detail == detail)
    #expect(error?.attribute == (kind == .kinto ? nil : "name"))
  }

  @Test func nothingIsTriedBehindAServiceThatIsNotReached() throws {
    let fixture = try SaveFixture(.drf)
    let made = try fixture.insert(named: ["a", "b", "c"])
    fixture.service.update { $0.faults[1] = .unreachable }

    let error = fixture.saveFailure()

    #expect(error?.code == .unavailable)
    #expect(error?.failures.map(\.identifier) == [made[1], made[2]])
    #expect(error?.failures.map(\.code) == [.notTried, .notTried])
    #expect(fixture.names() == ["a"])
    try fixture.context.save()
    #expect(fixture.names() == ["a", "b", "c"])
  }

  @Test(arguments: [
    (429, PersistenceError.Code.busy), (503, .busy), (401, .unavailable), (403, .rejected),
    (405, .rejected), (413, .rejected), (422, .rejected), (501, .rejected),
    (500, .unknownOutcome), (502, .unknownOutcome), (504, .unknownOutcome),
  ])
  func aStatusHasItsOutcome(_ status: Int, _ code: PersistenceError.Code) throws {
    let fixture = try SaveFixture(.drf)
    try fixture.insert(named: ["a"]).forEach { _ in }
    fixture.service.update { $0.faults[0] = .status(status, "<html>no</html>") }

    #expect(fixture.saveFailure()?.code == code)
  }

  @Test func aRedirectedWriteNamesTheSlash() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("ada", [("name", .text("Ada"))])
    try fixture.set(ada, "age", .integer(3))
    fixture.service.update { $0.faults[0] = .redirect(301, "/v1/x/ada/") }

    #expect(
      fixture.saveFailure()?.detail
        == "the service redirects the write to /v1/x/ada/ (301): addresses of this service end with "
        + "a slash, which its dialect must say (`collection.trailingSlash`); 0 of 1 changes were written"
    )
    #expect(fixture.service.rows("people")["ada"]?.member("age") == nil)
  }

  @Test(arguments: [404, 410])
  func aDeleteOfWhatIsGoneIsDone(_ status: Int) throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("ada", [("name", .text("Ada"))])
    try fixture.delete(ada)
    fixture.service.update { $0.faults[0] = .status(status, "{}") }

    try fixture.context.save()

    #expect(!fixture.context.hasChanges)
  }

  @Test func anInterruptedSaveKeepsWhatItWroteAndLooksUpTheRest() throws {
    let fixture = try SaveFixture(.drf)
    let made = try fixture.insert(named: ["a", "b", "c"])
    fixture.service.update { $0.faults[1] = .cancelled }

    let error = fixture.saveFailure()

    #expect(error?.code == .cancelled)
    #expect(error?.failures.map(\.code) == [.unknownOutcome, .notTried])
    #expect(fixture.context.changes(in: "main").inserted == [made[1], made[2]])
  }
}
