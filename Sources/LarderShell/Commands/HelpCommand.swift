extension ShellCommand {
  static let help = ShellCommand(
    "help", ".help [TOPIC]", "List the commands and statements, or explain one."
  ) { arguments, session in
    guard !arguments.isEmpty else { return try session.show(lines: HelpText.overview) }
    let topic = try CommandWords.one(arguments)
    guard let text = HelpText.about(topic) else {
      throw ShellError(
        .unknownCommand, "there is no help on `\(topic)`", help: "`.help` lists the topics")
    }
    try session.show(lines: text)
  }
}

/// A statement of the query language, as the help lists it.
struct StatementHelp: Sendable {
  let name: String
  let usage: String
  let summary: String

  static let all: [StatementHelp] = [
    .init(
      name: "query", usage: "ENTITY [where CONDITION] [sort by KEY] [limit N] [select ITEMS]",
      summary: "Show the objects of an entity; every clause is optional."),
    .init(
      name: "count", usage: "count ENTITY [where CONDITION]", summary: "Count objects."),
    .init(
      name: "first", usage: "first ENTITY [where CONDITION] [sort by KEY]",
      summary: "Show the first object."),
    .init(
      name: "let", usage: "let NAME = VALUE|QUERY|insert …",
      summary: "Name a value, a query to be run anew, or a new object."),
    .init(
      name: "insert", usage: "insert ENTITY(NAME: VALUE, …)",
      summary: "Make an object, with a temporary identifier until it is saved."),
    .init(
      name: "update", usage: "update ENTITY where CONDITION set NAME = VALUE, …",
      summary: "Change every object that matches; `update all ENTITY` changes all."),
    .init(
      name: "delete", usage: "delete ENTITY where CONDITION",
      summary: "Delete every object that matches; delete rules apply."),
    .init(
      name: "preview", usage: "preview update|delete|insert …",
      summary: "Show what an edit would do, and change nothing."),
    .init(name: "diff", usage: "diff", summary: "Show unsaved changes, attribute by attribute."),
    .init(name: "status", usage: "status", summary: "Count unsaved changes and undo steps."),
    .init(name: "save", usage: "save", summary: "Write unsaved changes to their stores."),
    .init(name: "rollback", usage: "rollback", summary: "Drop unsaved changes."),
    .init(
      name: "undo", usage: "undo [N]", summary: "Undo the last statement that changed something."),
    .init(name: "redo", usage: "redo [N]", summary: "Do again what was undone."),
    .init(
      name: "begin", usage: "begin [\"NAME\"] … end",
      summary: "Make several statements one undo step."),
    .init(name: "end", usage: "end", summary: "End the undo step that `begin` began."),
    .init(
      name: "refresh", usage: "refresh REF [discard]",
      summary: "Read an object from its store again."),
    .init(
      name: "resolve", usage: "resolve REF|all keep|store",
      summary: "Settle a conflict: keep yours, or take the store's."),
    .init(
      name: "copy", usage: "copy QUERY to STORE",
      summary: "Insert a query's objects into another store."),
  ]
}

/// The text of `.help`, made from the tables.
enum HelpText {
  static var overview: String {
    let statements = StatementHelp.all.map { ($0.usage, $0.summary) }
    let commands = ShellCommand.all.map { ($0.usage, $0.summary) }
    return "Statements\n" + list(statements) + "\n\nCommands\n" + list(commands)
      + "\n\nA statement ends with its line when it is complete. #3 is the third object of the last "
      + "listing, Trip#p5 an object by its key."
  }

  /// Help on a command or a statement, with or without its dot; `nil` for anything else.
  static func about(_ topic: String) -> String? {
    let name = topic.lowercased()
    if !name.hasPrefix("."), let statement = StatementHelp.all.first(where: { $0.name == name }) {
      return "\(statement.usage)\n  \(statement.summary)"
    }
    let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
    return ShellCommand.named(bare).map { "\($0.usage)\n  \($0.summary)" }
  }

  private static func list(_ rows: [(usage: String, summary: String)]) -> String {
    rows.map { "  \($0.usage)\n      \($0.summary)" }.joined(separator: "\n")
  }
}
