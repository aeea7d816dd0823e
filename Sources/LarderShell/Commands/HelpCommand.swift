extension ShellCommand {
  static let help = ShellCommand(
    "help", ".help [TOPIC]", "List the commands and statements, or explain one."
  ) { arguments, session in
    guard !arguments.isEmpty else { return try session.show(page: HelpText.overview) }
    let topic = try CommandWords.one(arguments)
    guard let found = HelpTopic.named(topic) else {
      let near = HelpTopic.nearest(to: topic).map { "did you mean `.help \($0)`?" }
      throw ShellError(
        .unknownCommand, "there is no help on `\(topic)`",
        help: near ?? "`.help` lists the topics")
    }
    try session.show(page: found.page)
  }
}

/// The text of `.help`, made from the tables.
enum HelpText {
  static var overview: String {
    let subjects = HelpTopic.subjects.map { "  .help \($0.name)\n      \($0.title)" }
    return """
      A statement names an entity, and what is asked of it: Trip where price < 900
      It ends with its line when it is complete. #3 is the third object of the last listing,
      Trip#p5 an object by its key. Tab completes, Ctrl-C drops a line or stops a query.

      Statements
      \(statements)

      Commands
      \(commands)

      More, with examples; also of each statement, command and code of an error
      \(subjects.joined(separator: "\n"))
      """
  }

  static var statements: String { list(StatementHelp.all.map { ($0.usage, $0.summary) }) }
  static var commands: String { list(ShellCommand.all.map { ($0.usage, $0.summary) }) }

  private static func list(_ rows: [(usage: String, summary: String)]) -> String {
    rows.map { "  \($0.usage)\n      \($0.summary)" }.joined(separator: "\n")
  }
}
