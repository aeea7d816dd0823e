import LarderTestSupport
import Testing

/// Ctrl-C in every state of the prompt: the line goes, the shell stays, the screen is in order.
@Suite(.enabled(if: Screen.isAvailable, "SKIPPED: tmux is missing: apt install tmux"))
struct InterruptScreenTests {
  private func screen(_ arguments: [String] = [], rows: Int = 16) throws -> Screen {
    let program = try Program()
    try program.folder.write(
      text: "[{\"id\":1,\"name\":\"Rome\"},{\"id\":2,\"name\":\"Oslo\"}]", to: "Trip.json")
    let screen = try Screen(program, arguments + ["Trip.json"], columns: 60, rows: rows)
    try screen.expect("Trip: JSON, 1 entity\nTrip>")
    return screen
  }

  /// What is typed, as text or as keys in brackets, and the screen before and behind Ctrl-C.
  static let states: [(keys: [String], before: String, after: String)] = [
    ([], "Trip>", "Trip> ^C\nTrip>"),
    (["count Tr"], "Trip> count Tr", "Trip> count Tr^C\nTrip>"),
    (["count Tr", "[Home]"], "Trip> count Tr", "Trip> count Tr^C\nTrip>"),
    (
      ["count Trip where (", "[Enter]", "id == 1"], "Trip> count Trip where (\n  id == 1",
      "Trip> count Trip where (\n  id == 1^C\nTrip>"
    ),
    (
      ["count Trip where (", "[Enter]", "id == 1", "[Up]"],
      "Trip> count Trip where (\n  id == 1", "Trip> count Trip where (\n  id == 1^C\nTrip>"
    ),
    (
      ["Trip where name == ", "[Tab]"],
      "Trip> Trip where name == // String\n \"Oslo\"   \"Rome\"",
      "Trip> Trip where name == ^C\nTrip>"
    ),
    (
      ["Trip where name == ", "[Tab]", "[Tab]"],
      "Trip> Trip where name == \"Oslo\"",
      "Trip> Trip where name == \"Oslo\"^C\nTrip>"
    ),
    (
      [".echo a", "[Enter]", "[C-r]", "ech"], "Trip> .echo a\na\nTrip> .echo a  (history: ech)",
      "Trip> .echo a\na\nTrip> .echo a^C\nTrip>"
    ),
  ]

  @Test(arguments: states.indices)
  func controlCDropsWhatIsTyped(index: Int) throws {
    let state = Self.states[index]
    let screen = try screen()

    for keys in state.keys {
      if keys.hasPrefix("["), keys.hasSuffix("]") {
        try screen.press(String(keys.dropFirst().dropLast()))
      } else {
        try screen.type(keys)
        try screen.expect(containing: keys)
      }
    }
    try screen.expect(containing: state.before)
    try screen.press("C-c")

    try screen.expect("Trip: JSON, 1 entity\n" + state.after)
    try screen.type("count Trip")
    try screen.press("Enter")
    try screen.expect(containing: "│     2 │")
  }

  @Test func aPagerKeepsControlCForItself() throws {
    let screen = try screen(["--limit", "0"], rows: 6)

    try screen.type("Trip")
    try screen.press("Enter")
    try screen.expect(containing: "\n:")
    try screen.press("C-c")
    try screen.press("q")
    try screen.expect(containing: "\nTrip>")
    try screen.type(".echo on it goes")
    try screen.press("Enter")

    try screen.expect(containing: "\non it goes\nTrip>")
  }
}
