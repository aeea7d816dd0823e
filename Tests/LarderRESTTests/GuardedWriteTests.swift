import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// A change by somebody else is not written over unseen.
@Suite struct GuardedWriteTests {
  @Test(arguments: [FakeService.Kind.drf, .kinto, .pocketbase])
  func aChangeOfTheSameAttributeIsAConflict(_ kind: FakeService.Kind) throws {
    let fixture = try SaveFixture(kind)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.put("people", "1", [("name", .text("Ada")), ("age", .number("3"))])

    let error = fixture.saveFailure()

    let conflict = try #require(error?.conflicts.first)
    #expect(error?.code == .conflict && conflict.lastSeen["age"] == .integer(1))
    #expect(conflict.stored?["age"] == .integer(3) && conflict.mine?["age"] == .integer(2))
    try fixture.context.resolve([ada], keeping: .mine)
    try fixture.context.save()
    #expect(fixture.service.rows("people")["1"]?.member("age") == .number("2"))
  }

  @Test func theETagGoesBackAsItCame() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    try fixture.set(ada, "age", .integer(2))

    try fixture.context.save()

    #expect(fixture.service.requests(.patch).map { $0.headers["If-Match"] } == ["\"101\""])
    #expect(fixture.service.requests(.patch).map(\.repetition) == [.conditional])
  }

  @Test func anObjectThatIsGoneIsAConflictWithNothing() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.update { $0.rows["people"] = [:] }

    let error = fixture.saveFailure()

    #expect(error?.code == .conflict && error?.conflicts.map(\.stored) == [nil])
  }

  @Test func whetherIfMatchIsCheckedIsFoundOutByTheFirstWrite() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    let eva = try fixture.existing("2", [("name", .text("Eva"))])
    try fixture.set(ada, "age", .integer(2))
    try fixture.set(eva, "age", .integer(2))

    let outcome = try fixture.context.save()

    #expect(
      fixture.service.requests(.patch).map { $0.headers["If-Match"] }
        == [WriteGuard.impossible, nil])
    let notes = outcome.stores.flatMap(\.notes)
    #expect(
      notes.count == 1 && notes.first?.message.hasPrefix("the service does not check") == true)
    #expect(fixture.names() == ["Ada", "Eva"])
  }

  @Test func theMissingCheckIsSaidOnce() throws {
    let fixture = try SaveFixture(.pocketbase)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    try fixture.set(ada, "age", .integer(2))
    #expect(try fixture.context.save().stores.flatMap(\.notes).count == 1)
    try fixture.set(ada, "age", .integer(3))

    #expect(try fixture.context.save().stores.flatMap(\.notes) == [])
  }

  @Test func whatIsNotCheckedIsAFindingOnceItIsKnown() throws {
    let fixture = try SaveFixture(.drf)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    func findings() -> [EntityName?] {
      fixture.store.findings.filter { $0.message.hasPrefix("the service does not check") }
        .map(\.entity)
    }
    #expect(findings() == [])
    try fixture.set(ada, "age", .integer(2))
    try fixture.context.save()

    #expect(findings() == ["people"])
    #expect(try SaveFixture(.pocketbase).store.findings.contains { $0.entity == nil })
  }

  @Test func aDemandForAVersionIsMet() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    try fixture.set(ada, "age", .integer(2))
    fixture.service.update { $0.faults[0] = .status(428, "{}") }

    try fixture.context.save()

    #expect(
      fixture.service.requests(.patch).map { $0.headers["If-Match"] } == ["\"101\"", "\"101\""])
  }

  @Test func aDeleteOfWhatChangedIsAConflict() throws {
    let fixture = try SaveFixture(.kinto)
    let ada = try fixture.existing("1", [("name", .text("Ada"))])
    try fixture.delete(ada)
    fixture.service.put("people", "1", [("name", .text("Eda"))])

    #expect(fixture.saveFailure()?.conflicts.map(\.mine) == [nil])
    #expect(fixture.names() == ["Eda"])
  }

  @Test func inAUnitAConflictHoldsUpTheOthers() throws {
    let fixture = try SaveFixture(.pocketbase)
    let ada = try fixture.existing("1", [("name", .text("Ada")), ("age", .number("1"))])
    try fixture.insert(named: ["Eva"]).forEach { _ in }
    try fixture.set(ada, "age", .integer(2))
    fixture.service.put("people", "1", [("name", .text("Ada")), ("age", .number("3"))])

    #expect(fixture.saveFailure()?.failures.map(\.code) == [.notTried, .conflict])
    #expect(fixture.service.writes == [])
  }
}
