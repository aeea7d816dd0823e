import LarderCore
import LarderQuery

extension Session {
  /// Shows an error on standard error, unless it was shown before.
  func present(_ error: any Error, at span: Range<Int>, of source: ScriptSource?) throws {
    if error is ReportedError || error is QuitRequest { return }
    if case OutputError.closed = error { return }
    standardError.append(presenter.text(of: error, at: span, of: source) + "\n")
    try standardError.flush()
  }
}
