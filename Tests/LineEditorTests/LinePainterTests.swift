import Glibc
import Testing

@testable import LineEditor

struct LinePainterTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  private func makePainter(_ text: String, cursor: Int? = nil, columns: Int = 20, rows: Int = 5)
    -> LinePainter?
  {
    LinePainter(
      line: TerminalLines.wide(text), cursor: cursor ?? text.unicodeScalars.count, promptWidth: 2,
      columns: columns, rows: rows)
  }

  @Test func theSameCharactersArePrintedInColours() throws {
    let painter = try #require(makePainter("ab c"))
    let output = painter.coloured(["1", "1", "", "31"], hint: "", hintCode: "")

    #expect(
      output == "\u{1B}7\r\u{1B}[2C\u{1B}[0;1mab\u{1B}[0m \u{1B}[0;31mc\u{1B}[0m\u{1B}8")
  }

  @Test func aRowBelowIsReachedFromTheOneAbove() throws {
    let painter = try #require(makePainter("a\nb", cursor: 3))

    #expect(
      painter.coloured(["", "", ""], hint: "", hintCode: "")
        == "\u{1B}7\r\u{1B}[1A\u{1B}[2Ca\r\u{1B}[1Bb\u{1B}8")
  }

  @Test func aHintIsCutToTheRow() throws {
    let painter = try #require(makePainter("abc"))

    #expect(
      painter.coloured(["", "", ""], hint: String(repeating: "x", count: 40), hintCode: "90")
        .hasSuffix(
          "\u{1B}7\u{1B}[0;90m" + String(repeating: "x", count: 14) + "\u{1B}[0m\u{1B}8"))
  }

  @Test func aHintStandsOnlyBehindACursorAtTheEnd() throws {
    #expect(try #require(makePainter("abc", cursor: 1)).showsHint("x") == false)
    #expect(try #require(makePainter("abc")).showsHint("x"))
    #expect(try #require(makePainter("abcdefghijklmnop")).showsHint("x") == false)
  }

  @Test func aLineTallerThanTheScreenIsNotPainted() {
    #expect(makePainter("a\nb\nc", rows: 2) == nil)
  }

  @Test func rowsBelowLeaveTheCursorWhereItWas() throws {
    let painter = try #require(makePainter("a\nb", cursor: 1))

    #expect(
      painter.below(["x", "y"])
        == "\u{1B}[1B\r\n\u{1B}[Kx\r\n\u{1B}[Ky\u{1B}[J\u{1B}[3A\r\u{1B}[3C")
  }
}
