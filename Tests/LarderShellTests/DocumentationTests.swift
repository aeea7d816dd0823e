import LarderTestSupport
import Testing

@testable import LarderShell

/// `docs/shell.md` says what the shell does.
struct DocumentationTests {
  @Test func everyCommandIsInTheDocumentAndInTheHelp() throws {
    let described = try commandsInTheTable
    let help = try ShellHarness().run(".help").output

    for command in ShellCommand.all {
      #expect(described.contains(command.name), "\(command.name)")
      #expect(help.contains("  \(command.usage)\n"), "\(command.name)")
    }
  }

  @Test func aDescribedCommandIsThereOrSaidToBeMissing() throws {
    let missing = try Set(
      Document.named("shell.md").lines.filter { $0.hasPrefix("Not there yet") }
        .flatMap { Self.commands(in: String($0)) })
    let known = Set(ShellCommand.all.map(\.name))

    #expect(missing.isDisjoint(with: known))
    #expect(try commandsInTheTable.subtracting(known).isSubset(of: missing))
  }

  @Test func everyStatementOfTheHelpIsInADocument() throws {
    let text = try ["shell.md", "query-language.md"].flatMap { try Document.named($0).lines }
      .joined(separator: "\n")

    for statement in StatementHelp.all {
      let word = statement.usage.prefix { !$0.isWhitespace }
      #expect(word == "ENTITY" || text.contains(word), "\(word)")
    }
  }

  @Test func everyExitStatusIsInTheTable() throws {
    let numbers = try Document.named("shell.md").firstCells.compactMap { Int32($0) }
    let statuses: [LarderShell.ExitStatus] = [
      .success, .statementFailed, .badUsage, .outputFailed, .interrupted,
    ]

    #expect(numbers == statuses.map(\.rawValue))
  }

  @Test func everyOptionIsInTheDocument() throws {
    let text = try Document.named("shell.md").lines.joined(separator: "\n")

    for option in InvocationOption.all { #expect(text.contains("--\(option.long)")) }
  }

  @Test func everyErrorCodeIsInTheTable() throws {
    let areas = ["script", "shell", "check", "import", "export"].map { "`\($0)." }
    let listed = try Document.named("shell.md").firstCells.filter { cell in
      areas.contains { cell.hasPrefix($0) }
    }

    #expect(listed == ShellError.Code.allCases.map { "`\($0.rawValue)`" })
  }

  private var commandsInTheTable: Set<String> {
    get throws { try Set(Document.named("shell.md").firstCells.flatMap(Self.commands(in:))) }
  }

  /// The names behind a backtick and a dot.
  private static func commands(in text: String) -> [String] {
    text.split(separator: "`").filter { $0.hasPrefix(".") && !$0.hasPrefix("..") }
      .map { String($0.dropFirst().prefix { $0.isLetter || $0 == "-" }) }
  }
}
