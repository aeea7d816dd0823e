import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Parses a script; problems are shown, all of them, before anything has run.
  func parse(_ source: ScriptSource) throws -> Script {
    let script = Parser.parse(source.text, dialect: .script, entities: active.entityNames)
    guard script.diagnostics.isEmpty else {
      try present(DiagnosticList(script.diagnostics), at: 0..<0, of: source)
      throw ReportedError(status: .statementFailed)
    }
    return script
  }

  /// What is shown may be named by later statements.
  func expectsMore() {
    keepsListing = true
    for named in contexts { named.context.registrationLimit = Self.registrationLimit }
  }

  private static let registrationLimit = EntityContext().registrationLimit

  /// The last statement of a run: what it shows need not be remembered.
  func expectsNoMore() {
    keepsListing = false
    for named in contexts { named.context.registrationLimit = 0 }
  }

  /// Resolves and carries out one statement.
  func run(_ statement: StatementSyntax, of source: ScriptSource) throws {
    if let lesson, !statement.isAboutLessons {
      return try runInLesson(statement, of: source, lesson)
    }
    let start = SystemClock.seconds
    currentLine = source.line(at: statement.span.lowerBound)
    try execute(try resolved(statement))
    try checkInterrupt()
    if showsTimes { try notice(Self.duration(SystemClock.seconds - start)) }
    if let failure = trace.takeFailure() { throw failure }
  }

  /// A lone word that is no entity may be a command without its dot.
  private func resolved(_ statement: StatementSyntax) throws -> ResolvedStatement {
    do {
      return try Resolver(scope: SessionScope(self)).resolve(statement).get()
    } catch {
      guard var problem = error.diagnostics.first, problem.code == .unknownEntity,
        let command = ShellCommand.meant(by: statement.text)
      else { throw error }
      problem.help = "commands begin with a dot: `.\(command)`"
      problem.replacement = nil
      throw problem
    }
  }

  static func duration(_ seconds: Double) -> String {
    let micros = Int((seconds * 1e6).rounded())
    let fraction = String(micros % 1_000_000 / 100)
    return "\(micros / 1_000_000).\(String(repeating: "0", count: 4 - fraction.count))\(fraction) s"
  }

  func makeCheckpoint() -> ScriptCheckpoint {
    ScriptCheckpoint(
      contexts: contexts.map { ($0.name, $0.context.checkpoint()) }, listing: listing,
      variables: variables)
  }

  /// Goes back to a checkpoint; contexts made since then lose their changes.
  func restore(_ checkpoint: ScriptCheckpoint?) {
    guard let checkpoint else { return }
    for named in contexts {
      if let saved = checkpoint.contexts.first(where: { $0.name == named.name }) {
        named.context.restore(saved.checkpoint)
      } else {
        named.context.rollback()
      }
    }
    listing = checkpoint.listing
    variables = checkpoint.variables
  }

  /// A script that fails later goes back to here.
  func noteSavePoint() throws {
    guard let script = scripts.last else { return }
    saves.append(SavePoint(file: script.source.name, line: currentLine))
    savePoint = makeCheckpoint()
  }

  /// Runs a script that a statement names.
  ///
  /// Inside a script it is a part of that; at the prompt it is one unit and one undo group.
  func load(_ path: String) throws {
    let folder = scripts.last?.source.folder ?? ""
    let source = try ScriptSource(path: path, relativeTo: folder)
    try checkChain(with: source)
    guard scripts.isEmpty else { return try runNested(source, refusesSave: false) }
    let pending = unsavedCount > 0
    savePoint = makeCheckpoint()
    saves = []
    try loadAsUnit(source, refusesSave: pending)
  }

  private func loadAsUnit(_ source: ScriptSource, refusesSave: Bool) throws {
    let isOwnGroup = context.openGroupName == nil
    do {
      if isOwnGroup { try context.beginGroup(named: "load \(source.name)") }
      try runNested(source, refusesSave: refusesSave)
      if isOwnGroup, context.openGroupName != nil { try context.endGroup() }
    } catch {
      restore(savePoint)
      throw error
    }
  }

  private func runNested(_ source: ScriptSource, refusesSave: Bool) throws {
    let script = try parse(source)
    scripts.append(RunningScript(source: source, refusesSave: refusesSave))
    defer { scripts.removeLast() }
    for statement in script.statements {
      do {
        try run(statement, of: source)
      } catch is QuitRequest {
        return
      } catch let error as OutputError {
        throw error
      } catch {
        try present(error, at: statement.span, of: source)
        throw ReportedError(status: ErrorPresenter.status(of: error))
      }
    }
  }

  static let deepestLoad = 20

  private func checkChain(with source: ScriptSource) throws {
    let chain = scripts.compactMap(\.source.realPath)
    if let path = source.realPath, chain.contains(path) {
      let names = scripts.map(\.source.name) + [source.name]
      throw ShellError(
        .loadsItself, "the script loads itself: " + names.joined(separator: " → "))
    }
    guard scripts.count < Self.deepestLoad else {
      throw ShellError(
        .nestedTooDeeply, "scripts load each other more than \(Self.deepestLoad) deep")
    }
  }
}

extension StatementSyntax {
  /// A command that is not for the lesson's own session.
  fileprivate var isAboutLessons: Bool {
    guard text.first == "." else { return false }
    let name = text.dropFirst().prefix { $0.isLetter }
    return ["lesson", "answer", "quit", "theme", "color", "pager", "echo"]
      .contains(name.lowercased())
  }
}
