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

  public func snapshots(
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
    let predicate = condition.flatMap { PredicateLifting<T>().predicate($0) }
    do {
      return try ask(FetchDescriptor(predicate: predicate))
    } catch DataStoreError.preferInMemoryFilter where predicate != nil {
      return try ask(FetchDescriptor<T>())
    }
  }

  private func ask<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [DefaultSnapshot] {
    let request = DataStoreFetchRequest(editingState: editingState, descriptor: descriptor)
    let found = try withStore { try $0.fetch(request).fetchedSnapshots }
    return try found.map { try DefaultSnapshot(of: $0, schema) }
  }
}

extension AttributeValue {
  var asIdentifier: PersistentIdentifier? {
    if case .identifier(let identifier) = self { identifier } else { nil }
  }
}
