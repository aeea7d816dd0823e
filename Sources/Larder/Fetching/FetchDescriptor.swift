public import Foundation

/// What to fetch of one model class: condition, order, limit and offset.
public struct FetchDescriptor<T: PersistentModel> {
  public var predicate: Predicate<T>?
  public var sortBy: [SortDescriptor<T>]

  /// At most so many objects, or `nil` for all.
  public var fetchLimit: Int?
  public var fetchOffset: Int?

  /// Match unsaved changes too; true unless set.
  public var includePendingChanges = true

  /// Empty for all properties.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// Key paths are immutable, but Foundation does not declare them Sendable here.
extension FetchDescriptor: @unchecked Sendable {}
