import LarderCore

extension ShellCommand {
  static let trace = ShellCommand(
    "trace", ".trace on|full|jsonl [FILE]|show N|off",
    "Tell each request and result between contexts and stores; `show` unfolds one."
  ) { arguments, session in
    let words = try CommandWords.split(arguments)
    switch (words.first, words.count) {
    case ("on", 1): session.trace(to: session.standardError) { [$0.line] }
    case ("full", 1): session.trace(to: session.standardError) { $0.unfoldedLines }
    case ("jsonl", 1): session.traceRecords(to: session.standardError)
    case ("jsonl", 2): session.traceRecords(to: try session.makeOutput(words[1]))
    case ("off", 1): session.trace.listen(nil)
    case ("show", 2): try session.unfoldRequest(words[1])
    default: throw UsageError()
    }
  }
}

extension Session {
  /// Tells events as lines; control characters are shown.
  fileprivate func trace(
    to output: Output, as lines: @escaping @Sendable (TraceEvent) -> [String]
  ) {
    listen(to: output) { event in
      lines(event).map { VisibleText.of($0) + "\n" }.joined()
    }
  }

  /// Tells events as JSON Lines.
  fileprivate func traceRecords(to output: Output) {
    listen(to: output) { JSONText.text(of: $0.record) + "\n" }
  }

  private func listen(to output: Output, _ text: @escaping @Sendable (TraceEvent) -> String) {
    nonisolated(unsafe) let output = output
    trace.listen { event throws(OutputError) in
      output.append(text(event))
      try output.flush()
    }
  }

  /// Shows what is kept of a request, with all its details.
  fileprivate func unfoldRequest(_ word: String) throws {
    guard let number = Int(word) else { throw UsageError() }
    let events = trace.events(of: number)
    guard !events.isEmpty else {
      let kept = trace.keptNumbers.map {
        "those from \($0.lowerBound) to \($0.upperBound) are kept"
      }
      throw ShellError(
        .nothingListed, "no request \(number) was traced", help: kept ?? "`.trace on` begins")
    }
    guard !settings.mode.isForData else {
      return try showRecords(of: events)
    }
    try show(lines: events.flatMap(\.unfoldedLines).joined(separator: "\n"))
  }

  private func showRecords(of events: [TraceEvent]) throws {
    try show(
      names: ["number", "phase", "store", "operation", "summary", "event"],
      events.map { event in
        [
          .integer(Int64(event.number)), .text(event.phase.rawValue), .text(event.store),
          .text(event.operation), .text(event.summary), event.record,
        ]
      })
  }
}
