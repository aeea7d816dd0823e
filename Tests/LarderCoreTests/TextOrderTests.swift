import LarderCore
import Testing

@Suite struct TextOrderTests {
  @Test(arguments: [
    ("", "a", -1), ("a", "a", 0), ("a", "B", 1), ("ab", "a", 1), ("e\u{301}", "\u{E9}", 0),
    // Swift 6.3's own `<` is false both ways for these.
    ("e\u{301}", "\u{E9}2", -1), ("\u{E9}", "e\u{301}2", -1), ("Ae\u{301}x", "A\u{E9}xy", -1),
    ("e\u{301}", "f", 1), ("z", "e\u{301}", -1), ("\u{212A}", "K", 0), ("\u{212A}a", "K", 1),
    ("\u{FF5E}", "\u{1F600}", -1), ("\0", "\0\0", -1),
  ])
  func textsGoByTheScalarsOfTheirComposition(_ left: String, _ right: String, _ order: Int) {
    #expect(TextOrder.compare(left, right) == order)
    #expect(TextOrder.compare(right, left) == -order)
    #expect(AttributeValue.order(.text(left), .text(right)) == order)
    let (first, second) = (TextOrderTests.key(left), TextOrderTests.key(right))
    #expect((first < second) == (order < 0))
  }

  private static func key(_ text: String) -> PersistentIdentifier.PrimaryKey { .text(text) }
}
