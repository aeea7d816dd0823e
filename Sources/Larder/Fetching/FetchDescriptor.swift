public import Foundation

/// What to fetch of one model class: condition, order, limit and offset.
public struct FetchDescriptor<T: PersistentModel> {
  public var predicate: Predicate<T>?
  public var sortBy: [SortDescriptor<T>]

  /// At most so many objects, or `nil` for all; a negative number is taken for zero, as for the offset.
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

extension FetchDescriptor: Equatable {
  /// Whether both fetch the same: conditions are compared by what they are made of.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.sortBy == rhs.sortBy && lhs.fetchLimit == rhs.fetchLimit
      && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && areEqual(lhs.predicate, rhs.predicate)
  }

  private static func areEqual(_ lhs: Predicate<T>?, _ rhs: Predicate<T>?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    let schema = Schema([T.self])
    let (left, right) = (
      PredicateLowering.condition(of: lhs, schema: schema),
      PredicateLowering.condition(of: rhs, schema: schema)
    )
    return left == nil && right == nil ? "\(lhs)" == "\(rhs)" : left == right
  }
}
