import LarderCore
import LarderQuery
import LineEditor

/// Finds what may stand at a place of a statement, as far as the schemas and what is known of values tell.
struct Completer {
  let scope: any ResolutionScope

  /// The values of an attribute that have been seen; empty where none are known yet.
  let values: (EntityName, AttributeName) -> [AttributeValue]

  /// The names of the open contexts, for commands.
  var contexts: [String] = []

  /// The folder's entries, by the path of the folder; a name with `/` at its end is a folder.
  var files: (String) -> [String] = { _ in [] }

  private typealias Candidate = LineCompletions.Candidate

  /// What may stand at the end of a text.
  func completions(atEndOf text: String) -> LineCompletions {
    let site = CompletionReader.site(atEndOf: text, scope: scope)
    let found = candidates(for: site)
    let word = site.word
    let exact = found.filter { Self.begins($0, with: word, ignoringCase: false) }
    let fitting =
      exact.isEmpty ? found.filter { Self.begins($0, with: word, ignoringCase: true) } : exact
    var seen: Set<String> = []
    return LineCompletions(
      span: site.span, candidates: fitting.filter { seen.insert($0.text).inserted })
  }

  private static func begins(
    _ candidate: Candidate, with word: String, ignoringCase: Bool
  ) -> Bool {
    // A text may be begun without its quote.
    let bare = candidate.label.first == "\"" ? String(candidate.label.dropFirst()) : candidate.label
    if ignoringCase { return bare.lowercased().hasPrefix(word.lowercased()) }
    return candidate.label.hasPrefix(word) || bare.hasPrefix(word)
  }

  private func candidates(for site: CompletionSite) -> [Candidate] {
    switch site.wanted {
    case .nothing: []
    case .statement: statements
    case .command: commands
    case .argument(let command, let before): arguments(of: command, before: before, site.word)
    case .entity: entities
    case .clause: Self.clauses
    case .operand(let names): operands(names)
    case .property(let names): properties(of: names.entity)
    case .member(let owner): members(of: owner)
    case .value(let compared, let names): self.values(comparedWith: compared, names, site)
    case .continuation(let operand): continuations(after: operand)
    case .sortContinuation: Self.directions + Self.clauses
    }
  }

  // MARK: Statements

  private var statements: [Candidate] {
    entities + queries
      + StatementHelp.all.filter { $0.name != "query" }.map { Candidate($0.name, detail: $0.usage) }
  }

  private var queries: [Candidate] {
    scope.variableNames.compactMap { name in
      guard case .query? = scope.variable(name) else { return nil }
      return Candidate(name, detail: "a query")
    }
  }

  /// The entities of the current store first.
  var entities: [LineCompletions.Candidate] {
    let stores =
      scope.stores.filter { $0.name == scope.currentStore }
      + scope.stores.filter { $0.name != scope.currentStore }
    return stores.flatMap { store in
      store.schema.entities.map {
        Candidate(QueryNames.entity($0.name), label: $0.name.rawValue, detail: "in \(store.name)")
      }
    }
  }

  private var commands: [Candidate] {
    ShellCommand.all.map { Candidate($0.name, detail: $0.summary) }
  }

  static let clauses = LanguageNames.clauses.map { LineCompletions.Candidate($0) }
  private static let directions = ["asc", "desc", "nils first", "nils last"].map { Candidate($0) }
}
