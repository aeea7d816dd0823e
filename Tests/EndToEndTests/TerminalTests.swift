import Glibc
import LarderTestSupport
import Testing

struct TerminalTests {
  private func session(_ environment: [String] = ["TERM=xterm"]) throws -> (Program, PseudoTerminal)
  {
    let program = try Program()
    try program.folder.write(
      text: "[{\"id\":1,\"name\":\"Rome\"},{\"id\":2,\"name\":\"Oslo\"}]", to: "Trip.json")
    let terminal = try PseudoTerminal(program, ["Trip.json"], environment: environment)
    try terminal.expect("Trip> ")
    return (program, terminal)
  }

  @Test func aQueryIsAnsweredInABox() throws {
    let (_, terminal) = try session()

    terminal.type("Trip where name == \"Oslo\"\r")

    try terminal.expect("│ 1 │  2 │ Oslo │")
    try terminal.expect("Trip> ")
  }

  @Test func thePromptCountsUnsavedChanges() throws {
    let (_, terminal) = try session()

    terminal.type("update all Trip set name = \"x\"\r")

    try terminal.expect("updated 2 objects")
    try terminal.expect("Trip*2> ")
  }

  @Test func anUnfinishedStatementGoesOn() throws {
    let (_, terminal) = try session()

    terminal.type("count Trip where (\r")
    terminal.type("id == 1)\r")

    try terminal.expect("│     1 │")
  }

  @Test func aPasteRunsNothingUntilEnter() throws {
    let (_, terminal) = try session()

    terminal.type("\u{1B}[200~count Trip\ncount Trip where id == 2\u{1B}[201~")
    try terminal.expect("id == 2")
    terminal.type("\r")

    try terminal.expect("│     2 │")
    try terminal.expect("│     1 │")
  }

  @Test func wideCharactersAreTypedInAnyLocale() throws {
    let (_, terminal) = try session(["TERM=xterm", "LC_ALL=C"])

    terminal.type(".echo héllo 日本\r")

    try terminal.expect("2004lhéllo 日本\r\n")
  }

  @Test func controlCDropsTheLineAndStays() throws {
    let (_, terminal) = try session()

    terminal.type("count Trip whe")
    try terminal.expect("whe")
    terminal.type("\u{03}")
    try terminal.expect("^C")
    try terminal.expect("Trip> ")
    terminal.type("count Trip\r")

    try terminal.expect("│     2 │")
  }

  @Test(arguments: ["\u{04}", ".quit\r"])
  func quittingAsksOnceAboutUnsavedChanges(keys: String) throws {
    let (program, terminal) = try session()

    terminal.type("update all Trip set name = \"x\"\r")
    try terminal.expect("Trip*2> ")
    terminal.type(keys)
    try terminal.expect("2 unsaved changes; `save` writes them. Quit again to drop them.")
    try terminal.expect("Trip*2> ")
    terminal.type(keys)

    #expect(terminal.finish() == 0)
    #expect(try program.larder("Trip.json", "-c", "Trip").output.contains("Rome"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalLeavesTheTerminalAsItWas(signal: Int32) throws {
    let (_, terminal) = try session()

    terminal.send(signal)
    let status = terminal.finish()

    #expect(status == 128 + signal)
    #expect(terminal.isAsBefore)
  }

  @Test func statementsAreRememberedBetweenSessions() throws {
    let (program, terminal) = try session()
    terminal.type("count Trip\r")
    try terminal.expect("│     2 │")
    try terminal.expect("Trip> ")
    terminal.type(" count Trip where id == 1\r")
    try terminal.expect("│     1 │")
    try terminal.expect("Trip> ")
    terminal.type(".param secret=1\r")
    try terminal.expect("secret=1")
    try terminal.expect("Trip> ")
    terminal.type("\u{04}")
    #expect(terminal.finish() == 0)

    let second = try PseudoTerminal(program, ["Trip.json"])
    try second.expect("Trip> ")
    second.type("\u{1B}[A\r")

    try second.expect("│     2 │")
    let history = try program.folder.bytes(of: ".local/state/larder/history.jsonl")
    #expect(!String(decoding: history, as: UTF8.self).contains("secret"))
  }

  @Test(arguments: [
    ["TERM=dumb"], ["TERM=xterm", "LANG=C"], ["TERM=xterm", "LC_ALL=POSIX"],
    ["TERM=xterm", "HOME=/proc"],
    ["TERM=xterm", "HOME="], ["TERM=xterm", "NO_COLOR=1"], ["TERM=no-such-terminal"], ["TERM="],
    ["TERM=xterm", "XDG_STATE_HOME=/dev/null", "XDG_CONFIG_HOME=/dev/null"],
  ])
  func aPoorEnvironmentDoesNotStopAnyone(environment: [String]) throws {
    let (_, terminal) = try session(environment)

    terminal.type("count Trip where name == \"Oslo\"\r")

    try terminal.expect("│     1 │")
    try terminal.expect("Trip> ")
    terminal.type("\u{04}")
    #expect(terminal.finish() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test func aPasteOfAHundredThousandBytesArrivesExact() throws {
    let (program, terminal) = try session()
    let lines = (0..<3500).map { ".echo line \($0)\t日本 \\ \"x\"" }
    let text = lines.joined(separator: "\n")
    try #require(text.utf8.count > 90_000)

    terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
    terminal.type("\r")
    try terminal.expect("line 3499")
    try terminal.expect("Trip> ")

    let history = try program.folder.bytes(of: ".local/state/larder/history.jsonl")
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    #expect(
      String(decoding: history, as: UTF8.self).hasPrefix("{\"text\":\"\(escaped)\",\"time\":"))
  }

  @Test func controlCStopsAQuery() throws {
    let program = try Program()
    let records = (0..<60_000).map { "{\"id\":\($0),\"name\":\"name \($0)\"}" }
    try program.folder.write(text: "[\(records.joined(separator: ","))]", to: "Trip.json")
    let terminal = try PseudoTerminal(program, ["--mode", "line", "--limit", "0", "Trip.json"])
    try terminal.expect("Trip> ")
    terminal.type(".pager off\r")
    try terminal.expect("Trip> ")

    terminal.type("Trip\r")
    try terminal.expect("name 7")
    terminal.type("\u{03}")
    try terminal.expect("cancelled")
    try terminal.expect("Trip> ")
    terminal.type("count Trip\r")

    try terminal.expect("count: 60000")
  }

  @Test func whatTakesLongIsToldOfAndTakenAway() throws {
    let (program, terminal) = try session(["TERM=xterm", "NO_COLOR=1"])
    let pipe = program.folder.path(of: "statements")
    try #require(mkfifo(pipe, 0o600) == 0)

    terminal.type(".load statements\r")
    let writing = open(pipe, O_WRONLY)
    try terminal.expect("running  ")
    let script = ".echo there it is\n"
    #expect(script.withCString { write(writing, $0, strlen($0)) } == script.utf8.count)
    close(writing)

    try terminal.expect("\r\u{1B}[Kthere it is\r\n")
    try terminal.expect("Trip> ")
  }
}
