import LarderCore
import LarderQuery
import LarderStore

extension ShellCommand {
  static let explain = ShellCommand(
    "explain", ".explain QUERY", "Show how a query is answered: where each condition ran, and why."
  ) { arguments, session in
    guard !arguments.isEmpty else { throw UsageError() }
    let asked = try session.query(in: arguments)
    let schema = try session.openStore(named: asked.store).store.schema
    let start = SystemClock.seconds
    let explanation = try session.context.explain(asked.query, in: asked.store)
    try session.show(
      explanation, of: asked.query, schema: schema, seconds: SystemClock.seconds - start)
  }

  static let swift = ShellCommand(
    "swift", ".swift [QUERY]",
    "Show a query, the last one where none is given, as Swift for an app."
  ) { arguments, session in
    let asked = arguments.isEmpty ? session.lastQuery : try session.query(in: arguments)
    guard let asked else {
      throw ShellError(.nothingListed, "no query has been asked yet", help: "`.swift QUERY`")
    }
    let schema = try session.openStore(named: asked.store).store.schema
    switch SwiftPrinter.source(of: asked.query, in: schema) {
    case .success(let text): try session.show(lines: text)
    case .failure(let obstacle):
      throw ShellError(
        .noSuchForm, "`\(obstacle.part)` has no form in Swift: \(obstacle.reason)")
    }
  }
}

extension Session {
  /// The query that a command's arguments say.
  func query(in text: String) throws -> StoreQuery {
    guard case .query(let query, let store) = try resolve(text) else {
      throw ShellError(.wrongUsage, "`\(text)` is not a query")
    }
    return StoreQuery(query: query, store: store)
  }

  /// The objects that a command's arguments name: `#3`, `#3...#5`, `Trip#p5`, a variable.
  func identifiers(in text: String) throws -> [PersistentIdentifier] {
    // `refresh` is the statement whose argument is such a reference and nothing else.
    guard case .refresh(let identifiers, discard: false) = try resolve(text, after: "refresh ")
    else {
      throw ShellError(.wrongUsage, "`\(text)` does not name an object")
    }
    return identifiers
  }

  /// Resolves the arguments of the running command as a statement.
  private func resolve(_ text: String, after prefix: String = "") throws -> ResolvedStatement {
    let offset = commandArgumentsStart - prefix.utf8.count
    let script = Parser.parse(prefix + text, dialect: .prompt, entities: entityNames)
    let problems = DiagnosticList(script.diagnostics.map { $0.shifted(by: offset) })
    guard problems.diagnostics.isEmpty else { throw problems }
    guard script.statements.count == 1, let statement = script.statements.first else {
      throw UsageError()
    }
    switch Resolver(scope: SessionScope(self)).resolve(statement) {
    case .success(let resolved): return resolved
    case .failure(let list):
      throw DiagnosticList(list.diagnostics.map { $0.shifted(by: offset) })
    }
  }
}
