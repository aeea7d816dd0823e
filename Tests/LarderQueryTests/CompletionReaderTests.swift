import LarderCore
import Testing

@testable import LarderQuery

struct CompletionReaderTests {
  private func site(_ text: String) -> CompletionSite {
    CompletionReader.site(atEndOf: text, scope: PeopleScope())
  }

  @Test(arguments: ["", "Per", "Person where age > 3; ", "save\n", "let x = ", "preview "])
  func aStatementMayBegin(text: String) { #expect(site(text).wanted == .statement) }

  @Test(arguments: ["insert ", "update Per", "delete all ", "count Pe", "from ", "people::"])
  func anEntityMayFollow(text: String) { #expect(site(text).wanted == .entity) }

  @Test(arguments: ["Person ", "count Person ", "teens ", "Person limit 3 ", "delete Person wh"])
  func aClauseMayFollow(text: String) { #expect(site(text).wanted == .clause) }

  @Test(arguments: [
    "Person where ", "Person where na", "Person where age > 3 and ", "Person where not ",
    "Person where (", "Person select ", "Person sort by na", "Person group by ",
    "update Person where age > 1 set age = ",
  ])
  func anOperandMayBegin(text: String) {
    switch site(text).wanted {
    case .operand(let names): #expect(names.entity == "Person")
    case .value(.attribute(_, _, _, "age"), let names): #expect(names.entity == "Person")
    case let other: Issue.record("\(other)")
    }
  }

  @Test(arguments: [
    "update Person where age > 1 set ", "insert Person(", "insert Person(age: 3, na",
  ])
  func aPropertyMayFollow(text: String) {
    #expect(site(text).wanted == .property(NameScope(entity: "Person")))
  }

  @Test(arguments: [
    ("Person where employer.", OperandMeaning.object("Company")),
    ("Person where employer?.na", .object("Company")),
    ("Person where friends.", .objects("Person")),
    ("Person where friends.contains { $0.", .object("Person")),
    ("bob.", .object("Person")),
    ("Person where friends.contains { $0.employer.", .object("Company")),
  ])
  func aMemberMayFollow(text: String, owner: OperandMeaning) {
    #expect(site(text).wanted == .member(owner))
  }

  @Test(arguments: [
    "Person where city == ", "Person where city == \"Ro", "Person where city in [\"a\", ",
    "Person where age > 3 and city != ", "insert Person(city: ",
    "Person where employer.name == \"a\" && city == ",
  ])
  func aValueOfTheAttributeMayFollow(text: String) {
    guard case .value(.attribute(.text, _, "Person", "city"), _) = site(text).wanted else {
      Issue.record("\(site(text).wanted)")
      return
    }
  }

  @Test func aValueAtTheEndOfAPathIsThatOfItsOwner() {
    guard
      case .value(.attribute(_, _, "Company", "name"), _) =
        site("Person where employer.name == ").wanted
    else {
      Issue.record("\(site("Person where employer.name == ").wanted)")
      return
    }
  }

  @Test(arguments: ["Person where age ", "Person where city con", "Person where (age > 3) "])
  func anOperatorMayFollow(text: String) {
    guard case .continuation = site(text).wanted else {
      Issue.record("\(site(text).wanted)")
      return
    }
  }

  @Test func aDirectionMayFollowASortKey() {
    #expect(site("Person sort by age ").wanted == .sortContinuation)
  }

  @Test(arguments: [
    ("Person where na", "na"), ("Person where city == \"Ro", "Ro"), (".mo", "mo"),
    (".open /tmp/a", "/tmp/a"), (".open ", ""), ("Person where `na", "na"), ("$mi", "$mi"),
  ])
  func theWordBeforeTheCursorIsToBeReplaced(text: String, word: String) {
    #expect(site(text).word == word)
    #expect(site(text).span.upperBound == text.utf8.count)
  }

  @Test func commandsHaveNamesAndArguments() {
    #expect(site(".").wanted == .command)
    #expect(site(".mo").wanted == .command)
    #expect(site("save; .mo").wanted == .command)
    #expect(site(".mode b").wanted == .argument(command: "mode", before: ""))
    #expect(site(".context new x").wanted == .argument(command: "context", before: "new "))
  }

  @Test(arguments: [
    "Person limit 3", "Person // na", "Person where name == \"a\"", "Person where born > @2025",
    "\"\"\"\nabc", "Person limit ", "#3",
  ])
  func nothingIsKnownInLiteralsAndComments(text: String) {
    #expect(site(text).wanted == .nothing)
  }

  @Test(arguments: [
    "", "(((", "]]]", "where", "where where", "set set =", "a.b.c.d.", "$", "$0.", "`", "\"\\(",
    "{ { {", "let", "let let =", ";;;", "\u{0}", "Person::", "::", "Person where .", ". .",
  ])
  func anyTextHasASite(text: String) {
    let site = site(text)

    #expect(site.span.upperBound == text.utf8.count)
    #expect(site.span.lowerBound >= 0)
  }
}
