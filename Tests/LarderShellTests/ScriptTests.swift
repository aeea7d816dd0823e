import LarderCore
import LarderQuery
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

struct ScriptTests {
  @Test func aFailedScriptChangesNothing() throws {
    let shell = try ShellHarness()
    let result = try shell.run(
      "insert Trip(name: \"a\")\n.fail stop here\ninsert Trip(name: \"b\")")

    #expect(result.status == .statementFailed)
    #expect(result.errors == "test:2:1: error[script.failed]: stop here\n")
    #expect(shell.session.unsavedCount == 0)
    #expect(shell.session.context.undoCount == 0)
  }

  @Test func whatWasSavedBeforeTheFailureStaysAndIsSaid() throws {
    let shell = try ShellHarness()
    let result = try shell.run(
      "insert Trip(name: \"a\")\nsave\ninsert Trip(name: \"b\")\n.fail")

    #expect(
      result.errors == """
        test:4:1: error[script.failed]: the script failed
        note: what was saved before stays: 1 save, the last at test:2

        """)
    #expect(try shell.run("count Trip").output == "{\"count\":1}\n")
  }

  @Test func nothingRunsWhenTheScriptHasAFault() throws {
    let shell = try ShellHarness()
    let result = try shell.run(".echo one\nTrip where (")

    #expect(result.status == .statementFailed)
    #expect(result.output.isEmpty)
  }

  @Test func aScriptMayGoOnAfterErrors() throws {
    let shell = try ShellHarness()
    let result = try shell.run(".fail\n.echo on", keepsGoing: true)

    #expect(result.status == .statementFailed)
    #expect(result.output == "on\n")
  }

  @Test func quitEndsAScript() throws {
    let result = try ShellHarness().run(".echo one\n.quit\n.echo two")

    #expect(result == .init(status: .success, output: "one\n", errors: ""))
  }

  @Test func aScriptIsFoundBesideTheOneThatNamesIt() throws {
    let shell = try ShellHarness()
    try shell.folder.write(text: ".load inner.larder\n.echo outer", to: "outer.larder")
    try shell.folder.write(text: ".echo inner", to: "inner.larder")
    let result = try shell.run(".load \(shell.folder.path(of: "outer.larder"))")

    #expect(result == .init(status: .success, output: "inner\nouter\n", errors: ""))
  }

  @Test func aScriptThatLoadsItselfNamesTheChain() throws {
    let shell = try ShellHarness()
    let a = try shell.folder.write(text: ".load b.larder", to: "a.larder")
    let b = try shell.folder.write(text: "\n.load a.larder", to: "b.larder")
    let result = try shell.run(".load \(a)")

    #expect(result.status == .statementFailed)
    #expect(
      result.errors
        == "\(b):2:1: error[script.loads-itself]: the script loads itself: test → \(a) → \(b) → \(a)\n"
    )
  }

  @Test func nestingEnds() throws {
    let shell = try ShellHarness()
    for number in 0...30 {
      try shell.folder.write(text: ".load \(number + 1).larder", to: "\(number).larder")
    }
    let result = try shell.run(".load \(shell.folder.path(of: "0.larder"))")

    #expect(result.errors.hasSuffix("scripts load each other more than 20 deep\n"))
  }

  @Test func aMissingScriptIsAnError() throws {
    let result = try ShellHarness().run(".load /nowhere/x.larder")

    #expect(
      result.errors == """
        test:1:1: error[script.unreadable]: `/nowhere/x.larder` cannot be read: \
        no such file or directory

        """)
  }

  @Test func aLoadAtThePromptIsOneUndoStep() throws {
    let shell = try ShellHarness()
    let path = try shell.folder.write(
      text: "insert Trip(name: \"a\")\ninsert Trip(name: \"b\")", to: "two.larder")

    try shell.session.load(path)

    #expect(shell.session.context.undoCount == 1)
    #expect(shell.session.unsavedCount == 2)
  }

  @Test func aLoadMayNotSaveEditsFromBefore() throws {
    let shell = try ShellHarness()
    let path = try shell.folder.write(text: "save", to: "save.larder")
    try shell.session.runPrompt("insert Trip(name: \"a\")")

    #expect(throws: ReportedError(status: .statementFailed)) { try shell.session.load(path) }
    #expect(shell.session.unsavedCount == 1)
  }

  @Test func handlesNameTheLastListing() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run(
      "Trip sort by name\n#2.days = 9\nTrip where days == 9 select name\nrollback")

    #expect(result.output.hasSuffix("{\"name\":\"Rome\"}\n"))
  }

  @Test func aDryRunSavesNothing() throws {
    let shell = try ShellHarness()
    shell.session.isDryRun = true
    try shell.run("insert Trip(name: \"a\")\nsave")

    #expect(try shell.store.count(EntityFetchDescriptor(entity: "Trip")) == 0)
    #expect(shell.session.unsavedCount == 1)
  }

  @Test(arguments: [
    ("", 0, 1), ("a\nb", 0, 1), ("a\nb", 1, 1), ("a\nb", 2, 2), ("\n\nx", 1, 2), ("\n\nx", 2, 3),
    ("é\r\nx\n", 4, 2), ("x\n", 9, 2),
  ])
  func anOffsetIsOnTheLineBehindAsManyLineEnds(_ text: String, _ offset: Int, _ line: Int) {
    #expect(ScriptSource(name: "", text: text).line(at: offset) == line)
  }
}

extension Session {
  /// Runs statements as the prompt does.
  fileprivate func runPrompt(_ text: String) throws {
    let source = ScriptSource(name: "", text: text)
    for statement in try parse(source).statements { try run(statement, of: source) }
  }
}
