import Glibc
import LarderTestSupport
import Testing

/// Typing under difficulties: resizes, keys of one's own, the known faults of libedit, other programs.
@Suite(.enabled(if: Screen.isAvailable, "SKIPPED: tmux is missing: apt install tmux"))
struct TypingScreenTests {
  private func screen(
    columns: Int = 60, rows: Int = 12, editrc: String? = nil, environment: [String] = []
  ) throws -> Screen {
    let program = try Program()
    try program.folder.write(
      text: "[{\"id\":1,\"name\":\"Rome\"},{\"id\":2,\"name\":\"Oslo\"}]", to: "Trip.json")
    if let editrc { try program.folder.write(text: editrc, to: ".editrc") }
    let screen = try Screen(
      program, ["Trip.json"], columns: columns, rows: rows, environment: environment)
    try screen.expect("Trip: JSON, 1 entity\nTrip>")
    return screen
  }

  @Test func fiftyResizesWhileTypingLoseNothing() throws {
    let screen = try screen(columns: 60, rows: 20)
    let text = "Trip where name == \"Røros 京都\" and id > 1 or name != \"x\" and id < 99"
    let widths = [30, 75, 22, 61, 43, 80, 25]

    for (index, character) in text.enumerated() {
      try screen.type(String(character))
      if index < 50 { try screen.resize(columns: widths[index % widths.count], rows: 20) }
    }
    try screen.resize(columns: 90, rows: 20)

    // tmux tells the program of a resize only after a while.
    try screen.expect("Trip> \(text)  → 2 objects", pressing: "C-l")
    try screen.press("Enter")
    try screen.expect(containing: "│ 2 │  2 │ Oslo │")
  }

  @Test func viModeOfTheUsersOwnFileIsKept() throws {
    let screen = try screen(editrc: "bind -v\n")

    try screen.type("count Trop")
    try screen.press("Escape")
    try screen.type("hri")
    try screen.press("Enter")

    try screen.expect(containing: "Trip> count Trip\n╭───────╮")
  }

  @Test func keysOfTheUsersOwnFileAreKept() throws {
    let screen = try screen(
      editrc: "larder:bind ^T ed-delete-prev-word\nftp:bind ^T ed-end-of-file\n")

    try screen.type("count Trip wheer")
    try screen.press("C-t")

    try screen.expect("Trip: JSON, 1 entity\nTrip> count Trip where … sort by … limit …")
  }

  /// Faults that libedit had at the beginning of a line.
  @Test func keysAtTheBeginningOfALineDoNoHarm() throws {
    let screen = try screen()

    try screen.press("C-h", "M-b", "C-w", "M-h", "C-b", "C-k", "C-u", "C-t", "BSpace", "Left")
    try screen.press("C-r", "BSpace", "BSpace", "C-g")
    try screen.type("count Trip")
    try screen.press("Home", "M-b", "C-h", "C-w", "C-b", "C-t", "End")
    try screen.press("Enter")

    try screen.expect(
      """
      Trip: JSON, 1 entity
      Trip> count Trip
      ╭───────╮
      │ count │
      ├───────┤
      │     2 │
      ╰───────╯
      Trip>
      """)
  }

  @Test func aLineLongerThanTheScreenIsEditedAtBothEnds() throws {
    let screen = try screen(columns: 30, rows: 5)
    let text = String(repeating: "abcdefghi ", count: 20)

    try screen.type(".echo \(text)")
    try screen.press("Home")
    for _ in 0..<6 { try screen.press("Right") }
    try screen.type("X")
    try screen.press("End")
    try screen.type("Y")
    try screen.press("C-a", "C-k")
    try screen.type("count Trip")
    try screen.press("Enter")

    try screen.expect(containing: "│     2 │")
  }

  /// libedit sends signals on to the whole process group unless it is kept from them.
  @Test func aSignalToTheShellAloneReachesNobodyElse() throws {
    let program = try Program()
    try program.folder.write(text: "[{\"id\":1}]", to: "Trip.json")
    let own = "echo $$ > pid; exec \"$1\" Trip.json"
    let screen = try Screen(
      program, [], columns: 60, rows: 10,
      command: "sh -c 'sh -c '\\''\(own)'\\'' sh \(Program.products)/larder; echo status $?; cat'")
    try screen.expect("Trip: JSON, 1 entity\nTrip>")
    let bytes = try program.folder.bytes(of: "pid")
    let process = try #require(pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)))

    try screen.type("count Tr")
    try screen.expect(containing: "count Tr")
    kill(process, SIGTERM)

    try screen.expect(containing: "Terminated\nstatus 143")
  }

  @Test func pastedTabsAndNewlinesAreText() throws {
    let screen = try screen()

    try screen.paste("// a\tb\n  count Trip\n// end")
    try screen.expect("Trip: JSON, 1 entity\nTrip> // a      b\n  count Trip\n// end")
    try screen.press("Enter")

    try screen.expect(containing: "│     2 │")
  }
}
