import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Carries out a statement that has been resolved.
  func execute(_ statement: ResolvedStatement) throws {
    switch statement {
    case .query(let query, let store): try run(query, in: store)
    case .edit(let edit, let store): try perform(edit, in: store)
    case .preview(let edit, let store): try showPreview(of: edit, in: store)
    case .bindQuery(let name, let query, let store, let source):
      variables[name] = try SessionVariable(query, of: store, source: source, in: self)
    case .bindValue(let name, let value): variables[name] = SessionVariable(value)
    case .bindInsert(let name, let edit, let store):
      let outcome = try perform(edit, in: store)
      variables[name] = SessionVariable(outcome.inserted.first.map { .identifier($0) } ?? .null)
    case .bindFirst(let name, let query, let store):
      variables[name] = SessionVariable(try first(of: query, in: store))
    case .save: try save()
    case .undo(let count): try undo(count)
    case .redo(let count): try redo(count)
    case .rollback: try rollback()
    case .diff: try showDifferences()
    case .status: try showStatus()
    case .begin(let name): try context.beginGroup(named: name.isEmpty ? "group" : name)
    case .end: try context.endGroup()
    case .refresh(let identifiers, let discards):
      for identifier in identifiers { try context.refresh(identifier, discardingEdits: discards) }
    case .resolve(let identifiers, let keepsMine):
      try context.resolve(identifiers, keeping: keepsMine ? .mine : .store)
    case .copy(let query, let source, let target): try copy(query, from: source, to: target)
    case .command(let name, let arguments, let span):
      commandArgumentsStart = span.lowerBound
      try runCommand(name, arguments)
    case .declare(let entities): try declare(entities)
    }
  }

  /// The identifier of the first object of a query, or null.
  private func first(of query: EntityQuery, in store: String) throws -> AttributeValue {
    var descriptor = query.descriptor
    descriptor.fetchLimit = min(descriptor.fetchLimit ?? 1, 1)
    let query = EntityQuery(descriptor: descriptor)
    guard case .objects(let objects) = try context.run(query, in: store) else { return .null }
    return objects.first.map { .identifier($0.identifier) } ?? .null
  }
}
