import Foundation
public import LarderCore
public import LarderStore
import Synchronization

extension DataStoreAdapter {
  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    isInterrupted.store(false, ordering: .relaxed)
    let snapshots = try fetch(descriptor.predicate, of: descriptor.entity)
      .dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? .max)
    var returned = 0
    for snapshot in snapshots {
      if isInterrupted.load(ordering: .relaxed) { throw PersistenceError(.cancelled) }
      returned += 1
      guard try body(snapshot) else { break }
    }
    return FetchStatistics(returned: returned)
  }

  /// The objects by identifier: what the store has at hand first, then what must be fetched.
  public func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    let editingState = editingState
    let cached = try reporting {
      try withStore { try $0.cachedSnapshots(for: identifiers, editingState: editingState) }
    }
    var found: [PersistentIdentifier: EntitySnapshot] = [:]
    for identifier in identifiers {
      guard let snapshot = cached[identifier] else { continue }
      found[identifier] = try DefaultSnapshot(of: snapshot, schema).snapshot
    }
    let missing = identifiers.filter { found[$0] == nil }
    return try storedSnapshots(for: missing).merging(found) { _, cached in cached }
  }

  /// The objects as the store itself has them now.
  func storedSnapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    var found: [PersistentIdentifier: EntitySnapshot] = [:]
    for (entity, wanted) in Dictionary(grouping: identifiers, by: \.entity) {
      let keys = AttributeValue.array(wanted.map { .identifier($0) })
      let condition = EntityPredicate.membership(.path(AttributePath()), in: .value(keys))
      let set = Set(wanted)
      for snapshot in try fetch(condition, of: entity) where set.contains(snapshot.identifier) {
        found[snapshot.identifier] = snapshot
      }
    }
    return found
  }

  public func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    try snapshots(for: identifiers).mapValues { snapshot in
      switch snapshot[relationship] {
      case .array(let elements): elements.compactMap(\.asIdentifier)
      case .identifier(let identifier): [identifier]
      default: []
      }
    }
  }

  /// Asks the store, once more without what it prefers to leave to its caller.
  private func fetch(
    _ condition: EntityPredicate?, of entity: EntityName
  ) throws -> [EntitySnapshot] {
    guard let model = models[entity.rawValue] else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    return try reporting { try fetch(condition, of: model).map(\.snapshot) }
  }

  private func fetch<T: PersistentModel>(
    _ condition: EntityPredicate?, of model: T.Type
  ) throws -> [DefaultSnapshot] {
    let predicate =
      prefersMemory ? nil : condition.flatMap { PredicateLifting<T>().predicate($0) }
    do {
      return try ask(FetchDescriptor(predicate: predicate)).found
    } catch DataStoreError.preferInMemoryFilter where predicate != nil {
      return try ask(FetchDescriptor<T>()).found
    }
  }

  private func ask<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> (found: [DefaultSnapshot], related: [DefaultSnapshot]) {
    let request = DataStoreFetchRequest(editingState: editingState, descriptor: descriptor)
    let answer = try withStore { try $0.fetch(request) }
    let related = answer.relatedSnapshots.sorted { $0.key < $1.key }.map(\.value)
    return (
      try answer.fetchedSnapshots.map { try DefaultSnapshot(of: $0, schema) },
      try related.map { try DefaultSnapshot(of: $0, schema) }
    )
  }
}

/// Requests as a context makes them, with order and limits.
extension DataStoreAdapter {
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> ForeignAnswer? {
    try unlessInMemory {
      let answer = try ask(descriptor)
      let family = schema.descendants(of: EntityName(Schema.name(of: T.self)))
      // The protocol wants objects of other entities among the related ones; not all stores know.
      let all = answer.found.map(\.snapshot)
      let found = all.filter { family.contains($0.entityName) }
      return ForeignAnswer(
        found: found,
        related: answer.related.map(\.snapshot) + all.filter { !family.contains($0.entityName) })
    }
  }

  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int? {
    let request = DataStoreFetchRequest(
      editingState: editingState, descriptor: descriptor, isFetchedByCaller: true)
    return try unlessInMemory { try withStore { try $0.fetchCount(request) } }
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier]? {
    let request = DataStoreFetchRequest(
      editingState: editingState, descriptor: descriptor, isFetchedByCaller: true)
    return try unlessInMemory { try withStore { try $0.fetchIdentifiers(request) } }
  }

  func delete<T: PersistentModel>(
    _ model: T.Type, where predicate: Predicate<T>?, includeSubclasses: Bool
  ) throws -> Bool {
    let request = DataStoreBatchDeleteRequest<T>(
      editingState: editingState, predicate: predicate, includeSubclasses: includeSubclasses)
    let isDone = try unlessInMemory {
      try withStore { store in
        guard let store = store as? any DataStoreBatching else { return false }
        try store.delete(request)
        return true
      }
    }
    return isDone ?? false
  }

  /// What the store says; `nil` where it prefers that memory filters or sorts.
  private func unlessInMemory<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
      return nil
    } catch is FetchWanted {
      return nil
    } catch {
      return try reporting { throw error }
    }
  }
}

extension AttributeValue {
  var asIdentifier: PersistentIdentifier? {
    if case .identifier(let identifier) = self { identifier } else { nil }
  }
}
