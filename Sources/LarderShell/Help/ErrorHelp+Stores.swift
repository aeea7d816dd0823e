/// Failures of stores, contexts and values.
extension ErrorHelp {
  static let stores: [ErrorHelp] = [
    .init(
      "store.unavailable", "the medium cannot be read or does not exist",
      "Look at the path or the address, and whether the service runs."),
    .init(
      "store.busy", "another process holds the store",
      "Wait for the other program, or close it, and try again."),
    .init(
      "store.conflict", "an object is not as the context last saw it",
      "`resolve REF keep` writes yours, `resolve REF store` takes the store's; `resolve all …` for each."
    ),
    .init(
      "store.not-unique", "the store would hold a unique value twice",
      "Give the object another value, or change the one that has it."),
    .init(
      "store.object-not-found", "no object has this identifier",
      "Ask for it with a query; another program may have deleted it."),
    .init(
      "store.read-only", "the store cannot be written",
      "Open it with --write; `.about` says why it is read-only."),
    .init(
      "store.corrupt", "the bytes are not what the format asks for",
      "`.check` says what is broken, `.repair` mends what loses nothing. Keep a copy."),
    .init(
      "store.incomplete",
      "the medium gave fewer objects than it has, or cannot be trusted to give all",
      "Ask again; with a narrower condition the service may give all."),
    .init(
      "store.unsupported", "the store's format has no place for what was asked",
      "`.about` says what the store supports; `copy … to STORE` takes objects to another."),
    .init(
      "store.failed", "the medium refused a read or a write",
      "The message gives the words of the system or the service."),
    .init(
      "schema.unknown-entity", "no entity has this name",
      "`.entities` lists them."),
    .init(
      "schema.unknown-attribute", "the entity has no property of this name",
      "`.schema ENTITY` shows its attributes."),
    .init(
      "schema.invalid", "the schema contradicts itself or the store",
      "Each contradiction is named; change the model accordingly."),
    .init(
      "migration.stage-missing", "a migration plan has no stage from a version to the next",
      "Add a stage from that version to the plan."),
    .init(
      "value.wrong-kind", "the attribute does not take a value of this kind",
      "`.schema ENTITY` shows the type."),
    .init(
      "value.overflow", "an edit's arithmetic does not fit",
      "The statement changed nothing; use a real, or smaller numbers."),
    .init(
      "value.division-by-zero", "an edit divides by zero",
      "The statement changed nothing; leave those objects out with a condition."),
    .init(
      "value.operand-is-nil", "an operand of an edit is nil",
      "Add `where x != nil`, or give nil a value: (x ?? 0) + 1."),
    .init(
      "value.invalid-pattern", "a regular expression that cannot be used",
      "The message says what PCRE2 found, and where."),
    .init(
      "save.required-value-missing", "a required attribute has no value",
      "Set the attribute that is named; nothing was saved."),
    .init(
      "save.delete-denied", "a delete rule forbids the delete",
      "Delete or unlink the objects that are named first; `preview delete` shows them."),
    .init(
      "save.count-out-of-range", "a to-many relationship has too few or too many objects",
      "Add or remove objects in the relationship."),
    .init(
      "save.rejected", "the store refused an object; the rest of the save may stand",
      "Change what the service objects to, and `save` again; the rest goes on from there."),
    .init(
      "save.unknown-outcome", "the store may have written an object: its answer was lost",
      "Look for the object with a query; `resolve REF keep` sends it again, `resolve REF store` gives it up."
    ),
    .init(
      "save.not-tried", "an object was not written because the save ended before it",
      "Mend what ended the save, and `save` again."),
    .init(
      "undo.nothing-to-undo", "no undo group is left",
      "`status` counts the steps."),
    .init(
      "undo.nothing-to-redo", "no undone group is left",
      "`status` counts the steps; a new edit clears them."),
    .init(
      "undo.group-is-open", "a group of edits must be ended first",
      "`end` closes the group."),
    .init(
      "undo.no-open-group", "a group is ended that was not begun",
      "`begin` opens a group."),
    .init(
      "context.store-attached", "a store of that name or identity is open already",
      "Give it another name: `.open other=FILE`."),
    .init(
      "context.unknown-store", "no open store has this name",
      "`.stores` lists those that are open."),
    .init(
      "context.unsaved-changes", "a store with pending changes is not closed",
      "`save` writes them, `rollback` drops them."),
    .init(
      "context.object-is-edited", "an edited object is read again only if its edits are given up",
      "`refresh REF discard` gives up the edits."),
    .init(
      "context.no-conflict", "the object is in no conflict",
      "Nothing needs to be settled."),
    .init(
      "operation.cancelled", "the operation was stopped from outside",
      "Ctrl-C came; everything is as it was before the statement."),
  ]
}
