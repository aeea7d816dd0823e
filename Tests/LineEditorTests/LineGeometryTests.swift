import Glibc
import Testing

@testable import LineEditor

struct LineGeometryTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  private func places(_ text: String, prompt: Int = 2, columns: Int = 10) -> [[Int]]? {
    LineGeometry(TerminalLines.wide(text), promptWidth: prompt, columns: columns)?.places
      .map { [$0.row, $0.column] }
  }

  @Test func aFullRowIsLeftAtOnce() {
    #expect(places("abcdefgh")?.last == [1, 0])
    #expect(places("abcdefghi")?.suffix(2) == [[1, 0], [1, 1]])
  }

  @Test func aWideCharacterThatDoesNotFitGoesToTheNextRow() {
    #expect(
      places("abcdefg日x") == [
        [0, 2], [0, 3], [0, 4], [0, 5], [0, 6], [0, 7], [0, 8], [1, 0], [1, 2], [1, 3],
      ])
  }

  @Test func aNewlineBeginsARowWithoutThePrompt() {
    #expect(places("ab\nc") == [[0, 2], [0, 3], [0, 4], [1, 0], [1, 1]])
  }

  @Test func combiningMarksTakeNoColumn() {
    #expect(places("e\u{301}x") == [[0, 2], [0, 3], [0, 3], [0, 4]])
  }

  @Test(arguments: ["\t", "\u{1B}", "a\u{7F}"])
  func aLineWithControlCharactersHasNoGeometry(text: String) { #expect(places(text) == nil) }

  @Test func aPromptAsWideAsTheScreenHasNoGeometry() {
    #expect(places("a", prompt: 10) == nil)
    #expect(places("a", columns: 1) == nil)
  }
}
