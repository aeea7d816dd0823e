import LarderQuery

/// What is said in grey behind a statement that is being typed.
struct PromptHint {
  let scope: any ResolutionScope

  /// The rest of a command's usage, what a word begins, or an operand's type; empty for nothing.
  func text(atEndOf line: String) -> String {
    let site = CompletionReader.site(atEndOf: line, scope: scope)
    switch site.wanted {
    case .command:
      guard let command = onlyCommand(beginning: site.word) else { return "" }
      return String(command.usage.dropFirst(site.word.count + 1))
    case .argument(let name, let before) where before.isEmpty && site.word.isEmpty:
      guard let command = ShellCommand.named(name.lowercased()) else { return "" }
      return command.usage.split(separator: " ").dropFirst().joined(separator: " ")
    case .continuation(let operand) where site.word.isEmpty:
      let type = operand.described
      return type.isEmpty || !line.hasSuffix(" ") ? "" : "// \(type)"
    case .value(let operand, _) where site.word.isEmpty:
      let type = operand.described
      return type.isEmpty ? "" : (line.hasSuffix(" ") ? "" : " ") + "// \(type)"
    case .clause where site.word.isEmpty && line.hasSuffix(" "): return "where … sort by … limit …"
    default: return ""
    }
  }

  private func onlyCommand(beginning word: String) -> ShellCommand? {
    let fitting = ShellCommand.all.filter { $0.name.hasPrefix(word.lowercased()) }
    return fitting.first { $0.name == word.lowercased() }
      ?? (fitting.count == 1 ? fitting.first : nil)
  }
}
