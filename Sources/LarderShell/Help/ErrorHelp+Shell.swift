/// Failures of the shell's own.
extension ErrorHelp {
  static let shell: [ErrorHelp] = [
    .init(
      "script.unsaved-changes", "a run ends with changes that it neither saved nor rolled back",
      "End it with `save`, or with `rollback` to drop them on purpose."),
    .init(
      "script.failed", "`.fail` ended the script",
      "Look at the line that is named."),
    .init(
      "script.unreadable", "a script, a lesson or another file cannot be read, or is not UTF-8",
      "Look at its path, its rights and its encoding."),
    .init(
      "script.loads-itself", "`.load` names a script that is running",
      "The chain is named; take one `.load` out."),
    .init(
      "script.nested-too-deeply", "scripts load each other too deeply",
      "Put the statements into fewer files."),
    .init(
      "script.save-refused", "`save` where nothing may be saved",
      "`save` or `rollback` first, then `.load`."),
    .init(
      "shell.unknown-command", "there is no such command or lesson",
      "`.help` lists the commands."),
    .init(
      "shell.wrong-usage", "a command is not written like that",
      "`.help COMMAND` shows how it is written."),
    .init(
      "shell.no-store", "no store is open",
      "Open one: `.open PATH`."),
    .init(
      "shell.unknown-store", "no open store has this name",
      "`.stores` lists those that are open."),
    .init(
      "shell.name-taken", "a store or context of this name exists",
      "Give it another name: `.open other=FILE`."),
    .init(
      "shell.unsaved-store", "a store with unsaved changes is not closed",
      "`save` writes them, `rollback` drops them."),
    .init(
      "shell.unknown-context", "no context has this name",
      "`.context list` names them."),
    .init(
      "shell.read-only", "the session is read-only",
      "`.readonly off` allows them again; `.about` says more."),
    .init(
      "shell.no-such-form", "a query or a picture cannot be put in this form",
      "The message says what is missing."),
    .init(
      "shell.nothing-listed", "nothing was listed, or traced, that could be meant",
      "Ask a query first."),
    .init(
      "check.violations", "`.check` found a rule of the format that is broken",
      "`.repair` mends what loses nothing; each violation is listed."),
    .init(
      "import.refused", "a file of records is not as the entity needs it; nothing was imported",
      "Each wrong place is named with its line and column; mend the file and import it again."),
    .init(
      "export.refused", "a result cannot be written without loss, or not in that form",
      "Leave `--strict` out, or choose jsonl, which loses least."),
    .init(
      "store.unopened", "what was named is no store that can be opened",
      "Look at the path; `.help stores` lists what can be opened."),
    .init(
      "arguments", "the command line is not understood",
      "`larder --help` lists the options."),
    .init(
      "output.failed", "results could not be written",
      "Look at the space and the rights of the place that is named."),
    .init(
      "output.closed", "whoever reads the results has gone",
      "Nothing was lost in the store."),
    .init(
      "unexpected", "an error that the shell does not know",
      "The message is that of the library below."),
  ]
}
