import LarderCore
import LarderQuery
import LineEditor

extension Completer {
  /// What may stand in the arguments of a command, as its usage line says.
  func arguments(of name: String, before: String, _ word: String) -> Candidates {
    guard let command = ShellCommand.named(name.lowercased()) else { return [] }
    var found: Candidates = []
    for place in CommandUsage(command.usage).choices(after: before) {
      switch place {
      case .word(let text): found.append(.init(text))
      case .placeholder(let kind): found += candidates(for: kind, before: before, word)
      }
    }
    return found
  }

  private func candidates(for placeholder: String, before: String, _ word: String) -> Candidates {
    switch placeholder {
    case "FILE": paths(beginning: word)
    case "STORE": paths(beginning: word) + stores
    case "NAME": stores + contexts.map { .init($0) }
    case "ENTITY": entities
    case "MODE": OutputMode.allCases.map { .init($0.rawValue) }
    case "TOPIC":
      (ShellCommand.all.map(\.name) + StatementHelp.all.map(\.name)).map { .init($0) }
    default: []
    }
  }

  private var stores: Candidates {
    scope.stores.map { LineCompletions.Candidate($0.name, detail: "an open store") }
  }

  private func paths(beginning word: String) -> Candidates {
    let path = word.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
    let name = word.hasSuffix("=") ? "" : path
    let given = word.dropLast(name.count)
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    return files(folder).map { entry in
      LineCompletions.Candidate(given + folder + entry, label: given + folder + entry)
    }
  }
}

/// The usage line of a command, such as `.context new NAME|use NAME|list`, place by place.
struct CommandUsage {
  enum Place: Hashable {
    case word(String)
    case placeholder(String)
  }

  private let alternatives: [[Place]]
  private let isQuery: Bool

  init(_ usage: String) {
    let words = usage.split(separator: " ").dropFirst().joined(separator: " ")
    isQuery = words == "QUERY" || words == "[QUERY]"
    let bare = words.filter { $0 != "[" && $0 != "]" }
    let parts = bare.split(separator: "|").map { part in
      part.split(separator: " ").map { Place(String($0)) }
    }
    alternatives = parts
  }

  /// What may stand after the words before it.
  func choices(after before: String) -> [Place] {
    let words = before.split(separator: " ").map(String.init)
    var found: [Place] = []
    for alternative in alternatives where alternative.count > words.count {
      let fits = zip(words, alternative).allSatisfy { word, place in
        if case .word(let text) = place { text == word } else { true }
      }
      if fits { found.append(alternative[words.count]) }
    }
    // Options may stand anywhere behind the first word.
    let options = alternatives.joined().filter {
      if case .word(let text) = $0 { text.hasPrefix("--") } else { false }
    }
    return found + (words.isEmpty ? [] : options)
  }
}

extension CommandUsage.Place {
  /// `NAME=STORE` stands for what follows the sign.
  fileprivate init(_ text: String) {
    let kind = text.split(separator: "=").last.map(String.init) ?? text
    let isPlaceholder = kind.allSatisfy { $0.isUppercase } && kind.count > 1
    self = isPlaceholder ? .placeholder(kind) : .word(text)
  }
}
