/// A fetch together with what is wanted of it: the objects, their number, or rows computed from them.
public struct EntityQuery: Hashable, Sendable {
  public var descriptor: EntityFetchDescriptor
  public var output: Output

  public init(descriptor: EntityFetchDescriptor, output: Output = .objects) {
    self.descriptor = descriptor
    self.output = output
  }

  public enum Output: Hashable, Sendable {
    case objects
    case count
    case rows(EntityProjection)
  }
}

/// Rows computed from the objects of a fetch: a projection, or groups and aggregates.
///
/// The fetch descriptor gives the objects, in order and limited; then objects are grouped, `having`
/// drops groups, items are computed, equal rows are dropped where `isDistinct`, and the projection's
/// own order, offset and limit apply. Groups come in order of their first object. Null and missing
/// group together, and so do equal numbers of different kinds. With aggregates and no group keys there
/// is exactly one row.
public struct EntityProjection: Hashable, Sendable {
  public var groupKeys: [EntityExpression]
  public var items: [Item]

  /// A condition on a group, which may hold aggregates.
  public var having: EntityPredicate?
  public var isDistinct: Bool

  /// The order of the rows, over group keys and aggregates (not aliases); empty to keep it.
  public var sortDescriptors: [EntitySortDescriptor]
  public var limit: Int?
  public var offset: Int?

  public init(
    groupKeys: [EntityExpression] = [], items: [Item], having: EntityPredicate? = nil,
    isDistinct: Bool = false, sortDescriptors: [EntitySortDescriptor] = [], limit: Int? = nil,
    offset: Int? = nil
  ) {
    self.groupKeys = groupKeys
    self.items = items
    self.having = having
    self.isDistinct = isDistinct
    self.sortDescriptors = sortDescriptors
    self.limit = limit
    self.offset = offset
  }

  /// A column of the result.
  public struct Item: Hashable, Sendable {
    public var expression: EntityExpression
    public var name: String
    public var presentation: Presentation

    public init(
      _ expression: EntityExpression, name: String, presentation: Presentation = .plain
    ) {
      self.expression = expression
      self.name = name
      self.presentation = presentation
    }
  }

  /// How a table shows a column; data modes print the value.
  public enum Presentation: String, Hashable, Sendable {
    case plain, bar, sparkline
  }
}

/// A row of a projection: a value an item, `nil` where it is missing.
public typealias EntityRow = [AttributeValue?]
