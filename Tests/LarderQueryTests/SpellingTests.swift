import Testing

@testable import LarderQuery

@Suite struct SpellingTests {
  @Test(arguments: [
    ("nmae", "name"), ("nam", "name"), ("person", "Person"), ("Persn", "Person"), ("xyz", nil),
    ("ag", nil), ("empolyer", "employer"), ("", nil),
  ])
  func theNearestNameIsWithinAThird(_ word: String, _ nearest: String?) {
    let candidates = ["name", "age", "Person", "employer"]

    #expect(Spelling.nearest(to: word, among: candidates) == nearest)
  }
}
