import LarderCore
import LarderStore

extension ShellCommand {
  static let registered = ShellCommand(
    "registered", ".registered [ENTITY]",
    "List the objects that the context knows, and what a save does to each."
  ) { arguments, session in
    let words = try CommandWords.split(arguments)
    guard words.count <= 1 else { throw UsageError() }
    let open = try session.currentOpenStore()
    if let word = words.first, open.store.schema.entity(EntityName(word)) == nil {
      throw PersistenceError(.unknownEntity, entity: EntityName(word))
    }
    let objects = try session.context.registeredIdentifiers(in: open.name)
      .filter { words.isEmpty || $0.entityName == words.first }
    session.listing = objects
    try session.show(
      names: ["identifier", "entity", "state", "changed"],
      objects.map(session.registrationRecord))
  }
}

extension Session {
  /// Identifier, entity, `unchanged` or what the next save does, and the attributes that it writes.
  fileprivate func registrationRecord(_ identifier: PersistentIdentifier) -> [AttributeValue?] {
    let names = context.changedAttributes(of: identifier).map(\.rawValue)
    let changed: AttributeValue =
      settings.mode.isForData
      ? .array(names.map { .text($0) })
      : names.isEmpty ? .null : .text(names.joined(separator: ", "))
    let state: StatePicture.State =
      switch context.pendingChange(of: identifier) {
      case .insert: .inserted
      case .update: .updated
      case .delete: .deleted
      case nil: .unchanged
      }
    return [
      .identifier(identifier), .text(identifier.entityName), .text(state.words), changed,
    ]
  }
}
