import LarderCore
import LarderQuery
import LarderStore
import LineEditor

/// Runs scripts as one: all of it counts, or nothing after the last save.
final class ScriptRunner {
  let session: Session
  let keepsGoing: Bool

  /// What the first failure amounts to.
  private var status = ExitStatus.success

  init(session: Session, keepsGoing: Bool) {
    self.session = session
    self.keepsGoing = keepsGoing
  }

  /// Runs sources in order; the first error goes back to the start, or to the last save.
  ///
  /// - Throws: ``OutputError`` alone; other errors are shown and become the status.
  func run(_ sources: [ScriptSource]) throws -> ExitStatus {
    session.savePoint = session.makeCheckpoint()
    session.saves = []
    session.expectsMore()
    do {
      try runAll(sources)
      return status
    } catch is QuitRequest {
      return status
    } catch let error as OutputError {
      session.restore(session.savePoint)
      throw error
    } catch {
      session.restore(session.savePoint)
      let failure = ErrorPresenter.status(of: error)
      if failure != .interrupted { try reportSaves() }
      return failure
    }
  }

  private func runAll(_ sources: [ScriptSource]) throws {
    let scripts = try sources.map { (source: $0, script: try parse($0)) }
    for (index, entry) in scripts.enumerated() {
      let isLast = index == scripts.count - 1
      session.scripts.append(RunningScript(source: entry.source))
      defer { session.scripts.removeLast() }
      try run(entry.script, of: entry.source, isLast: isLast)
    }
  }

  /// With `--keep-going` the statements without a problem run, once the problems are shown.
  private func parse(_ source: ScriptSource) throws -> Script {
    guard keepsGoing else { return try session.parse(source) }
    let script = Parser.parse(source.text, dialect: .script, entities: session.entityNames)
    if !script.diagnostics.isEmpty {
      try session.present(DiagnosticList(script.diagnostics), at: 0..<0, of: source)
      status = .statementFailed
    }
    return script
  }

  private func run(_ script: Script, of source: ScriptSource, isLast: Bool) throws {
    for (index, statement) in script.statements.enumerated() {
      if isLast, index == script.statements.count - 1 { session.expectsNoMore() }
      do {
        try session.run(statement, of: source)
      } catch let error where keepsGoing && ErrorPresenter.status(of: error) == .statementFailed {
        try session.present(error, at: statement.span, of: source)
        status = .statementFailed
      } catch let error where error is OutputError || error is QuitRequest {
        throw error
      } catch {
        try session.present(error, at: statement.span, of: source)
        throw ReportedError(status: ErrorPresenter.status(of: error))
      }
    }
  }

  private func reportSaves() throws {
    guard let last = session.saves.last else { return }
    let count = session.saves.count
    try session.notice(
      "note: what was saved before stays: \(count) \(count == 1 ? "save" : "saves"), the last at "
        + "\(last.file):\(last.line)")
  }
}

/// `.quit` was given.
struct QuitRequest: Error {}
