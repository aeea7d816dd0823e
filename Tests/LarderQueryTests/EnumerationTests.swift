import LarderCore
import LarderQuery
import Testing

/// A literal beside an enumeration must be one of its values.
@Suite struct EnumerationTests {
  @Test(arguments: [
    ("Person where status == \"lve\"", "Person where status == .live"),
    ("Person where \"dea\" != status", "Person where .dead != status"),
    ("Person where status in [\"live\", \"ded\"]", "Person where status in [\"live\", .dead]"),
    ("update #1 set status = \"liv\"", "update #1 set status = .live"),
  ])
  func aTextThatIsNoCaseIsCorrected(_ source: String, _ corrected: String) throws {
    let found = problems(source)

    #expect(found.map(\.code) == [.unknownCase])
    #expect(found.first?.corrected(source) == corrected)
    #expect(problems(corrected) == [])
  }

  @Test func aTextUnlikeAnyCaseGetsTheList() {
    let found = problems("Person where status == \"elsewhere\"")

    #expect(found.map(\.message) == ["`\"elsewhere\"` is no value of `Status`"])
    #expect(found.first?.help == "its cases are `.live`, `.dead`")
  }

  @Test(arguments: [
    "Person where status == \"live\"", "Person where status == nil",
    "Person where status in [\"live\", \"dead\"]", "Person where status like \"l*\"",
    "Person where status < \"m\"", "Person where status contains \"ea\"",
    "update #1 set status = \"dead\"",
  ])
  func valuesAndPatternsMayStandAsTexts(_ source: String) {
    #expect(problems(source) == [])
  }
}
