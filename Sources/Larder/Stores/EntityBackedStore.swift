import LarderCore
public import LarderStore

/// A data store whose objects an entity store keeps, which answers SwiftData's requests by itself.
public protocol EntityBackedStore: DataStore where Snapshot == DefaultSnapshot {
  var entityStore: any EntityStore { get }
}

extension EntityBackedStore {
  public var identifier: String { entityStore.identifier }

  /// Reads the snapshots that match.
  ///
  /// - Throws: ``DataStoreError/preferInMemoryFilter`` and ``DataStoreError/preferInMemorySort`` for what
  ///   has no form in the entity plane; what the store throws.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let plan = ModelFetchPlan(request.descriptor, schema: schema)
    guard plan.isFiltered else { throw DataStoreError.preferInMemoryFilter }
    guard plan.isSorted else { throw DataStoreError.preferInMemorySort }
    let found = try entityStore.fetch(plan.entityDescriptor, environment: .standard)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: try loaded(found).map { DefaultSnapshot($0) })
  }

  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let touched = (request.updated + request.deleted).map(\.persistentIdentifier)
    let stored = Dictionary(
      try loaded(Array(entityStore.snapshots(for: touched).values)).map { ($0.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    func before(_ snapshot: DefaultSnapshot) throws -> EntitySnapshot {
      guard let found = stored[snapshot.persistentIdentifier] else {
        throw PersistenceError(.objectNotFound, identifier: snapshot.persistentIdentifier)
      }
      return found
    }
    let changes =
      request.inserted.map { ChangeSet.Change.insert($0.snapshot, restoring: nil) }
      + (try request.updated.map { .update(before: try before($0), after: $0.snapshot) })
      + (try request.deleted.map { .delete(try before($0)) })
    let result = try entityStore.apply(ChangeSet(changes))
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: result.remappedIdentifiers)
  }

  /// The snapshots with their to-many relationships.
  private func loaded(_ snapshots: [EntitySnapshot]) throws -> [EntitySnapshot] {
    var result = snapshots
    for (entity, indices) in Dictionary(
      grouping: result.indices, by: { result[$0].entityName })
    {
      for relationship in entityStore.schema.allRelationships(of: entity)
      where relationship.isToMany {
        let open = indices.filter { result[$0][relationship.name] == nil }
        guard !open.isEmpty else { continue }
        let found = try entityStore.destinations(
          of: relationship.name, from: open.map { result[$0].identifier })
        for index in open {
          let destinations = found[result[index].identifier] ?? []
          result[index][relationship.name] = .array(destinations.map { .identifier($0) })
        }
      }
    }
    return result
  }
}
