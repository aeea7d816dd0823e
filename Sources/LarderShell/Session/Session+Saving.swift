import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Writes the pending changes and shows what became of temporary identifiers.
  func save() throws {
    try checkWritable()
    guard !isDryRun else { return try report("dry run: nothing is saved") }
    if let script = scripts.first, script.refusesSave {
      throw ShellError(
        .saveRefused, "this script saves, and edits from before it are pending",
        help: "`save` or `rollback` first, then load the script")
    }
    do {
      let outcome = try context.save()
      unknownOutcomes = []
      try follow(outcome)
    } catch {
      try noteUnknownOutcomes(error)
      if !context.lastSave.stores.isEmpty { try follow(context.lastSave) }
      throw error
    }
    try noteSavePoint()
  }

  private func follow(_ outcome: SaveOutcome) throws {
    let replacements = outcome.stores.flatMap(\.replacements)
    if !replacements.isEmpty { followReplacements() }
    try show(outcome, replacements)
    for note in outcome.stores.flatMap(\.notes) { try notice("note: \(text(of: note))") }
  }

  private func text(of note: SaveNote) -> String {
    let object = note.identifier.map { identifier in
      identifier.description + (note.attribute.map { ".\($0)" } ?? "") + ": "
    }
    guard note.sent != nil || note.stored != nil else { return (object ?? "") + note.message }
    let texts = ValueText(OutputSettings())
    let values = [note.sent, note.stored].map { $0.map(texts.text) ?? "missing" }
    return (object ?? "") + "\(note.message): sent \(values[0]), stored \(values[1])"
  }

  /// Variables and the listing name objects by their permanent identifiers from now on.
  private func followReplacements() {
    listing = listing.map(context.permanentIdentifier(for:))
    for (name, variable) in variables {
      guard let identifier = variable.object else { continue }
      variables[name] = SessionVariable(
        .identifier(context.permanentIdentifier(for: identifier)))
    }
  }

  private func show(_ outcome: SaveOutcome, _ replacements: [IdentifierReplacement]) throws {
    if settings.mode.isForData {
      guard !replacements.isEmpty else { return }
      return try show(
        names: ["temporary", "permanent"],
        replacements.map { [.identifier($0.old), .identifier($0.new)] })
    }
    if !replacements.isEmpty {
      try show(lines: replacements.map { "\($0.old) → \($0.new)" }.joined(separator: "\n"))
    }
    for store in outcome.stores {
      try report(
        "saved \(store.name): \(store.insertedCount) inserted, \(store.updatedCount) updated, "
          + "\(store.deletedCount) deleted")
    }
    if outcome.stores.isEmpty { try report("nothing to save") }
  }

  func undo(_ count: Int) throws {
    for _ in 0..<count { try report("undone", try context.undo()) }
  }

  func redo(_ count: Int) throws {
    for _ in 0..<count { try report("redone", try context.redo()) }
  }

  private func report(_ verb: String, _ outcome: UndoOutcome) throws {
    inserted += outcome.remapped.map(\.new).filter(\.isTemporary)
    let replaced = outcome.remapped.map { ", \($0.old) is now \($0.new)" }.joined()
    try report("\(verb): \(outcome.name)\(replaced)")
  }

  func rollback() throws {
    let count = context.changes(in: nil).count
    context.rollback()
    unknownOutcomes = []
    try report(count == 0 ? "nothing to roll back" : "dropped \(unsavedText(count))")
  }
}
