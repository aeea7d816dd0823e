import LarderTestSupport
import Testing

/// What a person sees at the prompt, screen by screen.
@Suite(.enabled(if: Screen.isAvailable, "SKIPPED: tmux is missing: apt install tmux"))
struct PromptScreenTests {
  private func screen(
    columns: Int = 60, rows: Int = 16, environment: [String] = []
  ) throws -> Screen {
    let program = try Program()
    try program.folder.write(
      text: """
        [{"id":1,"name":"Rome","days":3},{"id":2,"name":"Oslo","days":7},
         {"id":3,"name":"京都","days":9}]
        """, to: "Trip.json")
    let screen = try Screen(
      program, ["Trip.json"], columns: columns, rows: rows, environment: environment)
    try screen.expect("Trip: JSON, 1 entity\nTrip>")
    return screen
  }

  @Test func aStatementIsColouredAsItIsTyped() throws {
    let screen = try screen()

    try screen.type("Trip where name == \"Ro\"")
    try screen.expect(containing: "Trip> Trip where name == \"Ro\"  → 0 objects")

    try screen.expect(
      containing:
        "\u{1B}[1m\u{1B}[94mTrip\u{1B}[0m\u{1B}[39m\u{1B}[49m \u{1B}[95mwhere\u{1B}[39m name == "
        + "\u{1B}[92m\"Ro\"", colours: true)
  }

  @Test func theNumberOfObjectsIsSaidWhileAQueryIsTyped() throws {
    let screen = try screen()

    try screen.type("Trip where days > 3")
    try screen.expect("Trip: JSON, 1 entity\nTrip> Trip where days > 3  → 2 objects")
    try screen.type("0")

    try screen.expect("Trip: JSON, 1 entity\nTrip> Trip where days > 30  → 0 objects")
  }

  @Test func tabOffersValuesAndTakesTheSelectedOne() throws {
    let screen = try screen()

    try screen.type("Trip where name == ")
    try screen.expect(containing: "// String")
    try screen.press("Tab")
    try screen.expect(
      """
      Trip: JSON, 1 entity
      Trip> Trip where name == // String
       "Oslo"   "Rome"   "京都"
      """)
    try screen.press("Tab", "Tab")
    try screen.expect(containing: "Trip> Trip where name == \"Rome\"")
    try screen.press("Enter")

    try screen.expect("Trip: JSON, 1 entity\nTrip> Trip where name == \"Rome\"  → 1 object")
  }

  @Test func oneCandidateIsTakenAtOnce() throws {
    let screen = try screen()

    try screen.type("Trip where na")
    try screen.press("Tab")

    try screen.expect(containing: "Trip> Trip where name")
  }

  @Test func aBlockIsEditedUpAndDown() throws {
    let screen = try screen()

    try screen.type("count Trip where (")
    try screen.press("Enter")
    try screen.type("days > 3")
    try screen.press("Up")
    try screen.press("End")
    try screen.press("Down")
    try screen.press("End")
    try screen.type(")")
    try screen.expect("Trip: JSON, 1 entity\nTrip> count Trip where (\n  days > 3)")
    try screen.press("Enter")

    try screen.expect(
      """
      Trip: JSON, 1 entity
      Trip> count Trip where (
        days > 3)
      ╭───────╮
      │ count │
      ├───────┤
      │     2 │
      ╰───────╯
      Trip>
      """)
    try screen.press("Up")
    try screen.expect(containing: "╰───────╯\nTrip> count Trip where (\n  days > 3)")
  }

  @Test func controlRFindsWhatWasTypedBefore() throws {
    let screen = try screen()
    try screen.type("count Trip")
    try screen.press("Enter")
    try screen.expect(containing: "╯\nTrip>")

    try screen.press("C-r")
    try screen.type("cou")
    try screen.expect(containing: "Trip> count Trip  (history: cou)")
    try screen.type("x")
    try screen.expect(containing: "Trip> count Trip  (not found: coux)")
    try screen.press("C-g")

    try screen.expect(
      """
      Trip: JSON, 1 entity
      Trip> count Trip
      ╭───────╮
      │ count │
      ├───────┤
      │     3 │
      ╰───────╯
      Trip>
      """)
  }

  @Test func typingCanBeUndone() throws {
    let screen = try screen()

    try screen.type("count ")
    try screen.expect("Trip: JSON, 1 entity\nTrip> count")
    try screen.type("Trip where")
    try screen.expect("Trip: JSON, 1 entity\nTrip> count Trip where")
    try screen.press("C-_")
    try screen.expect("Trip: JSON, 1 entity\nTrip> count")
    try screen.press("C-_")

    try screen.expect("Trip: JSON, 1 entity\nTrip>")
  }

  @Test func wideCharactersStayInPlace() throws {
    let screen = try screen(columns: 30)

    try screen.type("Trip where name == \"京都 e\u{301}\" or days == 3")
    try screen.expect(
      "Trip: JSON, 1 entity\nTrip> Trip where name == \"京都\n e\u{301}\" or days == 3  → 1 object")
    for _ in 0..<12 { try screen.press("Left") }
    try screen.type("!")
    try screen.press("BSpace")

    try screen.expect(
      "Trip: JSON, 1 entity\nTrip> Trip where name == \"京都\n e\u{301}\" or days == 3")
  }

  @Test func aResizeRedrawsTheLine() throws {
    let screen = try screen(columns: 40)
    try screen.type("Trip where name == \"Rome\" and days > 1")
    for columns in [30, 60, 20, 80, 25, 61] { try screen.resize(columns: columns, rows: 16) }

    try screen.type("0")

    try screen.expect(containing: "Trip where name == \"Rome\" and days > 10")
  }

  @Test func withoutColoursTheLineStaysPlain() throws {
    let screen = try screen(environment: ["NO_COLOR=1"])

    try screen.type("Trip where days > 3")
    try screen.press("Left")

    try screen.expect("Trip: JSON, 1 entity\nTrip> Trip where days > 3", colours: true)
  }

  @Test func theThemeCanBeChanged() throws {
    let screen = try screen()

    try screen.type(".theme none")
    try screen.press("Enter")
    try screen.type("Trip where days > 3")

    try screen.expect(containing: "Trip> Trip where days > 3", colours: true)
  }

  @Test func controlZGivesTheTerminalBackAndGoesOn() throws {
    let program = try Program()
    try program.folder.write(text: "[{\"id\":1}]", to: "Trip.json")
    let screen = try Screen(
      program, [], columns: 60, rows: 10, command: "PS1='$ ' exec bash --norc -i")
    try screen.type("\(Program.products)/larder Trip.json")
    try screen.press("Enter")
    try screen.expect(containing: "Trip>")
    try screen.type("count Tr")
    try screen.press("C-z")
    try screen.expect(containing: "Stopped")
    try screen.type("fg")
    try screen.press("Enter")
    try screen.expect(containing: "Trip> count Tr")
    try screen.type("ip")
    try screen.press("Enter")

    try screen.expect(containing: "│     1 │")
  }
}
