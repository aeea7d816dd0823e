import LarderTestSupport
import Testing

/// Texts that terminals do not agree on, in results and at the prompt, as tmux draws them.
@Suite(.enabled(if: Screen.isAvailable, "SKIPPED: tmux is missing: apt install tmux"))
struct AwkwardTextScreenTests {
  static let texts = [
    "日本語テキスト", "한국어 텍스트", "👨‍👩‍👧‍👦 family", "🇳🇴🇩🇪 flags", "👍🏽 skin tone", "❤️ sign ☀️", "1️⃣ keycap",
    "e\u{301}a\u{308} combining", "zero\u{200B}width\u{200B}x", "שלום עולם", "tab\there",
    "escape\u{1B}[31mred", "a long one " + String(repeating: "x", count: 150), "🏳️‍🌈 rainbow",
    "हिन्दी क्षि",
  ]

  private func screen(_ arguments: [String], columns: Int, rows: Int = 40) throws -> Screen {
    let program = try Program()
    let records = Self.texts.enumerated().map { index, text in
      "{\"id\":\(index + 1),\"text\":\(Self.quoted(text)),\"n\":\(index * 7)}"
    }
    try program.folder.write(text: "[\(records.joined(separator: ",\n"))]", to: "T.json")
    let screen = try Screen(program, arguments + ["T.json"], columns: columns, rows: rows)
    try screen.expect("T: JSON, 1 entity\nT>")
    return screen
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\u{1B}", with: "\\u001b").replacing("\t", with: "\\t")
    return "\"\(escaped)\""
  }

  @Test(arguments: [20, 40, 80, 200])
  func noRowOfABoxIsMisaligned(width: Int) throws {
    let screen = try screen(["--mode", "box"], columns: width)

    try screen.type("T select text, n")
    try screen.press("Enter")
    try screen.expect(containing: "╯")

    let seen = try screen.rows()
    let borders = try screen.columns(of: "│")
    #expect(borders.count == Self.texts.count + 1)
    #expect(Set(borders).count == 1, "\(seen)")
    #expect((borders.first?.last ?? width) < width)
  }

  @Test(arguments: [40, 80, 200])
  func noRowOfATableIsMisaligned(width: Int) throws {
    let screen = try screen(["--mode", "table"], columns: width)

    try screen.type("T select text, \"|\" as edge")
    try screen.press("Enter")
    try screen.expect(containing: "  |")

    let seen = try screen.rows()
    let edges = try screen.columns(of: "|").dropFirst()
    #expect(edges.count == Self.texts.count)
    #expect(Set(edges).count == 1, "\(seen)")
  }

  @Test func noRowOfMarkdownIsMisaligned() throws {
    let screen = try screen(["--mode", "markdown"], columns: 200)

    try screen.type("T select text, n")
    try screen.press("Enter")
    try screen.expect(containing: "|  98 |")

    let seen = try screen.rows()
    let bars = try screen.columns(of: "|")
    #expect(bars.count == Self.texts.count + 2)
    #expect(Set(bars).count == 1, "\(seen)")
  }

  @Test(arguments: [("line", ":" as Character), ("tree", "─")])
  func everyNameStandsInItsPlace(mode: String, mark: Character) throws {
    let screen = try screen(["--mode", mode], columns: 200, rows: 80)

    try screen.type("T where n < 98 select n, text, n as m")
    try screen.press("Enter")
    try screen.expect(containing: "rainbow")

    let seen = try screen.rows()
    let marks = try screen.columns(of: mark).dropFirst(mode == "line" ? 1 : 0)
    #expect(marks.count == (Self.texts.count - 1) * 3)
    #expect(Set(marks).count == 1, "\(seen)")
  }

  @Test func aPipeGetsNoMovesOfTheCursor() throws {
    let program = try Program()
    try program.folder.write(text: "[{\"id\":1,\"t\":\"👍🏽\"}]", to: "T.json")

    let run = try program.shell("larder --mode box T.json -c 'T select t'")

    #expect(run.output == "╭────╮\n│ t  │\n├────┤\n│ 👍🏽 │\n╰────╯\n")
  }

  // MARK: At the prompt

  @Test func aFamilyIsEditedPartByPart() throws {
    let screen = try screen([], columns: 60, rows: 10)

    try screen.type(".echo 👨‍👩‍👧 x")
    try screen.press("Left", "Left")
    try screen.type("é")
    try screen.expect("T: JSON, 1 entity\nT> .echo 👨👩👧é x")
    try screen.press("Left", "Left", "Left")
    try screen.type("🏳️‍🌈")
    try screen.expect("T: JSON, 1 entity\nT> .echo 👨👩🏳🌈👧é x")
    try screen.press("Enter")

    try screen.expect(containing: "\n👨‍👩🏳️‍🌈‍👧é x\nT>")
  }

  @Test func signsAndTonesAreErasedWhereTheyStand() throws {
    let screen = try screen([], columns: 60, rows: 10)

    try screen.type(".echo ❤️ 1️⃣ 👍🏽 🇳🇴 x")
    try screen.press("Left", "BSpace")
    try screen.expect("T: JSON, 1 entity\nT> .echo ❤ 1⃣ 👍🏽 🇳🇴x")
    try screen.press("C-a")
    try screen.type("count T")
    try screen.press("C-k")

    try screen.expect("T: JSON, 1 entity\nT> count T")
  }
}
