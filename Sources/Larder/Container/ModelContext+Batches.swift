public import Foundation
import LarderCore
import LarderStore

extension ModelContext {
  /// Deletes every object that matches, at the next save, with what the delete rules say.
  ///
  /// A ``DataStoreBatching`` store of one's own deletes at once instead, unless it has pending changes here,
  /// prefers memory to filter, or somebody wants to undo it.
  ///
  /// - Throws: What the store throws; `save.delete-denied` where a rule forbids one of them.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    let entity = Schema.entityName(for: model)
    let store = try container.store(for: EntityName(entity)).name
    if let foreign = core.foreignStores[store], undoManager == nil, !engine.hasChanges(in: store),
      try foreign.delete(model, where: predicate, includeSubclasses: includeSubclasses)
    {
      try engine.forgetUnchanged(in: store)
      generation += 1
      core.observers.noteChange()
      return container.postRemoteChange([:])
    }
    let found = try fetchIdentifiers(FetchDescriptor(predicate: predicate))
    let wanted = includeSubclasses ? found : found.filter { $0.entityName == entity }
    beginStep()
    noteEdits(try engine.delete(wanted))
  }

  /// The models that match, read some at a time as the collection is indexed.
  ///
  /// - Throws: ``SwiftDataError/includePendingChangesWithBatchSize`` where pending changes are asked for
  ///   and there are some.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let identifiers = try checkedIdentifiers(descriptor)
    return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
      self.batch(Array(identifiers[range]), as: T.self)
    }
  }

  /// A model for each identifier, as ``model(for:)`` has it where the object is gone.
  ///
  /// A store that cannot be read is what the next save throws.
  private func batch<T: PersistentModel>(
    _ identifiers: [PersistentIdentifier], as type: T.Type
  ) -> [T?] {
    var found: [T?] = identifiers.map { _ in nil }
    do {
      found = try places(identifiers, as: type)
    } catch {
      note(error)
    }
    return zip(identifiers, found).map { identifier, model in
      model ?? self.model(for: identifier) as? T
    }
  }

  /// The identifiers of the models that match, in order.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let identifiers = try checkedIdentifiers(descriptor)
    return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) {
      Array(identifiers[$0])
    }
  }

  private func checkedIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    guard !descriptor.includePendingChanges || !hasChanges else {
      throw SwiftDataError.includePendingChangesWithBatchSize
    }
    return try fetchIdentifiers(descriptor)
  }
}
