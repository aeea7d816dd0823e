import LarderCore

extension ShellCommand {
  static let load = ShellCommand(
    "load", ".load FILE", "Run a script; its path is relative to the script that names it."
  ) { arguments, session in
    try session.load(try CommandWords.one(arguments))
  }

  static let param = ShellCommand(
    "param", ".param [NAME=VALUE]", "Set the value of $NAME, or list the parameters."
  ) { arguments, session in
    guard !arguments.isEmpty else {
      let parameters = session.parameters.sorted { $0.key < $1.key }
      return try session.show(
        names: ["name", "value"], parameters.map { [.text($0.key), $0.value] })
    }
    do {
      session.set(try Invocation.Parameter(argument: arguments))
    } catch let error as InvocationError {
      throw ShellError(.wrongUsage, error.message)
    }
  }

  static let set = ShellCommand(
    "set", ".set [zone UTC|local|+HH:MM]",
    "Set the zone of dates without one, or show the settings."
  ) { arguments, session in
    let words = try CommandWords.split(arguments)
    guard !words.isEmpty else { return try session.showSettings() }
    guard words.count == 2, words[0].lowercased() == "zone" else { throw UsageError() }
    guard let zone = SessionZone(words[1]) else { throw UsageError() }
    session.zone = zone
  }

  static let echo = ShellCommand(
    "echo", ".echo TEXT", "Write a line of text."
  ) { arguments, session in
    try session.show(lines: arguments)
  }

  static let fail = ShellCommand(
    "fail", ".fail [TEXT]", "End the script with an error."
  ) { arguments, _ in
    throw ShellError(.failed, arguments.isEmpty ? "the script failed" : arguments)
  }
}

extension Session {
  fileprivate func showSettings() throws {
    try show(
      names: ["name", "value"],
      [
        [.text("mode"), .text(settings.mode.rawValue)],
        [.text("limit"), settings.rowLimit.map { .integer(Int64($0)) } ?? .null],
        [.text("null"), settings.nullText.map { .text($0) } ?? .null],
        [.text("timer"), .bool(showsTimes)], [.text("trace"), .bool(trace.isOn)],
        [.text("readonly"), .bool(isReadOnly)], [.text("zone"), .text(zone.name)],
        [.text("context"), .text(currentContext)],
      ])
  }
}
