import LarderQuery
import Testing

struct HighlighterTests {
  /// The parts as `text:kind`.
  private func parts(_ text: String, cursor: Int? = nil) -> [String] {
    let bytes = Array(text.utf8)
    return Highlighter.highlights(of: text, entities: ["Person"], cursor: cursor).map {
      "\(String(decoding: bytes[$0.span], as: UTF8.self)):\($0.kind)"
    }
  }

  @Test(arguments: [
    ("Person where age > 3", ["Person:entity", "where:keyword", "3:number"]),
    ("count Person", ["count:keyword", "Person:entity"]),
    (
      "Person where name == \"x\" and ok == true",
      [
        "Person:entity", "where:keyword", "\"x\":text", "and:keyword", "true:constant",
      ]
    ),
    (".mode box", [".mode box:command"]),
    (
      "update Person where $n == #3",
      [
        "update:keyword", "Person:entity", "where:keyword", "$n:reference", "#3:reference",
      ]
    ),
    (
      "Person where lower(name) // why",
      [
        "Person:entity", "where:keyword", "lower:function", "// why:comment",
      ]
    ),
    (
      "Person where born > @2025-01-01 - 2d",
      [
        "Person:entity", "where:keyword", "@2025-01-01:date", "2d:number",
      ]
    ),
    (
      "Person where name matches /a.b/",
      [
        "Person:entity", "where:keyword", "matches:keyword", "/a.b/:pattern",
      ]
    ),
    ("insert Person(count: 3)", ["insert:keyword", "Person:entity", "3:number"]),
    ("Person where a.count > 1", ["Person:entity", "where:keyword", "1:number"]),
    ("Person §", ["Person:entity", "§:fault"]),
  ])
  func everyPartHasItsKind(text: String, expected: [String]) {
    #expect(parts(text) == expected)
  }

  @Test(arguments: [
    ("Person where name == \"x", "\"x"), ("Person where (age", "("),
    ("Person where tags.contains { ", "{"), ("Person /* never", "/* never"),
    ("Person where `na", "`na"),
  ])
  func whatIsOpenIsMarked(text: String, open: String) {
    #expect(parts(text).contains("\(open):unclosed"))
  }

  @Test func bracketsAtTheCursorAreAPair() {
    #expect(parts("(a)", cursor: 3) == ["(:bracketPair", "):bracketPair"])
    #expect(parts("(a)", cursor: 0) == ["(:bracketPair", "):bracketPair"])
    #expect(parts("((a))", cursor: 4) == ["(:bracketPair", "):bracketPair"])
    #expect(parts("(a)", cursor: 9) == [])
  }

  @Test(arguments: [
    "", "\"", "'", "`", "(((", ")))", "\"\"\"", "/*", "#", "@", "$", "\u{0}\u{7F}", "日本 where",
    "Person where \\(", "\"\\(\"\\(\"", ".", "..", "#\"", "/", "//", "{[(\"",
  ])
  func partsAreInOrderAndInsideTheText(text: String) {
    let found = Highlighter.highlights(of: text, entities: [], cursor: 0)

    #expect(zip(found, found.dropFirst()).allSatisfy { $0.span.upperBound <= $1.span.lowerBound })
    #expect(found.allSatisfy { !$0.span.isEmpty && $0.span.upperBound <= text.utf8.count })
  }
}
