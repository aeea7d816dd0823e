import Testing

@testable import LarderShell

struct CharacterWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇳🇴", 2), ("❤️", 2), ("❤", 1), ("\u{200B}", 0),
    ("a\u{200D}", 1), ("नि", 1), ("ß", 1), ("─", 1), ("→", 1), ("𠀀", 2), ("™", 1),
  ])
  func widthsAreByGrapheme(text: String, width: Int) {
    #expect(CharacterWidth.of(text) == width)
  }

  @Test(arguments: [
    ("short", 9, "short"), ("exactly", 7, "exactly"), ("too long", 5, "too …"),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("x", 1, "x"), ("xy", 1, "…"),
  ])
  func aCutIsShownAndFits(text: String, width: Int, expected: String) {
    let cut = CharacterWidth.truncated(text, to: width)

    #expect(cut == expected)
    #expect(CharacterWidth.of(cut) <= width)
  }

  @Test(arguments: [
    ("abc", 3), ("e\u{301}", 1), ("👍🏽", 4), ("👨‍👩‍👧", 6), ("🇳🇴", 4), ("❤️", 2), ("한글", 4), ("\u{200B}", 0),
  ])
  func aCautiousWidthIsThatOfTheParts(text: String, width: Int) {
    #expect(CharacterWidth.most(of: text) == width)
    #expect(CharacterWidth.of(CharacterWidth.truncated(text, to: 1, isCautious: true)) <= 1)
  }

  @Test(arguments: [("abc", true), ("日本 e\u{301}", true), ("👍🏽", false), ("a ❤️", false)])
  func sequencesAreUncertain(text: String, isCertain: Bool) {
    #expect(CharacterWidth.isCertain(text) == isCertain)
  }

  @Test(arguments: [
    ("plain", "plain"), ("│ 👍🏽\u{1B}[9G │", "│ 👍🏽   │"), ("ab\u{1B}[2Gc", "abc"),
    ("a\n\u{1B}[1mb\u{1B}[0m\u{1B}[4G│\u{1B}[2m", "a\n\u{1B}[1mb\u{1B}[0m  │\u{1B}[2m"),
    ("\u{1B}[", "\u{1B}["), ("\u{1B}[12", "\u{1B}[12"),
  ])
  func whoCannotFollowGetsSpaces(text: String, expected: String) {
    #expect(TerminalText.padded(text) == expected)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\nb", "a\\nb"), ("a\tb\r", "a\\tb\\r"), ("\u{1B}[31m", "\\u{1b}[31m"),
    ("\0", "\\0"), ("x\u{85}y", "x\\u{85}y"), ("a\u{202E}b", "a\\u{202e}b"), ("日本", "日本"),
    ("\u{7F}", "\\u{7f}"), ("\r\n", "\\r\\n"),
  ])
  func controlCharactersAreShown(text: String, expected: String) {
    #expect(VisibleText.of(text) == expected)
  }

  @Test func linesStayLines() {
    #expect(VisibleText.ofLines("a\nb\u{1B}") == "a\nb\\u{1b}")
  }
}
