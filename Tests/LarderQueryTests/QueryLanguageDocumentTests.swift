import LarderQuery
import LarderTestSupport
import Testing

/// `docs/query-language.md` says what the code does.
@Suite struct QueryLanguageDocumentTests {
  @Test func everyExampleIsAStatement() throws {
    let statements = try Document.named("query-language.md").numberedExamples

    #expect(statements.count >= 40)
    for statement in statements {
      #expect(Parser.parse(statement).diagnostics == [], "\(statement)")
    }
  }

  @Test func everyCodeStandsInTheTable() throws {
    let listed = try Document.named("query-language.md").firstCells.filter { $0.hasPrefix("`Q") }

    #expect(listed == Diagnostic.Code.allCases.map { "`\($0.rawValue)`" })
  }
}
