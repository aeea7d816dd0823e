/// A failure of the shell's own, in words; the code is stable.
struct ShellError: Error, Hashable {
  enum Code: String, Hashable, Sendable, CaseIterable {
    case unsavedChanges = "script.unsaved-changes"
    case failed = "script.failed"
    case unreadable = "script.unreadable"
    case loadsItself = "script.loads-itself"
    case nestedTooDeeply = "script.nested-too-deeply"
    case saveRefused = "script.save-refused"
    case unknownCommand = "shell.unknown-command"
    case wrongUsage = "shell.wrong-usage"
    case noStore = "shell.no-store"
    case unknownStore = "shell.unknown-store"
    case nameTaken = "shell.name-taken"
    case unsavedStore = "shell.unsaved-store"
    case unknownContext = "shell.unknown-context"
    case readOnly = "shell.read-only"
    case noSuchForm = "shell.no-such-form"
    case nothingListed = "shell.nothing-listed"
    case violations = "check.violations"
    case notImported = "import.refused"
    case notExported = "export.refused"
  }

  var code: Code
  var message: String

  /// What the message counts, a line each.
  var notes: [String] = []
  var help: String?

  init(_ code: Code, _ message: String, notes: [String] = [], help: String? = nil) {
    self.code = code
    self.message = message
    self.notes = notes
    self.help = help
  }
}

/// The arguments do not fit the command; the shell knows which one ran.
struct UsageError: Error, Hashable {}

/// A failure that was shown where it happened; only the status is left to say.
struct ReportedError: Error, Hashable {
  var status: ExitStatus
}
