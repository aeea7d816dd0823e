/// Failures of the shell's own.
extension ErrorHelp {
  static let shell: [ErrorHelp] = [
    .init(
      "script.unsaved-changes", "a script ended with changes that were not saved",
      "End it with `save`, or with `rollback` to drop them on purpose."),
    .init(
      "script.failed", "the script itself said that it failed, with `.fail`",
      "Look at the line that is named."),
    .init(
      "script.unreadable", "a file cannot be read, or is not UTF-8",
      "Look at its path, its rights and its encoding."),
    .init(
      "script.loads-itself", "a script loads itself, over others maybe",
      "The chain is named; take one `.load` out."),
    .init(
      "script.nested-too-deeply", "scripts load each other too deeply",
      "Put the statements into fewer files."),
    .init(
      "script.save-refused", "a script that is loaded over unsaved edits must not save",
      "`save` or `rollback` first, then `.load`."),
    .init(
      "shell.unknown-command", "there is no such command, or no such topic",
      "`.help` lists the commands."),
    .init(
      "shell.wrong-usage", "a command got other arguments than it takes",
      "`.help COMMAND` shows how it is written."),
    .init(
      "shell.no-store", "no store is open",
      "Open one: `.open PATH`."),
    .init(
      "shell.unknown-store", "no open store has this name",
      "`.stores` lists those that are open."),
    .init(
      "shell.name-taken", "a store or context of this name is there already",
      "Give it another name: `.open other=FILE`."),
    .init(
      "shell.unsaved-store", "a store with unsaved changes is not closed",
      "`save` writes them, `rollback` drops them."),
    .init(
      "shell.unknown-context", "there is no context of this name",
      "`.context list` names them."),
    .init(
      "shell.read-only", "edits are refused, by `.readonly` or the store",
      "`.readonly off` allows them again; `.about` says more."),
    .init(
      "shell.no-such-form", "the result cannot be shown in that form",
      "The message says what is missing."),
    .init(
      "shell.nothing-listed", "there is nothing yet that could be shown",
      "Ask a query first."),
    .init(
      "check.violations", "the store breaks rules of its format",
      "`.repair` mends what loses nothing; each violation is listed."),
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
