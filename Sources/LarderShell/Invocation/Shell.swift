import Glibc
import LarderCore
import LarderQuery
import LineEditor

/// The shell: give it the kinds of stores that it may open, and run it.
///
/// ```swift
/// let status = Shell(openers: [.json, .sqlite]).run(arguments: CommandLine.arguments)
/// ```
public struct Shell {
  private let openers: [StoreOpener]

  public init(openers: [StoreOpener]) { self.openers = openers }

  /// Runs the shell to its end and returns how it ended.
  ///
  /// The arguments have the program's name first.
  public func run(arguments: [String]) -> ExitStatus {
    Signals.install()
    let output = Output(descriptor: STDOUT_FILENO, name: "standard output")
    let errors = Output(descriptor: STDERR_FILENO, name: "standard error")
    let session = Session(openers: openers, standardOutput: output, standardError: errors)
    // Whoever watches for Ctrl-C outlives the session, whose stores are to be closed with it.
    defer { session.interrupts.aim(at: nil) }
    do {
      let invocation = try Invocation(arguments: Array(arguments.dropFirst()))
      let status = try run(invocation, session)
      try session.output.flush()
      return status
    } catch {
      try? session.present(error, at: 0..<0, of: nil)
      return ErrorPresenter.status(of: error)
    }
  }

  private func run(_ invocation: Invocation, _ session: Session) throws -> ExitStatus {
    if let printout = invocation.printout {
      session.output.append(printout.text)
      return .success
    }
    try session.configure(for: invocation)
    let sources = session.isInteractive ? [] : try invocation.scriptSources()
    let options = try session.options(for: invocation)
    session.storeOptions = options
    for location in invocation.stores {
      _ = try ProgressLine.shared.watch(session.showsProgress) {
        try session.open(location, options)
      }
    }
    session.currentStore = session.stores.first?.name
    for parameter in invocation.parameters { session.set(parameter) }
    session.handleInterrupts()
    guard !session.isInteractive else { return try converse(invocation, session) }
    let runner = ScriptRunner(session: session, keepsGoing: invocation.keepsGoing)
    return try finish(session, try runner.run(sources))
  }

  /// Changes that were not saved are lost, and that is an error unless it was asked for.
  private func finish(_ session: Session, _ status: ExitStatus) throws -> ExitStatus {
    if try session.tellUnknownOutcomes(), status == .success { return .statementFailed }
    let count = session.unsavedCount
    if session.isDryRun, status == .success {
      try session.showDifferences()
      return status
    }
    guard count > 0, status == .success else { return status }
    try session.present(
      ShellError(
        .unsavedChanges, "\(session.unsavedText(count)) dropped at the end",
        help: "end with `save`, or with `rollback` to drop them on purpose"),
      at: 0..<0, of: nil)
    return .statementFailed
  }

  private func converse(_ invocation: Invocation, _ session: Session) throws -> ExitStatus {
    session.statementHistory =
      invocation.keepsHistory ? HistoryFile.standard(environment: Self.variable) : nil
    let lines: any LineSource =
      TerminalLines(historyFile: session.statementHistory)
      ?? PlainLines(descriptor: STDIN_FILENO, promptDescriptor: STDERR_FILENO)
    for open in session.stores { try session.notice("\(open.name): \(session.summary(of: open))") }
    if invocation.readsStartFile, let file = StartFile(environment: Self.variable) {
      try file.run(in: session)
      session.applyChoices(of: invocation)
    }
    let status = try StatementLoop(session: session, lines: lines).run()
    return try session.tellUnknownOutcomes() && status == .success ? .statementFailed : status
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
