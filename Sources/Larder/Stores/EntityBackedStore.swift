import LarderCore
public import LarderStore

/// A data store whose objects an entity store keeps, which answers SwiftData's requests by itself.
public protocol EntityBackedStore: DataStoreBatching, HistoryProviding
where Snapshot == DefaultSnapshot, HistoryType == DefaultHistoryTransaction {
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
    let found = try entityStore.fetch(descriptor(of: request), environment: .standard)
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
    let result = try apply(ChangeSet(changes), author: request.editingState.author)
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: result.remappedIdentifiers,
      historyToken: result.transaction.map { DefaultHistoryToken($0, of: identifier) })
  }

  private func apply(_ changes: ChangeSet, author: String?) throws -> ChangeSetResult {
    guard let store = entityStore as? any HistoryKeeping else {
      return try entityStore.apply(changes)
    }
    return try store.apply(changes, author: author)
  }

  /// The number of objects that match; nothing but the number is read.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    let query = EntityQuery(descriptor: try descriptor(of: request), output: .count)
    guard case .count(let count) = try entityStore.run(query, environment: .standard) else {
      return 0
    }
    return count
  }

  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try entityStore.fetch(descriptor(of: request), environment: .standard).map(\.identifier)
  }

  /// Deletes what matches, with what the delete rules say, and saves at once.
  ///
  /// - Throws: ``DataStoreError/preferInMemoryFilter``; `save.delete-denied`; what the store throws.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let plan = ModelFetchPlan(FetchDescriptor(predicate: request.predicate), schema: schema)
    guard plan.isFiltered else { throw DataStoreError.preferInMemoryFilter }
    var doomed = plan.entityDescriptor
    doomed.includesSubentities = request.includeSubclasses
    let context = EntityContext()
    context.recordsUndo = false
    context.author = request.editingState.author
    try context.attach(entityStore, as: configuration.name)
    _ = try context.delete(
      entityStore.fetch(doomed, environment: .standard).map(\.identifier))
    try context.save()
  }

  /// Deletes every object, whatever the delete rules say.
  public func erase() throws { try entityStore.eraseObjects() }

  private func descriptor<T: PersistentModel>(
    of request: DataStoreFetchRequest<T>
  ) throws -> EntityFetchDescriptor {
    let plan = ModelFetchPlan(request.descriptor, schema: schema)
    guard plan.isFiltered else { throw DataStoreError.preferInMemoryFilter }
    guard plan.isSorted else { throw DataStoreError.preferInMemorySort }
    // Whoever gets a snapshot may take a value that is missing for nil.
    var descriptor = plan.entityDescriptor
    descriptor.propertiesToFetch = nil
    return descriptor
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
