import LarderCore
import LarderTestSupport
import Testing

@testable import LarderShell

struct CommandTests {
  @Test func everyCommandIsDispatchedFromTheTable() throws {
    let names = ShellCommand.all.map(\.name)

    #expect(Set(names).count == names.count)
    for command in ShellCommand.all { #expect(command.usage.hasPrefix(".\(command.name)")) }
  }

  @Test func anUnknownCommandSuggestsANearOne() throws {
    let result = try ShellHarness().run(".entites")

    #expect(result.status == .statementFailed)
    #expect(
      result.errors == """
        test:1:1: error[shell.unknown-command]: there is no command `.entites`
          = help: did you mean `.entities`?

        """)
  }

  @Test(arguments: [
    ("end", "error[undo.no-open-group]: no group of statements is open", "`begin` opens a group"),
    (
      "let t = first Trip\nt.days = 8\nrefresh t",
      "error[context.object-is-edited]: Trip#p1: the object has unsaved edits",
      "`refresh REF discard` drops the edits"
    ),
    (
      ".open trips=/dev/null", "error[shell.name-taken]: a store named `trips` is open already", nil
    ),
  ])
  func anErrorSaysWhatToDo(statements: String, message: String, help: String?) throws {
    let shell = try ShellHarness()
    try shell.fill()
    let errors = try shell.run(statements).errors

    #expect(errors.contains(message))
    #expect(help.map { errors.contains("= help: \($0)") } ?? true, "\(errors)")
  }

  @Test(arguments: [
    ("help", "commands begin with a dot: `.help`"), ("exit", "commands begin with a dot: `.quit`"),
    (".tables", "did you mean `.entities`?"), ("Trop", "did you mean `Trip`: Trip"),
  ])
  func aWordOfAnotherShellIsUnderstood(statement: String, help: String) throws {
    #expect(try ShellHarness().run(statement).errors.hasSuffix("  = help: \(help)\n"))
  }

  @Test(arguments: [
    ("Trip where days > 99 select max(days) as most", "{\"most\":null}\n"),
    ("Trip where days == nil select days + 1 as more", "{\"more\":null}\n"),
  ])
  func aComputedValueIsNeverMissing(statement: String, output: String) throws {
    let shell = try ShellHarness()
    try shell.fill()

    #expect(try shell.run(statement).output == output)
  }

