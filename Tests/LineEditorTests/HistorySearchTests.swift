import Testing

@testable import LineEditor

struct HistorySearchTests {
  private let statements = ["count Trip", "Trip limit 1", "save", "Trip limit 1", "Trip limit 2"]
  private let draft = TypedLine(text: "draft", cursor: 5)

  private func search(_ pattern: String, older steps: Int = 0) -> HistorySearch {
    var search = HistorySearch(statements, from: draft)
    for character in pattern { search.append(String(character)) }
    for _ in 0..<steps { search.findOlder() }
    return search
  }

  @Test(arguments: [
    ("lim", 0, "Trip limit 2"), ("lim", 1, "Trip limit 1"), ("cou", 0, "count Trip"),
    ("Trip", 3, "count Trip"),
  ])
  func theNewestMatchComesFirst(pattern: String, steps: Int, expected: String) {
    #expect(search(pattern, older: steps).match == expected)
  }

  @Test func equalStatementsAreShownOnce() {
    var search = search("limit")
    search.findOlder()
    search.findOlder()

    #expect(search.isFailing)
    #expect(search.match == "Trip limit 1")
  }

  @Test func aPatternThatIsNotFoundKeepsTheLastMatch() {
    let search = search("limit 2x")

    #expect(search.isFailing)
    #expect(search.match == "Trip limit 2")
  }

  @Test func takingLettersBackFindsAgain() {
    var search = search("cx")
    search.removeLast()

    #expect(search.isFailing == false)
    #expect(search.match == "count Trip")
    search.removeLast()
    search.removeLast()
    #expect(search.match == nil)
  }

  @Test func recallGoesBackAndForthToTheDraft() {
    var recall = HistoryRecall()
    var line = draft
    var seen: [String] = []
    while let older = recall.older(than: line, in: statements) {
      line = older
      seen.append(line.text)
    }
    while let newer = recall.newer(than: line, in: statements) {
      line = newer
      seen.append(line.text)
    }

    #expect(
      seen == [
        "Trip limit 2", "Trip limit 1", "save", "Trip limit 1", "count Trip",
        "Trip limit 1", "save", "Trip limit 1", "Trip limit 2", "draft",
      ])
    #expect(recall.newer(than: line, in: statements) == nil)
  }

  @Test func nothingIsRecalledFromAnEmptyHistory() {
    var recall = HistoryRecall()

    #expect(recall.older(than: draft, in: []) == nil)
    #expect(recall.newer(than: draft, in: []) == nil)
  }
}
