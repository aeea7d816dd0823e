import Glibc
import LarderTestSupport
import Testing

/// Ctrl-C while a service keeps silent: the transport would wait for half a minute, longer than these
/// tests do.
struct InterruptedServiceTests {
  private func session(
    _ service: HoldingService
  ) throws -> (program: Program, terminal: PseudoTerminal) {
    let program = try Program()
    try program.folder.write(text: HoldingService.dialect, to: "notes.json")
    let terminal = try PseudoTerminal(
      program, [service.address, "--dialect", "notes.json", "--entity", "notes"])
    try terminal.expect("> ")
    return (program, terminal)
  }

  @Test func aFetchIsStoppedAndTheNextOneIsAnswered() throws {
    let service = try HoldingService()
    service.put("first", "aaaaaaaaaaaaaaa")
    let (_, terminal) = try session(service)
    service.hold { $0.method == "GET" }

    terminal.type("notes\r")
    try #require(service.waitForHeldRequest())
    terminal.type("\u{03}")

    try terminal.expect("cancelled")
    try terminal.expect("> ")
    service.hold(nil)
    terminal.type("notes\r")
    try terminal.expect("first")
  }

  @Test func aSaveIsStoppedAndTheNextOneGoesOn() throws {
    let service = try HoldingService()
    service.put("first", "aaaaaaaaaaaaaaa")
    let (_, terminal) = try session(service)
    for text in ["second", "third", "fourth"] {
      terminal.type("insert notes(text: \"\(text)\")\r")
      try terminal.expect("(temporary)")
    }
    service.hold {
      $0.method == "PUT" && String(decoding: $0.body, as: UTF8.self).contains("third")
    }

    terminal.type("save\r")
    try #require(service.waitForHeldRequest())
    terminal.type("\u{03}")

    // What was written is not pending any more.
    try terminal.expect("*2> ")
    #expect(service.rows.count == 2)
    service.hold(nil)
    terminal.type("save\r")
    try terminal.expect("saved ")
    try terminal.expect("> ")
    #expect(service.rows.count == 4)
    #expect(service.targets.count { $0.hasPrefix("PUT") } == 4)
    terminal.type("count notes where text in [\"second\", \"third\", \"fourth\"]\r")
    try terminal.expect("│     3 │")
  }

  @Test(arguments: ["notes", "count notes", "insert notes(text: \"x\"); save"])
  func aCommandThatIsStoppedEndsWithItsStatus(_ statement: String) throws {
    let service = try HoldingService()
    let program = try Program()
    try program.folder.write(text: HoldingService.dialect, to: "notes.json")
    service.put("first", "aaaaaaaaaaaaaaa")
    let isSave = statement.hasSuffix("save")
    // The first list tells what the notes are like.
    let isSampled = Once()
    service.hold { request in
      isSave ? request.method == "PUT" : request.method == "GET" && !isSampled.isFirst()
    }
    let process = try program.spawn(
      [
        Program.products + "/larder", service.address, "--dialect", "notes.json", "--entity",
        "notes", "-c", statement,
      ], []
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      let file = program.folder.path(of: "errors")
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, file, O_WRONLY | O_CREAT, 0o600)
    }

    let isHeld = service.waitForHeldRequest()
    kill(process, isHeld ? SIGINT : SIGKILL)

    #expect(Program.wait(for: process) == 130)
    #expect(isHeld)
  }
}