  @Test(arguments: [
    ("days / 0", "error[value.division-by-zero]: Trip#p1.days: division by zero\n"),
    (
      "days * 9223372036854775807",
      "error[value.overflow]: Trip#p1.days: the result is out of range\n"
    ),
  ])
  func aFaultyComputationIsNamedOnce(expression: String, message: String) throws {
    let shell = try ShellHarness()
    try shell.fill()

    #expect(
      try shell.run("update Trip where days == 3 set days = \(expression)").errors.hasSuffix(
        message))
  }

  @Test(arguments: [".schema `Trip`", ".schema \"Trip\"", ".schema Trip"])
  func aNameMayStandInBackticks(statement: String) throws {
    #expect(try ShellHarness().run(statement).status == .success)
  }

  @Test(arguments: [
    ".limit many", ".timer perhaps", ".use", ".context new", ".readonly maybe", ".set zone",
    ".set zone Nowhere", ".once", ".load", ".trace", ".stores x", ".quit now", ".use \"open",
  ])
  func wrongArgumentsShowTheUsage(statement: String) throws {
    let result = try ShellHarness().run(statement)
    let name = statement.dropFirst().prefix { $0 != " " }
    let usage = try #require(ShellCommand.named(String(name))?.usage)

    #expect(result.status == .statementFailed)
    #expect(
      result.errors
        == "test:1:1: error[shell.wrong-usage]: `.\(name)` is written `\(usage)`\n")
  }

  @Test(arguments: [
    (
      ".entities",
      #"{"store":"trips","entity":"Trip","count":2}"# + "\n"
        + #"{"store":"trips","entity":"Stay","count":0}"# + "\n"
    ),
    (
      ".stores",
      #"{"name":"trips","kind":"memory","location":"in memory","readonly":false,"changes":0}"#
        + "\n"
    ),
    ("status", #"{"inserted":0,"updated":0,"deleted":0,"undo":2,"redo":0}"# + "\n"),
    ("count Trip", #"{"count":2}"# + "\n"),
    (".mode", #"{"mode":"jsonl"}"# + "\n"),
    (".readonly", #"{"readonly":false}"# + "\n"),
    (".context list", #"{"name":"main","current":true,"changes":0}"# + "\n"),
    (".param x=12\n.param", #"{"name":"x","value":12}"# + "\n"),
    (".param x=01234\n.param", #"{"name":"x","value":"01234"}"# + "\n"),
    (".echo hello", "hello\n"),
    ("diff", ""),
  ])
  func listsAreRecordsInDataModes(statement: String, expected: String) throws {
    let shell = try ShellHarness()
    try shell.fill()

    #expect(try shell.run(statement) == .init(status: .success, output: expected, errors: ""))
  }

  @Test func aSchemaIsARecordAProperty() throws {
    let result = try ShellHarness().run(".schema Stay")

    #expect(
      result.output == """
        {"entity":"Stay","name":"place","type":"text","optional":false,"unique":false,\
        "relationship":false,"inverse":null,"deleteRule":null}
        {"entity":"Stay","name":"trip","type":"Trip","optional":true,"unique":false,\
        "relationship":true,"inverse":"stays","deleteRule":"nullify"}

        """)
  }

  @Test func aSaveShowsWhatBecameOfIdentifiers() throws {
    let shell = try ShellHarness()
    let saved = try shell.run("insert Trip(name: \"Rome\")\nsave")
    let ids = try shell.run(".ids Trip#t1")

    #expect(saved.output == "{\"temporary\":\"Trip#t1\",\"permanent\":\"Trip#p1\"}\n")
    #expect(
      ids.output == """
        {"entity":"Trip","temporary":"Trip#t1","permanent":"Trip#p1",\
        "uri":"x-coredata://trips/Trip/p1"}

        """)
  }

  @Test func aSaveIsAnArrowForPeople() throws {
    let shell = try ShellHarness(mode: .box)
    let result = try shell.run("insert Trip(name: \"Rome\")\nsave")

    #expect(result.output == "Trip#t1 → Trip#p1\n")
    #expect(
      result.errors == """
        inserted Trip#t1 (temporary)
        saved trips: 1 inserted, 0 updated, 0 deleted

        """)
  }

  @Test func snapshotsStandSideBySide() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run("Trip where name == \"Rome\"\n#1.days = 4\n.snapshot #1\nrollback")

    #expect(
      result.output.contains(
        #"{"identifier":"Trip#p1","attribute":"days","stored":3,"snapshot":3,"current":4}"#))
  }

  @Test func differencesAreBeforeAndAfter() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run("update Trip where name == \"Rome\" set days += 1\ndiff\nrollback")

    #expect(
      result.output
        == #"{"identifier":"Trip#p1","attribute":"days","before":3,"after":4}"# + "\n")
  }

  @Test func aReadOnlySessionRefusesEdits() throws {
    let shell = try ShellHarness()
    let result = try shell.run(".readonly on\ninsert Trip(name: \"x\")")

    #expect(
      result.errors == """
        test:2:1: error[shell.read-only]: the session is read-only
          = help: `.readonly off` allows edits again

        """)
  }

  @Test func contextsSeeEachOthersSavesOnly() throws {
    let shell = try ShellHarness()
    let result = try shell.run(
      """
      insert Trip(name: "Rome")
      .context new other
      count Trip
      .context use main
      save
      .context use other
      count Trip
      """)

    #expect(
      result.output == """
        {"count":0}
        {"temporary":"Trip#t1","permanent":"Trip#p1"}
        {"count":1}

        """)
  }

  @Test func aFileTakesTheNextResultOnly() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let path = shell.folder.path(of: "once.csv")
    let result = try shell.run(".once \(path)\ncount Trip\ncount Stay")

    #expect(result.output == "{\"count\":0}\n")
    #expect(try shell.folder.bytes(of: "once.csv") == Array("{\"count\":2}\n".utf8))
  }

  @Test func theHelpListsCommandsAndStatements() throws {
    let result = try ShellHarness().run(".help")

    for command in ShellCommand.all {
      #expect(result.output.contains("  \(command.usage)\n      \(command.summary)"))
    }
    for statement in StatementHelp.all { #expect(result.output.contains("  \(statement.usage)")) }
  }

  @Test(arguments: [
    (
      "limit",
      ".limit ROWS|off\n  Show at most ROWS rows of a table; 0 or off shows all.\n\nExamples\n"
        + "  .limit 5\n  Trip\n  .limit 0\n"
    ),
    ("status", "status\n  Count unsaved changes and undo steps.\n\nExamples\n  status\n"),
    (
      "store.busy",
      "store.busy: another process holds the store\n  Wait for the other program, or close it, and try again.\n"
    ),
    (".save", nil), ("nonsense", nil),
  ])
  func helpExplainsOneTopic(topic: String, expected: String?) throws {
    let result = try ShellHarness().run(".help \(topic)")

    #expect(result.output == expected ?? "")
    #expect((result.status == .success) == (expected != nil))
  }

  @Test(arguments: [
    ("a b", ["a", "b"]), ("  a  ", ["a"]), ("\"a b\" c", ["a b", "c"]), ("'a\"b'", ["a\"b"]),
    ("\"a\\\"b\"", ["a\"b"]), ("a\"b c\"d", ["ab cd"]), ("\"\"", [""]), ("", []),
  ])
  func wordsAreSplitAtSpacesOutsideQuotes(text: String, words: [String]) throws {
    #expect(try CommandWords.split(text) == words)
  }

  @Test func onlyAStoreOverADatabaseIsLookedAtWithSQL() throws {
    #expect(
      try ShellHarness().run(".sql select 1").errors
        == "test:1:1: error[store.unsupported]: not possible in this store: "
        + "`trips` is a store of kind memory, which has no SQL\n")
  }
}
