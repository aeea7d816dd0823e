/// What to fetch: entity, condition, order, limit and offset.
public struct EntityFetchDescriptor: Hashable, Sendable {
  public var entity: EntityName

  /// The condition, or `nil` for every object.
  public var predicate: EntityPredicate?

  /// Empty for the store's own order, which is stable.
  ///
  /// Ties are broken by identifier, ascending.
  public var sortDescriptors: [EntitySortDescriptor]
  public var fetchLimit: Int?
  public var fetchOffset: Int?
  public var includesSubentities: Bool

  /// The properties that snapshots must hold, or `nil` for all; others may be missing.
  public var propertiesToFetch: [AttributeName]?

  /// Relationships whose objects are wanted too.
  public var prefetchedRelationships: [AttributePath]

  public init(
    entity: EntityName, predicate: EntityPredicate? = nil,
    sortDescriptors: [EntitySortDescriptor] = [], fetchLimit: Int? = nil,
    fetchOffset: Int? = nil, includesSubentities: Bool = true,
    propertiesToFetch: [AttributeName]? = nil, prefetchedRelationships: [AttributePath] = []
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.fetchLimit = fetchLimit
    self.fetchOffset = fetchOffset
    self.includesSubentities = includesSubentities
    self.propertiesToFetch = propertiesToFetch
    self.prefetchedRelationships = prefetchedRelationships
  }
}

/// One step of an order.
///
/// The standard order is that of values: nil and missing first, then booleans, numbers, text (by
/// Unicode scalars of the canonical form, as Swift), dates, UUIDs, data, arrays, objects,
/// identifiers. `reverse` turns all of it round, nil included, unless `nils` says where nil goes.
public struct EntitySortDescriptor: Hashable, Sendable {
  public enum Order: String, Hashable, Sendable { case forward, reverse }

  public enum Comparator: String, Hashable, Sendable {
    case standard
    /// The order a person expects of names: folded case and accents, digits as numbers.
    case localized
  }

  public enum NilPlacement: String, Hashable, Sendable { case first, last }

  public var expression: EntityExpression
  public var order: Order
  public var comparator: Comparator

  /// Where nil goes, whatever the order; `nil` for the natural place.
  public var nils: NilPlacement?

  public init(
    _ expression: EntityExpression, order: Order = .forward, comparator: Comparator = .standard,
    nils: NilPlacement? = nil
  ) {
    self.expression = expression
    self.order = order
    self.comparator = comparator
    self.nils = nils
  }
}
