import Glibc
import Testing

@testable import LineEditor

struct CompletionMenuTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  private func menu(_ names: [String], selection: Int? = nil) -> CompletionMenu {
    CompletionMenu(
      completions: LineCompletions(span: 0..<0, candidates: names.map { .init($0) }),
      selection: selection)
  }

  @Test func candidatesRunDownTheColumns() {
    #expect(
      menu(["a", "b", "c", "d", "e"]).rows(width: 9, height: 8, usesColor: false) == [
        " a   d  ", " b   e  ", " c  ",
      ])
  }

  @Test func whatDoesNotFitIsCounted() {
    let names = (1...50).map { "name\($0)" }

    #expect(
      menu(names).rows(width: 20, height: 3, usesColor: false).last == "1–6 of 50")
    #expect(
      menu(names, selection: 7).rows(width: 20, height: 3, usesColor: false).last == "7–12 of 50")
  }

  @Test func theSelectedOneIsMarkedWithoutColours() {
    #expect(
      menu(["a", "b"], selection: 1).rows(width: 40, height: 4, usesColor: false) == [" a  >b  "])
  }

  @Test func selectingGoesRoundAndRound() {
    var menu = menu(["a", "b", "c"])
    var seen: [Int?] = []
    for _ in 0..<4 {
      menu.move(by: 1)
      seen.append(menu.selection)
    }
    menu.move(by: -1)

    #expect(seen == [0, 1, 2, 0])
    #expect(menu.selection == 2)
  }

  @Test func noHeightGivesNoRows() {
    #expect(menu(["a", "b"]).rows(width: 40, height: 0, usesColor: true) == [])
    #expect(menu([]).rows(width: 40, height: 4, usesColor: true) == [])
  }

  @Test func theCommonPrefixStopsWhereCandidatesDiffer() {
    let names = ["ending", "endpoint", "end"].map { LineCompletions.Candidate($0) }

    #expect(LineCompletions(span: 0..<0, candidates: names).commonPrefix == "end")
    #expect(LineCompletions(span: 0..<0, candidates: []).commonPrefix == "")
  }
}
