import LarderQuery
import LarderTestSupport
import Testing

@testable import LarderShell

struct ErrorHelpTests {
  /// The tables of the documents: the code, and what it means.
  private static func meanings(in document: String) throws -> [String: String] {
    var meanings: [String: String] = [:]
    for line in try Document.named(document).lines where line.hasPrefix("| `") {
      let cells = line.split(separator: " | ").map(String.init)
      guard cells.count == 2 else { continue }
      meanings[cells[0].filter { $0 != "|" && $0 != "`" && $0 != " " }] =
        String(cells[1].dropLast(2))
    }
    return meanings
  }

  @Test func everyCodeHasItsPage() throws {
    let documented = try ["architecture.md", "rest-dialects.md"].flatMap {
      try Self.meanings(in: $0).keys
    }.filter { $0.contains(".") && $0.allSatisfy { $0.isLowercase || ".-".contains($0) } }
    let codes = Diagnostic.Code.allCases.map(\.rawValue) + ShellError.Code.allCases.map(\.rawValue)

    for code in codes + documented { #expect(ErrorHelp.named(code) != nil, "\(code)") }
  }

  @Test(arguments: ["architecture.md", "query-language.md", "rest-dialects.md", "shell.md"])
  func aPageSaysWhatTheDocumentSays(document: String) throws {
    let meanings = try Self.meanings(in: document)
    let entries = ErrorHelp.all.filter { meanings[$0.code] != nil }

    #expect(entries.count >= 15)
    for entry in entries { #expect(entry.meaning == meanings[entry.code]) }
  }

  @Test func noCodeIsExplainedTwice() {
    #expect(Set(ErrorHelp.all.map(\.code)).count == ErrorHelp.all.count)
  }

  @Test func everyCommandAndStatementHasExamples() {
    for command in ShellCommand.all { #expect(!command.topic.examples.isEmpty, "\(command.name)") }
    for statement in StatementHelp.all { #expect(!statement.examples.isEmpty, "\(statement.name)") }
  }
}
