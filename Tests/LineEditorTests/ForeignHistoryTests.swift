import LarderTestSupport
import Testing

@testable import LineEditor

struct ForeignHistoryTests {
  private func texts(_ text: String) -> [String] {
    ForeignHistory(Array(text.utf8), now: 7).entries.map(\.text)
  }

  @Test func libeditsFileIsUnderstood() {
    let file =
      "_HiStOrY_V2_\ncount\\040Trip\\012\ntwo\\012lines\\012\na\\134b\\011c\\012\n日本\\012\n"

    #expect(texts(file) == ["count Trip", "two\nlines", "a\\b\tc", "日本"])
  }

  @Test func aPlainFileHasAStatementALine() {
    #expect(texts("save\r\n\ncount Trip\n  indented") == ["save", "count Trip", "  indented"])
  }

  @Test func momentsOfReadlineAreKept() {
    let file = ForeignHistory(Array("#1735689600\nsave\ncount Trip\n#12\n".utf8), now: 7)

    #expect(
      file.entries == [
        HistoryEntry(text: "save", time: 1_735_689_600), HistoryEntry(text: "count Trip", time: 7),
        HistoryEntry(text: "#12", time: 7),
      ])
  }

  @Test func aFileOfOursIsUnderstood() {
    let entry = HistoryEntry(text: "two\nlines", time: 9)

    #expect(ForeignHistory(entry.line, now: 7).entries == [entry])
  }

  @Test func linesThatAreNoTextAreCounted() {
    let bytes = Array("save\n".utf8) + [0xFF, 0xFE, 0x0A, 0x61, 0x00, 0x0A] + Array("diff".utf8)

    let history = ForeignHistory(bytes, now: 7)

    #expect(history.entries.map(\.text) == ["save", "diff"])
    #expect(history.unreadableLines == 2)
  }

  @Test(arguments: ["", "\n\n", "_HiStOrY_V2_", "_HiStOrY_V2_\n\\", "_HiStOrY_V2_\n\\9\n\\777"])
  func noFileIsTooPoor(text: String) {
    #expect(ForeignHistory(Array(text.utf8), now: 7).unreadableLines == 0)
  }

  @Test func onlyTheNewestAreTaken() {
    let lines = (0..<6000).map { "line \($0)" }.joined(separator: "\n")

    #expect(texts(lines).count == HistoryFile.capacity)
    #expect(texts(lines).last == "line 5999")
  }

  @Test(arguments: ["/", "/dev/null", "/nowhere"])
  func whatIsNoFileIsAnError(path: String) {
    #expect(throws: HistoryFileError.self) { try ForeignHistory(path: path) }
  }
}
