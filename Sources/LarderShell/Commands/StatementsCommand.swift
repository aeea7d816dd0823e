import FoundationEssentials
import LarderCore
import LineEditor

extension ShellCommand {
  static let statements = ShellCommand(
    "statements", ".statements [import FILE]",
    "Show what was typed in this and earlier sessions, or take over another program's history."
  ) { arguments, session in
    guard let history = session.statementHistory else {
      throw ShellError(
        .nothingListed, "no history of statements is kept",
        help: "it is kept at a terminal, without `--no-history`")
    }
    let words = try CommandWords.split(arguments)
    if words.isEmpty { return try session.show(statements: history) }
    guard words.count == 2, words[0].lowercased() == "import" else { throw UsageError() }
    try session.importStatements(of: words[1], into: history)
  }
}

extension Session {
  /// The latest first where a table may hide what comes last.
  fileprivate func show(statements history: HistoryFile) throws {
    let entries = history.entries()
    try show(
      names: ["time", "statement"],
      (settings.mode.isForData ? entries : entries.reversed()).map { entry in
        [.date(Date(timeIntervalSince1970: Double(entry.time))), .text(entry.text)]
      })
  }

  /// Takes over statements that are not private; lines that are no text are passed over.
  fileprivate func importStatements(of path: String, into history: HistoryFile) throws {
    let foreign: ForeignHistory
    do {
      foreign = try ForeignHistory(path: path)
    } catch {
      throw ShellError(
        .unreadable, "`\(path)` cannot be read: \(SystemError.words(for: error.code))")
    }
    let kept = foreign.entries.filter { !StatementPrivacy.isPrivate($0.text) }
    history.append(kept)
    recalledStatements += kept.map(\.text)
    var parts = ["\(kept.count) \(kept.count == 1 ? "statement" : "statements") taken over"]
    let hidden = foreign.entries.count - kept.count
    if hidden > 0 { parts.append("\(hidden) private left out") }
    if foreign.unreadableLines > 0 {
      let lines = foreign.unreadableLines
      parts.append("\(lines) \(lines == 1 ? "line" : "lines") could not be read")
    }
    try report(parts.joined(separator: ", "))
  }
}
