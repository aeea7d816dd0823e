import LarderCore

extension ShellCommand {
  static let mode = ShellCommand(
    "mode", ".mode [MODE [TEMPLATE]]",
    "How results are written: \(OutputMode.list). `\\(name)` in a template is a row's value."
  ) { arguments, session in
    guard !arguments.isEmpty else {
      return try session.show(names: ["mode"], [[.text(session.settings.mode.rawValue)]])
    }
    let word = arguments.prefix { !$0.isWhitespace }
    guard let mode = OutputMode(rawValue: word.lowercased()) else {
      throw ShellError(
        .wrongUsage, "there is no mode `\(arguments)`", help: "the modes are \(OutputMode.list)")
    }
    let template = String(arguments.dropFirst(word.count)).trimmingSpaces
    guard template.isEmpty == (mode != .template) else { throw UsageError() }
    if mode == .template { session.settings.template = try RowTemplate(quoted: template) }
    session.settings.mode = mode
  }

  static let once = ShellCommand(
    "once", ".once FILE", "Write the next result to a file."
  ) { arguments, session in
    session.nextOutput = try session.makeOutput(CommandWords.one(arguments))
  }

  static let output = ShellCommand(
    "output", ".output [FILE]", "Write results to a file from now on; without one, to the screen."
  ) { arguments, session in
    try session.output.flush()
    session.output =
      arguments.isEmpty
      ? session.standardOutput : try session.makeOutput(CommandWords.one(arguments))
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

  static let theme = ShellCommand(
    "theme", ".theme [dark|light|none]", "The colours of the prompt; `none` types without any."
  ) { arguments, session in
    guard !arguments.isEmpty else {
      return try session.show(names: ["theme"], [[.text(session.theme.rawValue)]])
    }
    guard let theme = PromptTheme(rawValue: try CommandWords.one(arguments).lowercased()) else {
      throw UsageError()
    }
    session.theme = theme
  }

  static let width = ShellCommand(
    "width", ".width COLUMNS|auto",
    "Fit tables into so many columns; auto takes the screen's width."
  ) { arguments, session in
    if arguments.lowercased() == "auto" {
      session.tableWidth = nil
    } else if let width = Int(arguments), width >= 20 {
      session.tableWidth = width
    } else {
      throw UsageError()
    }
  }

  static let color = ShellCommand(
    "color", ".color on|off", "Show results, errors and the prompt in colours, or plainly."
  ) { arguments, session in
    session.settings.usesColor = try CommandWords.isOn(arguments)
    session.presenter.usesColor = session.settings.usesColor
  }

  static let pager = ShellCommand(
    "pager", ".pager on|off", "Show results that are longer than the screen with $PAGER, or less."
  ) { arguments, session in
    session.usesPager = try CommandWords.isOn(arguments)
  }

  static let last = ShellCommand(
    "last", ".last", "Ask the last query again, and show every row of it."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    guard let asked = session.lastQuery else {
      throw ShellError(.nothingListed, "no query has been asked yet")
    }
    let limit = session.settings.rowLimit
    defer { session.settings.rowLimit = limit }
    session.settings.rowLimit = 0
    try session.run(asked.query, in: asked.store)
  }

  static let timer = ShellCommand(
    "timer", ".timer on|off", "Tell how long each statement took."
  ) { arguments, session in
    session.showsTimes = try CommandWords.isOn(arguments)
  }
}
