import PatternMatching
import Testing

@Suite struct PatternTests {
  @Test(arguments: [
    ("^[A-M]\\w+$", "Ada", true, true), ("d", "Ada", true, false), ("Ada|A", "Ada", true, true),
    ("A|Ada", "Ada", true, true), ("\\w+", "日本", true, true), (".", "🏔", true, true),
    ("", "", true, true), ("", "x", true, false), ("^$", "", true, true),
    ("a.c", "a\nc", false, false),
    ("Z", "Ada", false, false),
  ])
  func aPatternMatchesSomewhereOrAsAWhole(
    _ source: String, _ text: String, _ somewhere: Bool, _ whole: Bool
  ) throws {
    let pattern = try Pattern(source)

    #expect(pattern.matches(text) == somewhere)
    #expect(pattern.matches(text, whole: true) == whole)
  }

  @Test func caseIsFoldedInAllScripts() throws {
    #expect(try Pattern("élan", caseInsensitive: true).matches("ÉLAN"))
    #expect(try !Pattern("élan").matches("ÉLAN"))
  }

  @Test(arguments: [
    ("(", "missing closing parenthesis", 1), ("a{2,1}", "numbers out of order in {} quantifier", 5),
    ("[", "missing terminating ] for character class", 1),
    ("\\C", "using \\C is disabled by the application", 2),
  ])
  func aBadPatternSaysWhatIsWrongAndWhere(_ source: String, _ message: String, _ offset: Int) {
    let error = #expect(throws: PatternError.self) { try Pattern(source) }

    #expect(error?.message == message)
    #expect(error?.offset == offset)
  }

  @Test func aMatchThatWouldTakeForeverIsGivenUp() throws {
    let pattern = try Pattern("(a+)+$")

    #expect(!pattern.matches(String(repeating: "a", count: 5_000) + "b"))
  }
}
