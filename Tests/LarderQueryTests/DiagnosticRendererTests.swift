import LarderQuery
import Testing

@Suite struct DiagnosticRendererTests {
  private func render(
    _ source: String, _ span: Range<Int>, color: Bool = false, width: Int? = nil
  ) -> String {
    DiagnosticRenderer().render(
      Diagnostic(.unexpectedToken, "wrong", at: span), source: source, file: "f", color: color,
      width: width)
  }

  @Test(arguments: [
    ("ab cd", 3..<5, "f:1:4: error[Q101]: wrong\n1 | ab cd\n  |    ^^"),
    ("a\n\tb", 3..<4, "f:2:2: error[Q101]: wrong\n2 |     b\n  |     ^"),
    ("名前 x", 0..<6, "f:1:1: error[Q101]: wrong\n1 | 名前 x\n  | ^^^^"),
    ("名前 x", 7..<8, "f:1:4: error[Q101]: wrong\n1 | 名前 x\n  |      ^"),
    ("e\u{301}x", 3..<4, "f:1:2: error[Q101]: wrong\n1 | e\u{301}x\n  |  ^"),
    ("👩‍👩‍👧 x", 19..<20, "f:1:3: error[Q101]: wrong\n1 | 👩‍👩‍👧 x\n  |    ^"),
    ("ab\r\ncd", 2..<2, "f:1:3: error[Q101]: wrong\n1 | ab\n  |   ^"),
    ("ab\ncd", 1..<5, "f:1:2: error[Q101]: wrong\n1 | ab\n  |  ^"),
    ("", 0..<0, "f:1:1: error[Q101]: wrong\n1 | \n  | ^"),
    ("ab", 7..<9, "f:1:3: error[Q101]: wrong\n1 | ab\n  |   ^"),
  ])
  func theCaretStandsUnderTheSpan(_ source: String, _ span: Range<Int>, _ drawing: String) {
    #expect(render(source, span) == drawing)
  }

  @Test(arguments: [
    (5, "1 | abcdefghijklmnopqr…\n  |      ^^"), (50, "1 | …uvwxyzabcdefghijkl…\n  |"),
  ])
  func aLongLineIsCutAroundTheSpan(_ offset: Int, _ drawing: String) {
    let source = String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 4)
    let lines = render(source, offset..<offset + 2, width: 24).split(separator: "\n")

    #expect(lines.dropFirst().allSatisfy { $0.count <= 24 })
    #expect(lines[1].contains("…"))
    let column = lines[2].prefix { $0 != "^" }.count
    let marked = lines[1].dropFirst(column).prefix(2)
    #expect(String(marked) == String(source.dropFirst(offset).prefix(2)))
  }

  @Test func coloursMarkTheError() {
    #expect(render("a", 0..<1, color: true).contains("\u{1B}[1;31merror\u{1B}[0m"))
  }
}
