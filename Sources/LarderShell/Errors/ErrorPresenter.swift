import LarderCore
import LarderQuery

/// The only place where an error becomes words, and a status.
struct ErrorPresenter {
  var usesColor = false

  /// The screen's width, or `nil` for no screen.
  var width: Int?

  /// The error as lines for standard error.
  ///
  /// The span is that of the statement at fault; without a source no statement made the error.
  func text(of error: any Error, at span: Range<Int>, of source: ScriptSource?) -> String {
    switch error {
    case let list as DiagnosticList:
      return list.diagnostics.map { rendered($0, source) }.joined(separator: "\n")
    case let diagnostic as Diagnostic: return rendered(diagnostic, source)
    default:
      let problem = Self.problem(error)
      return located(problem, at: span, of: source)
    }
  }

  /// An error's status, as the process ends with it.
  static func status(of error: any Error) -> ExitStatus {
    switch error {
    case let error as ReportedError: error.status
    case PersistenceError.Code.cancelled: .interrupted
    case is StoreOpeningError, is InvocationError: .badUsage
    case is OutputError: .outputFailed
    default: .statementFailed
    }
  }

  /// What an error says: its code, what happened, what to do.
  struct Problem: Hashable {
    var code: String
    var message: String
    var notes: [String] = []
    var help: String?
  }

  static func problem(_ error: any Error) -> Problem {
    switch error {
    case let error as PersistenceError: return problem(error)
    case let error as ShellError:
      return Problem(
        code: error.code.rawValue, message: error.message, notes: error.notes, help: error.help)
    case let error as StoreOpeningError:
      return Problem(
        code: "store.unopened", message: "`\(error.address)` cannot be opened: \(error.message)")
    case let error as InvocationError:
      return Problem(
        code: "arguments", message: error.message, help: "`larder --help` lists the options")
    case let error as OutputError: return problem(error)
    default: return Problem(code: "unexpected", message: "\(error)")
    }
  }

  private static func problem(_ error: OutputError) -> Problem {
    switch error {
    case .closed: Problem(code: "output.closed", message: "the reader of the output has gone")
    case .failed(let code, let name):
      Problem(
        code: "output.failed", message: "\(name) cannot be written: \(SystemError.words(for: code))"
      )
    }
  }

  private func rendered(_ diagnostic: Diagnostic, _ source: ScriptSource?) -> String {
    var diagnostic = diagnostic
    diagnostic.message = VisibleText.of(diagnostic.message)
    diagnostic.help = diagnostic.help.map(VisibleText.of)
    return DiagnosticRenderer().render(
      diagnostic, source: source?.text ?? "", file: source?.name ?? "", color: usesColor,
      width: width)
  }

  private func located(_ problem: Problem, at span: Range<Int>, of source: ScriptSource?) -> String
  {
    var place = "larder: "
    if let source {
      place =
        source.name.isEmpty
        ? ""
        : "\(source.name):\(source.line(at: span.lowerBound)):"
          + "\(source.column(at: span.lowerBound)): "
    }
    let label = usesColor ? "\u{1B}[1;31merror\u{1B}[0m" : "error"
    var lines = ["\(place)\(label)[\(problem.code)]: \(VisibleText.of(problem.message))"]
    lines += problem.notes.map { "  \(VisibleText.of($0))" }
    if let help = problem.help { lines.append("  = help: \(VisibleText.of(help))") }
    return lines.joined(separator: "\n")
  }
}
