import LarderCore
import LarderStore
import Testing

@Suite struct PatternTests {
  private func matches(
    _ pattern: String, _ options: EntityPredicate.TextOptions, whole: Bool, _ text: String
  ) throws -> Bool {
    try EvaluationEnvironment.standard.compilePattern(pattern, options, whole)(text)
  }

  typealias Case = (
    pattern: String, options: EntityPredicate.TextOptions, isWhole: Bool, text: String,
    expected: Bool
  )

  private static let cases: [Case] = [
    ("[A-M].*", [], true, "Ada", true),
    ("[A-M]", [], true, "Ada", false),
    ("d", [], false, "Ada", true),
    ("ada", .caseInsensitive, true, "ADA", true),
    ("éa", .diacriticInsensitive, false, "Léa and Lea", true),
    ("LEA", [.caseInsensitive, .diacriticInsensitive], true, "léa", true),
  ]

  @Test(arguments: cases)
  func aPatternMatches(_ sample: Case) throws {
    let found = try matches(
      sample.pattern, sample.options, whole: sample.isWhole, sample.text)
    #expect(found == sample.expected)
  }

  @Test func aPatternThatIsNoneSaysWhy() {
    let error = failure { _ = try matches("(a", [], whole: false, "a") }

    #expect(error?.code == .invalidPattern && error?.value == .text("(a"))
    #expect(error?.detail?.hasSuffix("at offset 2") == true)
  }

  @Test func aPatternIsCheckedInTheContextWhereTheStoreHasNone() throws {
    let people = try People(.nothing)
    try people.insert("Person", ["name": .text("Ada")])
    try people.context.save()
    let condition = EntityPredicate.text(
      .matches, [], .path(AttributePath("name")), .value(.text("A.a")))

    #expect(try people.count("Person", where: condition) == 1)
  }
}
