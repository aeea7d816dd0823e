import LarderCore
import LarderQuery
import LineEditor

/// Reads statements from a person and runs them until they quit.
final class StatementLoop {
  private let session: Session
  private var lines: any LineSource
  private let assistant: PromptAssistant?
  private var wasWarned = false

  /// Reads from a source; on a terminal an assistant helps with the lines.
  init(session: Session, lines: any LineSource) {
    self.session = session
    self.lines = lines
    guard let terminal = lines as? TerminalLines else {
      assistant = nil
      return
    }
    let assistant = PromptAssistant(session: session)
    terminal.assistant = assistant
    self.assistant = assistant
  }

  /// Runs until the end of the input; the status says whether output failed.
  func run() throws -> ExitStatus {
    while true {
      switch nextStatement() {
      case .line(let text):
        do {
          try runStatements(text)
          wasWarned = false
        } catch is QuitRequest {
          if mayQuit() { return .success }
        }
        lines.recall(session.recalledStatements)
        session.recalledStatements = []
      case .interrupted: continue
      case .end:
        try? session.notice("")
        if mayQuit() { return .success }
      }
    }
  }

  /// A whole statement, over as many lines as it takes.
  private func nextStatement() -> LineInput {
    let prompt = Prompt.text(for: session.active)
    var text = ""
    var linePrompt = prompt
    while true {
      assistant?.beginLine()
      (lines as? TerminalLines)?.usesColor = session.settings.usesColor && session.theme != .none
      let input = lines.nextLine(prompt: linePrompt)
      assistant?.endLine()
      guard case .line(let line) = input else {
        return input == .end && !text.isEmpty ? .line(text) : input
      }
      text += text.isEmpty ? line : "\n" + line
      guard case .incomplete(let open) = Parser.completeness(of: text) else { break }
      linePrompt = Prompt.continuation(of: prompt, open: open)
    }
    if !StatementPrivacy.isPrivate(text) { lines.remember(text) }
    return .line(text)
  }

  private func runStatements(_ text: String) throws {
    let source = ScriptSource(name: "", text: text)
    _ = Signals.takeInterrupt()
    do {
      let script = try session.parse(source)
      for statement in script.statements {
        do {
          try ProgressLine.shared.watch(session.showsProgress) {
            try session.run(statement, of: source)
          }
        } catch let error where !(error is QuitRequest) {
          try fail(error, at: statement.span, of: source)
          return
        }
      }
    } catch is ReportedError {
      return
    }
  }

  /// The session goes on after any error; a closed standard output goes on to nowhere.
  private func fail(_ error: any Error, at span: Range<Int>, of source: ScriptSource) throws {
    _ = Signals.takeInterrupt()
    session.output.bytes.removeAll()
    session.nextOutput = nil
    try session.present(error, at: span, of: source)
  }

  /// Asks once when changes are unsaved: a second try quits.
  private func mayQuit() -> Bool {
    let count = session.unsavedCount
    guard count > 0, !wasWarned else { return true }
    wasWarned = true
    try? session.notice(
      "\(session.unsavedText(count)); `save` writes them. Quit again to drop them.")
    return false
  }
}
