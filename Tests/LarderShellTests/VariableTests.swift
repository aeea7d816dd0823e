import FoundationEssentials
import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@testable import LarderShell

/// What `let` gives names to.
struct VariableTests {
  @Test func aQueryThatSpeaksOfNowIsResolvedAnew() throws {
    let shell = try filled("let past = Trip where start < now - 1d")
    let variable = try #require(shell.session.variables["past"])

    #expect(variable.meaning(at: Date()) != variable.meaning(at: Date() + 86_400))
    #expect(
      variable.meaning(at: Date(timeIntervalSinceReferenceDate: 0))
        == .query(pastTrips(before: -86_400), store: "trips"))
  }

  @Test func itsOtherNamesKeepWhatTheyMeant() throws {
    let shell = try filled(
      """
      let place = "Rome"
      let mine = Trip where start < now && name == place
      let place = "Oslo"
      let mine = mine where days > 2
      """)

    #expect(try shell.run("mine select name").output == "{\"name\":\"Rome\"}\n")
  }

  @Test func queriesThatBuildOnEachOtherHaveABound() throws {
    let steps = String(repeating: "let q = q where days != 99\n", count: 200)
    let result = try filled("let q = Trip where start < now").run(steps)

    #expect(result.status == .statementFailed)
    #expect(
      result.errors == """
        test:100:1: error[script.nested-too-deeply]: queries with names build on each other more \
        than 100 deep

        """)
  }

  @Test func manyQueriesThatKnowOfNoOtherHaveNone() throws {
    let lines = (0..<300).map { "let a\($0)z = Trip where start < now" }

    #expect(
      try filled(lines.joined(separator: "\n")).run("count a299z").output == "{\"count\":1}\n")
  }

  @Test(arguments: [
    ("first Trip where name == \"Oslo\" select name", "{\"name\":\"Oslo\"}\n"),
    ("Trip where name == rome.name select days", "{\"days\":3}\n"),
    ("let n = rome.days + 1\nTrip where days == n - 1 select name", "{\"name\":\"Rome\"}\n"),
    ("rome.days = 9\nTrip where days == rome.days select name", "{\"name\":\"Rome\"}\n"),
    ("Trip where rome.stays.isEmpty && days == nil select name", "{\"name\":\"Oslo\"}\n"),
  ])
  func anObjectIsReadThroughItsName(statements: String, output: String) throws {
    let shell = try filled("let rome = first Trip where name == \"Rome\"")

    #expect(try shell.run(statements).output == output)
  }

  @Test func aNameFollowsItsObjectThroughASave() throws {
    let shell = try filled("let new = insert Trip(name: \"Bari\")\nsave")

    #expect(
      try shell.run("Trip where name == new.name select name").output == "{\"name\":\"Bari\"}\n")
  }

  private func filled(_ statements: String) throws -> ShellHarness {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run(statements)
    #expect(result.errors == "")
    return shell
  }

  private func pastTrips(before moment: Double) -> EntityQuery {
    EntityQuery(
      descriptor: EntityFetchDescriptor(
        entity: "Trip",
        predicate: .comparison(
          .lessThan, .path(AttributePath("start")),
          .value(.date(Date(timeIntervalSinceReferenceDate: moment))))))
  }
}
