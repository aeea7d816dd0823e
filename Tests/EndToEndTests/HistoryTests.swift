import LarderTestSupport
import Testing

/// What was typed is kept, by two sessions at a time, and nothing secret of it.
struct HistoryTests {
  private func program() throws -> Program {
    let program = try Program()
    try program.folder.write(text: "[{\"id\":1,\"name\":\"Rome\"}]", to: "Trip.json")
    return program
  }

  private func session(of program: Program) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(program, ["Trip.json"])
    try terminal.expect("Trip> ")
    return terminal
  }

  private func run(_ statement: String, in terminal: PseudoTerminal) throws {
    terminal.type(statement + "\r")
    try terminal.expect("2004l")
    try terminal.expect("Trip> ")
  }

  private func kept(by program: Program) throws -> [String] {
    let bytes = try program.folder.bytes(of: ".local/state/larder/history.jsonl")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      String(line.prefix { $0 != "}" }.split(separator: ",\"time\"").first ?? "")
    }
  }

  @Test func twoSessionsBothKeepTheirs() throws {
    let program = try program()
    let (first, second) = (try session(of: program), try session(of: program))

    try run(".echo a", in: first)
    try run(".echo b", in: second)
    try run("count Trip where (\rid == 1)", in: first)
    try run(".echo d", in: second)

    #expect(
      try kept(by: program) == [
        "{\"text\":\".echo a\"", "{\"text\":\".echo b\"",
        "{\"text\":\"count Trip where (\\n  id == 1)\"", "{\"text\":\".echo d\"",
      ])
    let third = try session(of: program)
    third.type("\u{1B}[A\u{1B}[A\r")
    try third.expect("│     1 │")
  }

  @Test func whatIsPrivateIsNotKept() throws {
    let program = try program()
    let terminal = try session(of: program)

    try run(" count Trip", in: terminal)
    try run(".param secret=1", in: terminal)
    try run(".open rest+https://ada:word@localhost:1/", in: terminal)
    try run(".echo public", in: terminal)

    #expect(try kept(by: program) == ["{\"text\":\".echo public\""])
  }

  @Test func aHistoryOfLibeditIsTakenOver() throws {
    let program = try program()
    try program.folder.write(
      text: "_HiStOrY_V2_\ncount\\040Trip\\012\n.param\\040secret=1\\012\n", to: "old")
    let terminal = try session(of: program)

    terminal.type(".statements import old\r")
    try terminal.expect("1 statement taken over, 1 private left out")
    try terminal.expect("Trip> ")
    terminal.type("\u{1B}[A\r")

    try terminal.expect("│     1 │")
    #expect(try kept(by: program).contains("{\"text\":\"count Trip\""))
  }

  @Test func aBrokenHistoryStopsNobody() throws {
    let program = try program()
    try program.folder.makeFolder(".local/state/larder/history.jsonl")

    let terminal = try session(of: program)
    try run("count Trip", in: terminal)

    terminal.type("\u{04}")
    #expect(terminal.finish() == 0)
  }

  @Test func withoutAHistoryNothingIsKept() throws {
    let program = try program()
    let terminal = try PseudoTerminal(program, ["--no-history", "Trip.json"])
    try terminal.expect("Trip> ")

    terminal.type(".statements\r")

    try terminal.expect("shell.nothing-listed")
    try terminal.expect("Trip> ")
    #expect(throws: (any Error).self) { try kept(by: program) }
  }
}
