import LarderQuery
import Testing

/// The ten faults that must come with a corrected statement, each drawn whole.
@Suite struct FixItTests {
  @Test func anUnknownEntity() {
    expect(
      "Persn where age > 30",
      """
      q:1:1: error[Q201]: there is no entity `Persn`
      1 | Persn where age > 30
        | ^^^^^
        = help: did you mean `Person`: Person where age > 30
      """)
  }

  @Test func anUnknownAttribute() {
    expect(
      "Person where nmae == \"Ada\"",
      """
      q:1:14: error[Q202]: `Person` has no attribute `nmae`
      1 | Person where nmae == "Ada"
        |              ^^^^
        = help: did you mean `name`: Person where name == "Ada"
      """)
  }

  @Test func anAttributeOfAnotherEntity() {
    expect(
      "Person where founded < @1990-01-01",
      """
      q:1:14: error[Q202]: `Person` has no attribute `founded`
      1 | Person where founded < @1990-01-01
        |              ^^^^^^^
        = help: did you mean `employer.founded`: Person where employer.founded < @1990-01-01
      """)
  }

  @Test func equalityInsideSet() {
    expect(
      "update Person where age > 3 set age == 4",
      """
      q:1:37: error[Q104]: a value is set with `=`; `==` compares
      1 | update Person where age > 3 set age == 4
        |                                     ^^
        = help: write `=`: update Person where age > 3 set age = 4
      """)
  }

  @Test func aMethodByAnotherLanguagesName() {
    expect(
      "Person where friends.any { $0.age < 18 }",
      """
      q:1:22: error[Q206]: there is no function `any`
      1 | Person where friends.any { $0.age < 18 }
        |                      ^^^
        = help: did you mean `contains`: Person where friends.contains { $0.age < 18 }
      """)
  }

  @Test func typesThatDoNotFit() {
    expect(
      "Person where age == \"30\"",
      """
      q:1:21: error[Q203]: `age` (integer) cannot be compared with `"30"` (text)
      1 | Person where age == "30"
        |                     ^^^^
        = help: write a number without quotes: Person where age == 30
      """)
  }

  @Test func aMissingAll() {
    expect(
      "update Person set isActive = true",
      """
      q:1:8: error[Q105]: `update` without `where` would update every Person
      1 | update Person set isActive = true
        |        ^^^^^^
        = help: write `all` to mean it: update all Person set isActive = true
      """)
  }

  @Test func aClauseWordUsedAsAName() {
    expect(
      "Person where limit > 3",
      """
      q:1:14: error[Q103]: `limit` is a word of the language here, not a name
      1 | Person where limit > 3
        |              ^^^^^
        = help: put a name in backticks: Person where `limit` > 3
      """)
  }

  @Test func anUnclosedText() {
    expect(
      "Person where age > 3\nand city = 'Oslo",
      """
      q:2:12: error[Q002]: this text has no closing quote
      2 | and city = 'Oslo
        |            ^^^^^
        = help: end the text with ': and city = 'Oslo'
      """)
  }

  @Test func anUnclosedBracket() {
    expect(
      "Person where (age > 3 or (age < 1) sort by name",
      """
      q:1:14: error[Q102]: this `(` is never closed
      1 | Person where (age > 3 or (age < 1) sort by name
        |              ^
        = help: close it with `)`: Person where (age > 3 or (age < 1)) sort by name
      """)
  }

  @Test func aWildcardOfSQL() {
    expect(
      "Person where name like \"A%\"",
      #"""
      q:1:24: error[Q205]: `%` is no wildcard in `like`
      1 | Person where name like "A%"
        |                        ^^^^
        = help: write `*` for any text and `?` for one character, or `\\%` for the sign: Person where name like "A*"
      """#)
  }

  @Test func quotesAroundAName() {
    expect(
      "Person where 'name' == \"Ada\"",
      """
      q:1:14: error[Q204]: `'name'` is a text, not the attribute
      1 | Person where 'name' == "Ada"
        |              ^^^^^^
        = help: a name has no quotes: Person where name == "Ada"
      """)
  }

  @Test func quotesAroundAnEntity() {
    expect(
      "'Person' where age > 3",
      """
      q:1:1: error[Q109]: expected an entity, found a text
      1 | 'Person' where age > 3
        | ^^^^^^^^
        = help: a name has no quotes: Person where age > 3
      """)
  }

  @Test func aDateWithoutItsSign() {
    expect(
      "Person where born > 1990-01-01",
      """
      q:1:21: error[Q011]: a date needs `@` before it
      1 | Person where born > 1990-01-01
        |                     ^^^^^^^^^^
        = help: write `@1990-01-01`: Person where born > @1990-01-01
      """)
  }

  @Test(arguments: [
    "Persn where age > 30", "Person where nmae == \"Ada\"", "Person where age == \"30\"",
    "update Person where age > 3 set age == 4", "update Person set isActive = true",
    "Person where limit > 3", "Person where city = 'Oslo", "Person where (age > 3",
    "Person where name like \"A%\"", "Person where 'name' == \"Ada\"", "delete Person",
    "Person where born > 1990-01-01", "Person where born > \"1990-01-01\"",
    "Person where isActive == 1", "Person where employer == 3", "Person order by name",
    "Person age > 3", "updat Person where age > 3 set age = 4", "Person where status == .lve",
    "Person where name == “Ada”", "insert Person(name: Ada)", "update #3 set friends = #4",
    "Person where name.hasPrefx(\"x\")", "Person where name == 30",
  ])
  func theCorrectedTextHasNoFault(_ source: String) throws {
    let found = problems(source)
    let corrected = try #require(found.first?.corrected(source))

    #expect(found.count == 1)
    #expect(problems(corrected) == [])
  }

  private func expect(_ source: String, _ drawing: String) {
    let found = problems(source).map {
      DiagnosticRenderer().render($0, source: source, file: "q")
    }
    #expect(found.joined(separator: "\n") == drawing)
  }
}
