import LarderCore
import Testing

@Suite struct TextMatcherTests {
  /// Text, needle, and the options under which the text contains it, as option letters.
  @Test(
    arguments: [
      ("Résumé", "resume", ["cd"]), ("Résumé", "RÉSUMÉ", ["c", "cd"]),
      ("Résumé", "Resume", ["d", "cd"]),
      ("Re\u{301}sume\u{301}", "Résumé", ["", "c", "d", "cd"]), ("é", "e", ["d", "cd"]),
      ("e\u{301}", "e", ["d", "cd"]), ("e", "é", ["d", "cd"]),
      ("Straße", "STRASSE", ["c", "cd"]), ("STRASSE", "straße", ["c", "cd"]),
      ("STRA\u{1E9E}E", "strasse", ["c", "cd"]), ("ΣΊΣΥΦΟΣ", "σίσυφος", ["c", "cd"]),
      ("σίσυφος", "ΣΙΣΥΦΟΣ", ["cd"]), ("ﬁn", "FI", ["c", "cd"]), ("İstanbul", "istanbul", ["cd"]),
      ("İstanbul", "i\u{307}stanbul", ["c", "cd"]), ("ırmak", "I", []),
      ("Irmak", "i", ["c", "cd"]),
      ("\u{212B}ngström", "Ångström", ["", "c", "d", "cd"]),
      ("\u{212B}ngström", "angstrom", ["cd"]),
      ("\u{212A}elvin", "K", ["", "c", "d", "cd"]), ("\u{212A}elvin", "k", ["c", "cd"]),
      ("a\u{37E}b", ";", ["", "c", "d", "cd"]), ("K", "\u{212A}", ["", "c", "d", "cd"]),
      ("が", "か", []), ("か\u{3099}", "が", ["", "c", "d", "cd"]), ("Łódź", "lodz", []),
      ("Łódź", "Łodz", ["d", "cd"]), ("각", "가", []),
      ("각", "\u{1100}\u{1161}\u{11A8}", ["", "c", "d", "cd"]),
      ("abc", "", ["", "c", "d", "cd"]), ("", "", ["", "c", "d", "cd"]), ("", "a", []),
      ("👩‍👩‍👧", "👩‍👩‍👧", ["", "c", "d", "cd"]), ("naïve", "ïv", ["", "c", "d", "cd"]),
      ("cafe\u{301}s", "fe", ["d", "cd"]), ("efé", "fe\u{301}", ["", "c", "d", "cd"]),
      ("aaab", "AAB", ["c", "cd"]), ("x\r\n", "\n", ["", "c", "d", "cd"]),
      ("Ｆｕｌｌ", "ｆｕｌｌ", ["c", "cd"]),
      ("≠", "=", ["d", "cd"]),
    ] as [(String, String, [String])])
  func containing(_ text: String, _ needle: String, _ accepted: [String]) {
    for (letters, options) in Self.options {
      let matcher = TextMatcher(needle, .anywhere, options: options)
      #expect(matcher.matches(text) == accepted.contains(letters), "[\(letters)]")
      let isFound = Array(text.utf8).withUnsafeBufferPointer { matcher.matches(repairing: $0) }
      #expect(isFound == accepted.contains(letters), "[\(letters)] in bytes")
    }
  }

  @Test(arguments: [
    ("Café tour", "Café", true, false), ("Cafe\u{301}", "Cafe", false, false),
    ("Cafe\u{301}", "fé", false, true), ("tour", "tour", true, true), ("a", "ab", false, false),
    ("éa", "\u{301}a", false, false), ("", "", true, true), ("日本", "日", true, false),
  ])
  func prefixAndSuffix(_ text: String, _ needle: String, _ isPrefix: Bool, _ isSuffix: Bool) {
    #expect(TextMatcher(needle, .prefix).matches(text) == isPrefix)
    #expect(TextMatcher(needle, .suffix).matches(text) == isSuffix)
    #expect(text.hasPrefix(needle) == isPrefix)
    #expect(text.hasSuffix(needle) == isSuffix)
  }

  @Test(
    arguments: [
      ("Café", "cafe\u{301}", ["c", "cd"]), ("Café", "cafe", ["cd"]),
      ("a", "a", ["", "c", "d", "cd"]),
      ("a", "ab", []), ("ß", "SS", ["c", "cd"]), ("", "a", []), ("\u{301}", "", ["d", "cd"]),
    ] as [(String, String, [String])])
  func equality(_ text: String, _ other: String, _ accepted: [String]) {
    for (letters, options) in Self.options {
      let matcher = TextMatcher(other, .whole, options: options)
      #expect(matcher.matches(text) == accepted.contains(letters), "[\(letters)]")
    }
  }

  @Test(
    arguments: [
      ([0x61, 0xCC], "a", true), ([0x80, 0x61], "a", true), ([0xFF, 0xC3], "a", false),
      ([0x61, 0x80], "a", true), ([0x61, 0xCC, 0x81], "a", false), ([0xFF], "\u{FFFD}", true),
      ([0xFF], "", true), ([], "", true), ([], "a", false),
    ] as [([UInt8], String, Bool)])
  func bytesThatAreNoTextAreRepaired(_ bytes: [UInt8], _ needle: String, _ isFound: Bool) {
    let matcher = TextMatcher(needle, .anywhere)
    #expect(bytes.withUnsafeBufferPointer { matcher.matches(repairing: $0) } == isFound)
  }

  @Test func theBytesOfAColumnAreMatchedInPlace() {
    let bytes = Array("Trip to ÅLAND".utf8)
    let matcher = TextMatcher("åland", .suffix, options: .caseInsensitive)

    #expect(bytes.withUnsafeBufferPointer { matcher.matches(utf8: $0) })
  }

  @Test func keysAreEqualExactlyWhereTextsAreEquivalent() {
    let texts = [
      "é", "e\u{301}", "e", "\u{212B}", "Å", "A\u{30A}", "한", "\u{1112}\u{1161}\u{11AB}",
    ]
    for left in texts {
      for right in texts {
        #expect((TextFolding.bytes(of: left) == TextFolding.bytes(of: right)) == (left == right))
      }
    }
  }

  /// Latin texts are folded from a table, all others scalar by scalar.
  @Test func theTableOfLatinLettersAgreesWithTheGeneralWay() {
    for (letters, options) in Self.options {
      let kana = TextFolding.bytes(of: "あ", options)
      for value in UInt32(0x41)..<0x300 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let alone = TextFolding.bytes(of: "x\(scalar)y", options)
        #expect(
          TextFolding.bytes(of: "x\(scalar)yあ", options) == alone + kana, "\(scalar) [\(letters)]")
      }
    }
  }

  static let options: [(String, EntityPredicate.TextOptions)] = [
    ("", []), ("c", .caseInsensitive), ("d", .diacriticInsensitive),
    ("cd", [.caseInsensitive, .diacriticInsensitive]),
  ]
}
