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
  private func note(inserted new: [PersistentIdentifier], in store: String) {
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

  /// Copies the objects of a query into another store of the context.
  ///
  /// Relationships are left behind: their objects have no identity there.
  func copy(_ query: EntityQuery, from source: String, to target: String) throws {
    try checkWritable()
    guard case .objects(let objects) = try context.run(query, in: source) else { return }
    let schema = try openStore(named: target).store.schema
    let isOwnGroup = context.openGroupName == nil
    if isOwnGroup { try context.beginGroup(named: "copy") }
    var copied: [PersistentIdentifier] = []
    do {
      for snapshot in objects {
        try checkInterrupt()
        let outcome = try context.perform(Self.insert(of: snapshot, in: schema), in: target)
        copied += outcome.inserted
      }
    } catch {
      if isOwnGroup { try abandonGroup() }
      throw error
    }
    if isOwnGroup { try context.endGroup() }
    note(inserted: copied, in: target)
    try report("copied \(Self.objects(copied.count)) to \(target)")
  }

  private func abandonGroup() throws {
    let undone = context.undoCount
    try context.endGroup()
    if context.undoCount > undone { _ = try context.undo() }
  }

  private static func insert(of snapshot: EntitySnapshot, in schema: EntitySchema) -> EntityEdit {
    let entity = snapshot.entityName
    let assignments = zip(snapshot.layout.names, snapshot.values).compactMap { name, value in
      value.flatMap { value in
        schema.relationship(name, of: entity) != nil || value.holdsIdentifier
          ? nil : EntityEdit.Assignment(AttributePath(name), .value(value))
      }
    }
    return .insert(entity, assignments)
  }
}

extension AttributeValue {
  /// An identifier, or an array with one in it.
  fileprivate var holdsIdentifier: Bool {
    switch self {
    case .identifier: true
    case .array(let elements): elements.contains { $0.kind == .identifier }
    default: false
    }
  }
}
