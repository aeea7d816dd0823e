public import LarderCore
import LarderStore

extension RESTStore {
  /// Writes a change set in the service's own unit where it has one, else object by object.
  ///
  /// Where something fails, what was written stays so: the result says what became of every other object. A
  /// reply that is lost is looked up before anything is sent again; where that cannot be done, the object's
  /// outcome is unknown, and it is not sent again before ``EntityContext/resolve(_:keeping:)``.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.unknown-entity`; all else is in the result.
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    if let readOnlyReason { throw PersistenceError(.readOnly, detail: readOnlyReason) }
    forgetInterruption()
    included.removeAll()
    let run = SaveRun(
      client: client, model: model, memory: writes, context: changes.context,
      isInterrupted: { [weak self] in self?.wasInterrupted ?? false },
      twins: { [weak self] in self?.twins(of: $0) ?? [] })
    return try run.run(changes)
  }

  /// Some objects that hold what another holds, by its texts, numbers and truth values.
  private func twins(of snapshot: EntitySnapshot) -> [PersistentIdentifier] {
    let conditions = zip(snapshot.layout.names, snapshot.values).compactMap { name, value in
      switch value {
      case .text?, .integer?, .bool?:
        value.map {
          EntityPredicate.comparison(.equal, .path(AttributePath(name)), .value($0))
        }
      default: nil
      }
    }
    guard !conditions.isEmpty else { return [] }
    var descriptor = EntityFetchDescriptor(
      entity: snapshot.identifier.entity, predicate: .and(conditions))
    descriptor.fetchLimit = 5
    return (try? fetch(descriptor, environment: .standard).map(\.identifier)) ?? []
  }
}
