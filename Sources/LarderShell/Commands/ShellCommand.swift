import LarderQuery

/// A statement that the shell carries out itself, such as `.limit 20`.
struct ShellCommand: Sendable {
  let name: String

  /// How it is written, with its arguments.
  let usage: String
  let summary: String

  /// Runs it; `arguments` is the rest of the line.
  let run: @Sendable (_ arguments: String, _ session: Session) throws -> Void

  init(
    _ name: String, _ usage: String, _ summary: String,
    run: @escaping @Sendable (_ arguments: String, _ session: Session) throws -> Void
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.run = run
  }
}

extension ShellCommand {
  /// Every command in the order of the help; dispatch, help and documents read this table.
  static let all: [ShellCommand] =
    [open, close, stores, use, entities, schema]
    + [
      explain, swift, ids, snapshot, registered, history, dump, trace, context, diagram, chart,
      plot,
    ]
    + [mode, once, output, last, limit, width, null, timer, color, theme, pager]
    + [importFile, exportFile, watch, sql]
    + [load, param, set, echo, fail, statements]
    + [lesson, answer]
    + [readOnly, refresh, check, repair, cloneEmpty, about, help, quit]

  static func named(_ name: String) -> ShellCommand? { all.first { $0.name == name } }

  /// The command that a word without a dot means, by its own name or by another shell's.
  static func meant(by word: String) -> String? {
    named(word)?.name ?? foreignNames[word]
  }

  /// What other shells call commands.
  static let foreignNames = [
    "exit": "quit", "q": "quit", "tables": "entities", "dt": "entities", "databases": "stores",
    "read": "load", "print": "echo", "plan": "explain", "headers": "mode", "connect": "open",
  ]
}

extension Session {
  /// Runs the command with a name.
  func runCommand(_ name: String, _ arguments: String) throws {
    guard let command = ShellCommand.named(name.lowercased()) else { throw unknownCommand(name) }
    do {
      try command.run(arguments, self)
    } catch is UsageError {
      throw ShellError(
        .wrongUsage, "`.\(command.name)` is written `\(command.usage)`", help: nil)
    }
  }

  private func unknownCommand(_ name: String) -> ShellError {
    let near =
      ShellCommand.foreignNames[name]
      ?? Spelling.nearest(to: name, among: ShellCommand.all.map(\.name))
    return ShellError(
      .unknownCommand, "there is no command `.\(name)`",
      help: near.map { "did you mean `.\($0)`?" } ?? "`.help` lists the commands")
  }
}
