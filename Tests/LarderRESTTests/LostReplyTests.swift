import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// A reply that is lost leaves neither two objects nor none.
@Suite struct LostReplyTests {
  @Test(
    arguments: [FakeService.Kind.kinto, .pocketbase],
    [FakeService.Fault.lostReply, .lostRequest])
  func aCreateWithAKeyIsLookedUpAndThereOnce(
    _ kind: FakeService.Kind, _ fault: FakeService.Fault
  ) throws {
    let fixture = try SaveFixture(kind)
    try fixture.insert(named: ["Ada"]).forEach { _ in }
    fixture.service.update { $0.faults[0] = fault }

    try fixture.context.save()

    #expect(fixture.names() == ["Ada"])
    #expect(!fixture.context.hasChanges)
  }

  @Test(
    arguments: [FakeService.Kind.kinto, .pocketbase],
    [FakeService.Fault.lostReply, .lostRequest])
  func aBatchIsLookedUpToo(_ kind: FakeService.Kind, _ fault: FakeService.Fault) throws {
    let fixture = try SaveFixture(kind)
    try fixture.insert(named: ["Ada", "Eva", "Ida"]).forEach { _ in }
    fixture.service.update { $0.faults[0] = fault }

    try fixture.context.save()

    #expect(fixture.names().sorted() == ["Ada", "Eva", "Ida"])
    #expect(!fixture.context.hasChanges)
  }

  @Test(arguments: [FakeService.Kind.kinto, .pocketbase])
  func aCreateThatASecondTryFindsDoneIsDone(_ kind: FakeService.Kind) throws {
    let fixture = try SaveFixture(kind)
    try fixture.insert(named: ["Ada"]).forEach { _ in }
    fixture.service.update { $0.faults[0] = .triedTwice }

    try fixture.context.save()

    #expect(fixture.names() == ["Ada"] && !fixture.context.hasChanges)
  }

  @Test func anUpdateThatASecondTryFindsDoneIsNoConflict() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.update { $0.faults[0] = .triedTwice }

    try fixture.context.save()

    #expect(fixture.service.rows("people")["1"]?.member("age") == .number("2"))
  }

  @Test func aCreateThatCannotBeLookedUpNowIsByTheNextSave() throws {
    let fixture = try SaveFixture(.kinto)
    let made = try fixture.insert(named: ["Ada"])
    fixture.service.update {
      $0.faults[0] = .lostReply
      $0.readsFail = true
    }
    let error = fixture.saveFailure()
    #expect(error?.code == .unknownOutcome && error?.conflicts == [])
    fixture.service.update { $0.readsFail = false }

    let outcome = try fixture.context.save()

    #expect(fixture.names() == ["Ada"] && fixture.service.writes.count == 1)
    #expect(outcome.stores.flatMap(\.replacements).map(\.old) == made)
  }

  @Test func editsMadeMeanwhileAreWrittenOverWhatWasCreated() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.insert(named: ["Ada"])[0]
    fixture.service.update {
      $0.faults[0] = .lostReply
      $0.readsFail = true
    }
    _ = fixture.saveFailure()
    fixture.service.update { $0.readsFail = false }
    try fixture.set(ada, "age", .integer(7))

    try fixture.context.save()

    #expect(fixture.service.rows("people").count == 1)
    #expect(fixture.service.rows("people").values.first?.member("age") == .number("7"))
    #expect(fixture.service.writes.map { $0.prefix(5) } == ["PUT /", "PATCH"])
  }

  @Test func aCreateWithoutAKeyIsUnknownAndNotSentAgainUnasked() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.insert(named: ["Ada"])[0]
    fixture.service.update { $0.faults[0] = .lostReply }
    #expect(fixture.saveFailure()?.code == .unknownOutcome)

    let again = fixture.saveFailure()

    #expect(fixture.service.writes.count == 1)
    #expect(again?.code == .unknownOutcome && again?.conflicts.map(\.identifier) == [ada])
    #expect(
      again?.detail
        == "the service holds its values in people#p900; 0 of 1 changes were written")
  }

  @Test func anUnknownCreateIsSentAgainOnceThatIsDecided() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.insert(named: ["Ada"])[0]
    fixture.service.update { $0.faults[0] = .lostRequest }
    _ = fixture.saveFailure()
    #expect(fixture.saveFailure()?.detail?.hasPrefix("no object with its values") == true)

    try fixture.context.resolve([ada], keeping: .mine)
    try fixture.context.save()

    #expect(fixture.names() == ["Ada"])
  }

  @Test func whatLeadsToAnUnknownObjectWaitsAndTheRestIsWritten() throws {
    let fixture = try SaveFixture(.drf)
    let rome = try fixture.insert("cities", ["name": .text("Rome")])
    fixture.service.update { $0.faults[0] = .lostReply }
    _ = fixture.saveFailure()
    let ada = try fixture.insert("people", ["name": .text("Ada"), "city": .identifier(rome)])
    try fixture.insert("people", ["name": .text("Eva")])

    let error = fixture.saveFailure()

    #expect(error?.failures.map(\.identifier) == [rome, ada])
    #expect(error?.failures.map(\.code) == [.unknownOutcome, .notTried])
    #expect(fixture.names() == ["Eva"])
  }

  @Test(arguments: [FakeService.Kind.drf, .kinto, .pocketbase])
  func aLostUpdateIsFoundDone(_ kind: FakeService.Kind) throws {
    let fixture = try SaveFixture(kind)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.update { $0.faults[0] = .lostReply }

    try fixture.context.save()

    #expect(fixture.service.rows("people")["1"]?.member("age") == .number("2"))
    #expect(fixture.service.writes.count == 1 && !fixture.context.hasChanges)
  }

  @Test(arguments: [FakeService.Kind.drf, .kinto, .pocketbase])
  func aLostUpdateThatWasNotDoneIsSentAgain(_ kind: FakeService.Kind) throws {
    let fixture = try SaveFixture(kind)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.update { $0.faults[0] = .lostRequest }

    try fixture.context.save()

    #expect(fixture.service.rows("people")["1"]?.member("age") == .number("2"))
    #expect(fixture.service.writes.count == 2)
  }

  @Test func aDoubtfulUpdateIsNoConflictWithItself() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.update {
      $0.faults[0] = .lostReply
      $0.readsFail = true
    }
    #expect(fixture.saveFailure()?.code == .unknownOutcome)
    fixture.service.update { $0.readsFail = false }

    try fixture.context.save()

    #expect(fixture.service.writes.count == 1 && !fixture.context.hasChanges)
  }

  @Test(arguments: [FakeService.Fault.lostReply, .lostRequest])
  func aLostDeleteIsSettled(_ fault: FakeService.Fault) throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    try fixture.delete(ada)
    fixture.service.update { $0.faults[0] = fault }

    try fixture.context.save()

    #expect(fixture.names() == [] && !fixture.context.hasChanges)
  }
}
