import LarderCore
import LarderStore

extension ShellCommand {
  static let context = ShellCommand(
    "context", ".context new NAME|use NAME|list", "Work in several contexts over the same stores."
  ) { arguments, session in
    let words = try CommandWords.split(arguments)
    switch (words.first, words.count) {
    case (nil, _), ("list", 1): try session.showContexts()
    case ("new", 2): try session.makeContext(named: words[1])
    case ("use", 2): try session.useContext(named: words[1])
    default: throw UsageError()
    }
  }

  static let readOnly = ShellCommand(
    "readonly", ".readonly [on|off]", "Refuse edits, or say whether they are refused."
  ) { arguments, session in
    guard arguments.isEmpty else {
      session.isReadOnly = try CommandWords.isOn(arguments)
      return
    }
    try session.show(names: ["readonly"], [[.bool(session.isReadOnly)]])
  }

  static let quit = ShellCommand("quit", ".quit", "End the session.") { arguments, _ in
    guard arguments.isEmpty else { throw UsageError() }
    throw QuitRequest()
  }
}

extension Session {
  fileprivate func showContexts() throws {
    try show(
      names: ["name", "current", "changes"],
      contexts.map { named in
        [
          .text(named.name), .bool(named.name == currentContext),
          .integer(Int64(named.context.changes(in: nil).count)),
        ]
      })
  }
}
