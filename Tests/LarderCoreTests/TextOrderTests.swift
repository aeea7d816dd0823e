import LarderCore
import LarderTestSupport
@_spi(_Unicode) import Swift
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

  /// Letters that compose, marks, singletons, a syllable in pieces, and what only looks like a start.
  private static let pieces = [
    "a", "e", "e", "K", "<", "z", "\u{301}", "\u{323}", "\u{338}", "\u{E9}", "\u{1EB9}", "\u{F1}",
    "\u{2BE}", "\u{300}", "\u{212A}", "\u{37E}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{1F600}",
  ]

  @Test func theFirstDifferenceDecidesOnlyWhereCompositionLeavesIt() {
    SeededGenerator.forEachRound(4_000) { round, generator in
      let start = text(of: Self.pieces, &generator)
      let (left, right) = (
        start + text(of: Self.pieces, &generator), start + text(of: Self.pieces, &generator)
      )
      #expect(TextOrder.compare(left, right) == Self.order(left, right), round.comment)
    }
  }

  @Test func bytesThatAreNoTextCountAsReplacements() {
    let bytes: [UInt8] = [0x61, 0x65, 0xC3, 0xA9, 0xCC, 0x81, 0x80, 0xE2, 0x84, 0xAA, 0xFF, 0x7A]
    SeededGenerator.forEachRound(4_000) { round, generator in
      let start = list(of: bytes, &generator)
      let (left, right) = (
        start + list(of: bytes, &generator), start + list(of: bytes, &generator)
      )
      let order = left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { TextOrder.compare(utf8: left, $0) }
      }
      let texts = (String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
      #expect(order == Self.order(texts.0, texts.1), round.comment)
    }
  }

  private func list<Piece>(of pieces: [Piece], _ generator: inout SeededGenerator) -> [Piece] {
    (0..<generator.integer(in: 0...3)).compactMap { _ in generator.pick(from: pieces) }
  }

  private func text(of pieces: [String], _ generator: inout SeededGenerator) -> String {
    list(of: pieces, &generator).joined()
  }

  /// The order by definition.
  private static func order(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left._nfc), Array(right._nfc))
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private static func key(_ text: String) -> PersistentIdentifier.PrimaryKey { .text(text) }
}
