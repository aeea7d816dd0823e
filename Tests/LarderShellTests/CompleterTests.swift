import LarderCore
import LarderStore
import LineEditor
import Testing

@testable import LarderShell

struct CompleterTests {
  /// A completer over the harness's stores that knows two names of trips.
  private func completer(_ shell: ShellHarness) -> Completer {
    var completer = Completer(scope: SessionScope(shell.session)) { entity, attribute in
      entity == "Trip" && attribute == "name" ? [.text("Rome"), .text("O'Hara \"x\"")] : []
    }
    completer.contexts = ["main"]
    completer.files = { folder in
      ["": ["a.json", "b/"], "b/": ["c.json"], "/": ["tmp/"]][folder] ?? []
    }
    return completer
  }

  private func labels(_ text: String) throws -> [String] {
    let shell = try ShellHarness()
    try shell.fill()
    try shell.run("let quick = Trip where days < 4\nlet rome = first Trip")
    // The scope does not keep its session.
    return withExtendedLifetime(shell) {
      completer(shell).completions(atEndOf: text).candidates.map(\.label)
    }
  }

  @Test(arguments: [
    ("Tr", ["Trip"]), ("count S", ["Stay"]), ("tr", ["Trip"]), ("qui", ["quick"]),
    ("roll", ["rollback"]),
    ("Trip where day", ["days", "day("]), ("Trip where stays.contains { $0.pl", ["place"]),
    ("Stay where trip.st", ["start", "stays"]), ("Stay where trip?.na", ["name"]),
    ("Trip wh", ["where"]), ("Trip where days > 3 so", ["sort by"]),
    ("Trip sort by days de", ["desc"]), ("Trip where name beg", ["beginswith"]),
    ("Trip where name == R", ["\"Rome\""]), ("Trip where name == \"R", ["Rome"]),
    ("insert Trip(na", ["name"]), ("update Trip where days > 1 set st", ["start", "stays"]),
    (".mod", ["mode"]), (".mode b", ["box"]), (".timer ", ["on", "off"]), (".schema S", ["Stay"]),
    (".use t", ["trips"]), (".context ", ["new", "use", "list"]), (".help sn", ["snapshot"]),
    (".load a", ["a.json"]), (".open b/", ["b/c.json"]), (".open x=a", ["x=a.json"]),
    ("Trip where start.ye", ["year"]), ("rome.na", ["name"]),
  ])
  func whatFitsIsOffered(text: String, expected: [String]) throws {
    #expect(try labels(text) == expected)
  }

  @Test(arguments: [
    "Trip where name == \"Rome\"", "Trip limit 3", "Trip where name == \"x",
    ".timer on ", "// Tr", "Trip where name.nope.",
  ])
  func nothingIsOfferedWhereNothingFits(text: String) throws {
    #expect(try labels(text) == [])
  }

  @Test func whatIsOfferedCanBeTyped() throws {
    let shell = try ShellHarness()
    let found = withExtendedLifetime(shell) {
      completer(shell).completions(atEndOf: "Trip where name == \"O'")
    }

    #expect(found.candidates.map(\.text) == ["\"O'Hara \\\"x\\\"\""])
    #expect(found.span == 19..<22)
  }

  @Test func upperAndLowerCaseCountWhereSomethingFitsThem() throws {
    #expect(try labels("T") == ["Trip"])
    #expect(try labels("Trip where N").contains("name"))
  }

  @Test(arguments: [
    (".op", "en [NAME=]STORE"), (".timer ", "on|off"), ("Trip where days ", "// Int?"),
    ("Trip where days ==", " // Int?"), ("Trip ", "where … sort by … limit …"), ("Trip", ""),
    (".", ""),
    ("Trip where name == \"x\"", ""),
  ])
  func aHintSaysWhatFollows(text: String, hint: String) throws {
    let shell = try ShellHarness()
    let found = withExtendedLifetime(shell) {
      PromptHint(scope: SessionScope(shell.session)).text(atEndOf: text)
    }

    #expect(found.hasPrefix(hint) && (hint.isEmpty == found.isEmpty), "\(found)")
  }

  @Test func valuesAreLearnedInTheBackground() async throws {
    let shell = try ShellHarness()
    try shell.fill()
    let (learned, signal) = AsyncStream.makeStream(of: Void.self)
    let cache = ValueCache { signal.yield() }

    #expect(cache.values(of: "name", "Trip", in: shell.store) == [])
    for await _ in learned { break }
    #expect(
      Set(cache.values(of: "name", "Trip", in: shell.store)) == [.text("Rome"), .text("Oslo")])
    cache.forget()
    #expect(cache.values(of: "name", "Trip", in: shell.store) == [])
  }

  @Test func aQueryIsCountedInTheBackground() async throws {
    let shell = try ShellHarness()
    try shell.fill()
    let (learned, signal) = AsyncStream.makeStream(of: Void.self)
    let preview = ResultPreview { signal.yield() }

    preview.look(for: "Trip where days == 3", in: shell.session)
    for await _ in learned { break }
    #expect(preview.answer(to: "Trip where days == 3") == "1 object")
    #expect(preview.answer(to: "Trip where days == 4") == nil)
    preview.stop()
    #expect(preview.answer(to: "Trip where days == 3") == nil)
  }

  @Test(arguments: [
    "Trip where", "save", "count Trip", "Nothing where x == 1", "Trip where days ==",
  ])
  func onlyWholeQueriesAreCounted(line: String) throws {
    let shell = try ShellHarness()
    let preview = ResultPreview { Issue.record("counted `\(line)`") }

    preview.look(for: line, in: shell.session)
    preview.stop()
  }
}
