import LarderCore
import Testing

@Suite struct LikePatternTests {
  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*", "abc", true), ("*c", "abc", true),
    ("*b*", "abc", true), ("a?c", "abc", true), ("a?c", "ac", false), ("?", "é", true),
    ("?", "e\u{301}", true), ("?", "각", true), ("caf?", "cafe\u{301}", true),
    ("caf??", "café", false),
    ("a\\*", "a*", true), ("a\\*", "ab", false), ("\\?", "?", true), ("\\\\*", "\\x", true),
    ("a\\", "a\\", true), ("%", "abc", false), ("%", "%", true), ("*é*", "cafe\u{301}s", true),
    ("*e*", "café", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false),
    ("**", "x", true),
    ("*?*", "", false), ("A*", "abc", false),
  ])
  func wildcards(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(LikePattern(pattern).matches(text) == matches)
  }

  @Test(arguments: [("A*", "abc"), ("STRA*E", "straße"), ("caf?", "CAFÉ")])
  func caseIsFolded(_ pattern: String, _ text: String) {
    #expect(LikePattern(pattern, options: .caseInsensitive).matches(text))
    #expect(!LikePattern(pattern).matches(text))
  }

  @Test func manyStarsDoNotBacktrackOverEachOther() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    let text = String(repeating: "a", count: 5_000)

    #expect(!LikePattern(pattern).matches(text))
  }
}
