import LarderTestSupport
import Testing

/// `larder.rc` runs at the start of a session at a terminal, whatever is in it.
struct StartFileTests {
  private func program(rc: String?) throws -> Program {
    let program = try Program()
    try program.folder.write(text: "[{\"id\":1,\"name\":\"Rome\"}]", to: "Trip.json")
    try program.folder.makeFolder(".config/larder")
    if let rc { try program.folder.write(text: rc, to: ".config/larder/larder.rc") }
    return program
  }

  private func start(
    _ program: Program, _ arguments: [String] = [], environment: [String] = []
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      program, arguments + ["Trip.json"], environment: ["TERM=xterm", "NO_COLOR=1"] + environment)
  }

  @Test func itsStatementsAreRun() throws {
    let terminal = try start(try program(rc: "// mine\n.mode line\n.theme light\n"))
    try terminal.expect("Trip> ")

    terminal.type(".theme\r")

    try terminal.expect("theme: light\r\n")
  }

  @Test func theCommandLineWins() throws {
    let program = try program(rc: ".mode line\n.limit 1\n.null none\n")
    let terminal = try start(program, ["--mode", "csv", "--null", "-"])
    try terminal.expect("Trip> ")

    terminal.type(".set\r")

    try terminal.expect("mode,csv\r\nlimit,1\r\nnull,\"-\"\r\n")
  }

  @Test(arguments: [
    (
      ".mode line\n\n.colour on\n",
      "larder.rc:3:1: error[shell.unknown-command]: there is no command `.colour`"
    ),
    (".mode line\n.limit many\n", "larder.rc:2:1: error[shell.wrong-usage]"),
    ("Trip where (\n", "larder.rc:1:13: error[Q101]"),
    (".load nowhere.larder\n", "larder.rc:1:1: error[script.unreadable]"),
    ("\u{1B}[31m\n", "larder.rc:1:1: error[Q001]"),
  ])
  func anErrorIsReportedWithItsPlaceAndTheShellStarts(rc: String, message: String) throws {
    let terminal = try start(try program(rc: rc))

    try terminal.expect(message)
    try terminal.expect("Trip> ")
    terminal.type("count Trip\r")

    try terminal.expect("2004l")
    try terminal.expect("1")
    try terminal.expect("Trip> ")
    terminal.type("\u{04}")
    #expect(terminal.finish() == 0)
  }

  @Test func aFolderInItsPlaceIsReported() throws {
    let program = try program(rc: nil)
    try program.folder.makeFolder(".config/larder/larder.rc")
    let terminal = try start(program)

    try terminal.expect(
      "error[script.unreadable]: `\(program.folder.path)/.config/larder/larder.rc` cannot be read: "
        + "is a directory")
    try terminal.expect("Trip> ")
  }

  @Test func brokenTextIsReportedWithItsLine() throws {
    let program = try program(rc: ".mode line\n")
    try program.folder.write(
      Array(".mode line\n.echo ".utf8) + [0xFF, 0x0A], to: ".config/larder/larder.rc")
    let terminal = try start(program)

    try terminal.expect("larder.rc` is not UTF-8 in line 2")
    try terminal.expect("Trip> ")
  }

  @Test func itIsLeftAloneWhereThatIsAskedFor() throws {
    let terminal = try start(try program(rc: ".theme light\n"), ["--no-rc", "--mode", "line"])
    try terminal.expect("Trip> ")

    terminal.type(".theme\r")

    try terminal.expect("theme: dark\r\n")
  }

  @Test func scriptsDoNotSeeIt() throws {
    let program = try program(rc: ".mode csv\n.fail\n")

    let run = try program.larder("Trip.json", "-c", "count Trip")

    #expect(run == Program.Run(status: 0, output: "{\"count\":1}\n", errors: ""))
  }

  @Test(arguments: ["XDG_CONFIG_HOME=/dev/null", "XDG_CONFIG_HOME=relative", "HOME="])
  func withoutAFolderThereIsNone(environment: String) throws {
    let terminal = try start(try program(rc: nil), environment: [environment])

    try terminal.expect("Trip: JSON, 1 entity\r\n\u{1B}[?2004hTrip> ")
  }
}
