import LarderQuery

/// Something that `.help` explains: a subject, a statement, a command or the code of an error.
struct HelpTopic: Hashable, Sendable {
  let name: String

  /// The first line: how it is written, or what it is.
  let title: String

  /// What there is to say, in lines.
  var text: String

  /// Statements that run on the sample trips, in their order.
  var examples: [String] = []

  /// The page as it is shown.
  var page: String {
    let body = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    guard !examples.isEmpty else { return title + "\n" + body }
    let lines = examples.map { example in
      example.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    }
    return title + "\n" + body + "\n\nExamples\n" + lines.joined(separator: "\n")
  }
}

extension HelpTopic {
  /// The topic of a name, with or without a command's dot; `nil` where there is none.
  static func named(_ name: String) -> HelpTopic? {
    let name = name.lowercased()
    if let subject = subjects.first(where: { $0.name == name }) { return subject }
    if !name.hasPrefix("."), let statement = StatementHelp.named(name) { return statement.topic }
    let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
    return ShellCommand.named(bare)?.topic ?? ErrorHelp.named(name)?.topic
  }

  /// The name that is nearest to one that there is not.
  static func nearest(to name: String) -> String? {
    let names = subjects.map(\.name) + StatementHelp.all.map(\.name) + ShellCommand.all.map(\.name)
    return Spelling.nearest(to: name, among: names)
  }
}

extension ShellCommand {
  /// The command's own page.
  var topic: HelpTopic {
    HelpTopic(
      name: name, title: usage, text: summary, examples: CommandExamples.byName[name] ?? [])
  }
}

extension StatementHelp {
  static func named(_ name: String) -> StatementHelp? { all.first { $0.name == name } }

  var topic: HelpTopic {
    HelpTopic(name: name, title: usage, text: summary, examples: examples)
  }
}

extension ErrorHelp {
  var topic: HelpTopic {
    HelpTopic(name: code, title: "\(code): \(meaning)", text: remedy)
  }
}
