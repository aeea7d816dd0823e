import LarderCore

extension ShellCommand {
  static let mode = ShellCommand(
    "mode", ".mode [MODE]", "How results are written: \(OutputMode.list)."
  ) { arguments, session in
    guard !arguments.isEmpty else {
      return try session.show(names: ["mode"], [[.text(session.settings.mode.rawValue)]])
    }
    guard let mode = OutputMode(rawValue: try CommandWords.one(arguments).lowercased()) else {
      throw ShellError(
        .wrongUsage, "there is no mode `\(arguments)`", help: "the modes are \(OutputMode.list)")
    }
    session.settings.mode = mode
  }

  static let once = ShellCommand(
    "once", ".once FILE", "Write the next result to a file."
  ) { arguments, session in
    session.nextOutput = try Output(path: CommandWords.one(arguments))
  }

  static let output = ShellCommand(
    "output", ".output [FILE]", "Write results to a file from now on; without one, to the screen."
  ) { arguments, session in
    try session.output.flush()
    session.output =
      arguments.isEmpty ? session.standardOutput : try Output(path: CommandWords.one(arguments))
  }

  static let limit = ShellCommand(
    "limit", ".limit ROWS|off", "Show at most ROWS rows of a table; 0 or off shows all."
  ) { arguments, session in
    if arguments.lowercased() == "off" {
      session.settings.rowLimit = 0
    } else if let rows = Int(arguments), rows >= 0 {
      session.settings.rowLimit = rows
    } else {
      throw UsageError()
    }
  }

  static let null = ShellCommand(
    "null", ".null [TEXT]", "What stands for nil; without a text, the mode's own way."
  ) { arguments, session in
    session.settings.nullText = arguments.isEmpty ? nil : try CommandWords.one(arguments)
  }

  static let timer = ShellCommand(
    "timer", ".timer on|off", "Tell how long each statement took."
  ) { arguments, session in
    session.showsTimes = try CommandWords.isOn(arguments)
  }
}
