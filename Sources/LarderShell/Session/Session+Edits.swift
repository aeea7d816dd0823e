import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Edits the context; the store sees nothing of it before `save`.
  @discardableResult
  func perform(_ edit: EntityEdit, in store: String) throws -> EditOutcome {
    try checkWritable()
    let outcome = try context.perform(edit, in: store)
    note(inserted: outcome.inserted, in: store)
    try report(Self.words(for: outcome))
    return outcome
  }

  /// Remembers new objects, for `#t1` to name them.
  func note(inserted new: [PersistentIdentifier], in store: String) {
    inserted += new
    for identifier in new { homes[identifier] = store }
  }

  func checkWritable() throws {
    guard isReadOnly else { return }
    throw ShellError(
      .readOnly, "the session is read-only", help: "`.readonly off` allows edits again")
  }

  private static func words(for outcome: EditOutcome) -> String {
    var parts: [String] = []
    if outcome.inserted.count == 1, let identifier = outcome.inserted.first {
      parts.append("inserted \(identifier) (temporary)")
    } else if !outcome.inserted.isEmpty {
      parts.append("inserted \(objects(outcome.inserted.count))")
    }
    if !outcome.updated.isEmpty { parts.append("updated \(objects(outcome.updated.count))") }
    if !outcome.deleted.isEmpty { parts.append("deleted \(objects(outcome.deleted.count))") }
    return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
  }

  /// `1 object`, `3 objects`.
  static func objects(_ count: Int) -> String { "\(count) \(count == 1 ? "object" : "objects")" }

  /// Ends a group that failed and takes back what it did.
  func abandonGroup() throws {
    let undone = context.undoCount
    try context.endGroup()
    if context.undoCount > undone { _ = try context.undo() }
  }
}
