import LarderCore

extension EntityContext {
  /// The query with fetches inside it carried out, and with the identifiers that objects have now.
  func resolved(_ query: EntityQuery, _ attached: AttachedStore) throws -> EntityQuery {
    var use = PropertyUse(schema: attached.schema)
    use.add(query.descriptor.predicate)
    use.add(query.descriptor.sortDescriptors)
    if case .rows(let rows) = query.output { use.add(rows) }
    guard use.holdsFetch || use.holdsIdentifier else { return query }
    return try makeRewriter(attached).rewrite(query)
  }

  /// The edit, likewise.
  func resolved(_ edit: EntityEdit, _ attached: AttachedStore) throws -> EntityEdit {
    let new = try makeRewriter(attached).rewrite(edit)
    switch new {
    case .insert: return new
    case .update(.objects(let objects), let assignments):
      return .update(.objects(objects.map { remapping[$0] }), assignments)
    case .delete(.objects(let objects)):
      return .delete(.objects(objects.map { remapping[$0] }))
    case .update(.matching, _), .delete(.matching): return new
    case .append(let object, let path, let values):
      return .append(to: remapping[object], path, values)
    case .remove(let object, let path, let values):
      return .remove(from: remapping[object], path, values)
    }
  }

  private func makeRewriter(_ attached: AttachedStore) -> ExpressionRewriter {
    ExpressionRewriter { expression in
      switch expression {
      case .first(let descriptor):
        return .value(
          try self.first(of: descriptor, attached).map(AttributeValue.identifier) ?? .null)
      case .value(let value) where value.holdsIdentifier:
        return .value(self.current(value))
      default: return nil
      }
    }
  }

  private func first(
    of descriptor: EntityFetchDescriptor, _ attached: AttachedStore
  ) throws -> PersistentIdentifier? {
    var descriptor = descriptor
    descriptor.fetchLimit = min(descriptor.fetchLimit ?? 1, 1)
    let run = try makeRun(EntityQuery(descriptor: descriptor), attached)
    return try run.objects().first?.identifier
  }

  func current(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .identifier(let identifier): .identifier(remapping[identifier])
    case .array(let elements): .array(elements.map(current))
    default: value
    }
  }
}
