import Foundation
import LarderCore
import LarderStore

/// A fetch split into what the engine does and what is left for the models themselves.
struct ModelFetchPlan<T: PersistentModel> {
  let descriptor: FetchDescriptor<T>
  let entityDescriptor: EntityFetchDescriptor

  /// Whether the engine evaluates the condition, and the order.
  let isFiltered: Bool
  let isSorted: Bool

  /// Whether the engine does all of it.
  var isWhole: Bool { isFiltered && isSorted }

  init(_ given: FetchDescriptor<T>, schema: Schema) {
    var descriptor = given
    descriptor.fetchLimit = given.fetchLimit.map { max(0, $0) }
    descriptor.fetchOffset = given.fetchOffset.map { max(0, $0) }
    self.descriptor = descriptor
    var lowered = EntityFetchDescriptor(entity: EntityName(Schema.name(of: T.self)))
    lowered.predicate = descriptor.predicate.flatMap {
      PredicateLowering.condition(of: $0, schema: schema)
    }
    isFiltered = descriptor.predicate == nil || lowered.predicate != nil
    let order = descriptor.sortBy.compactMap { SortLowering.descriptor(of: $0) }
    isSorted = order.count == descriptor.sortBy.count
    if isSorted { lowered.sortDescriptors = order }
    lowered.prefetchedRelationships = Self.names(given.relationshipKeyPathsForPrefetching)
      .map { AttributePath($0) }
    // Whoever evaluates on the models reads whatever the condition names.
    if isFiltered, isSorted, !descriptor.propertiesToFetch.isEmpty {
      lowered.propertiesToFetch = Self.names(descriptor.propertiesToFetch)
    }
    if isFiltered, isSorted {
      lowered.fetchLimit = descriptor.fetchLimit
      lowered.fetchOffset = descriptor.fetchOffset
    }
    entityDescriptor = lowered
  }

  /// The relationships whose objects are wanted too.
  var prefetchedRelationships: [AttributeName] {
    Self.names(descriptor.relationshipKeyPathsForPrefetching)
  }

  private static func names(_ keyPaths: [PartialKeyPath<T>]) -> [AttributeName] {
    keyPaths.compactMap { ModelPaths.path(of: $0)?.names.first }
  }

  /// Whether all models meet the condition, and stand in the order.
  func isMet(by models: [T]) -> Bool {
    if let predicate = descriptor.predicate {
      guard models.allSatisfy({ (try? predicate.evaluate($0)) == true }) else { return false }
    }
    return zip(models, models.dropFirst()).allSatisfy { earlier, later in
      descriptor.sortBy.lazy.map { $0.compare(earlier, later) }.first { $0 != .orderedSame }
        != .orderedDescending
    }
  }

  /// Does the rest.
  func finish(_ models: [T]) throws -> [T] {
    if isWhole { return models }
    var result = models
    if !isFiltered, let predicate = descriptor.predicate {
      result = try result.filter(predicate.evaluate)
    }
    if !isSorted { result.sort(using: descriptor.sortBy) }
    let rest = result.dropFirst(descriptor.fetchOffset ?? 0)
    return Array(rest.prefix(descriptor.fetchLimit ?? .max))
  }
}
