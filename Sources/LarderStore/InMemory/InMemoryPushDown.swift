public import LarderCore

/// What an in-memory store says it can do by itself.
///
/// Everything by default; the other answers let plans be tested and seen.
public struct InMemoryPushDown: Sendable {
  var condition: @Sendable (EntityPredicate) -> PushDown
  var order: @Sendable ([EntitySortDescriptor]) -> PushDown
  var projection: @Sendable (EntityProjection) -> PushDown

  /// Makes a policy out of answers.
  ///
  /// What is answered `inexact` the store leaves out, which gives the largest superset.
  public init(
    condition: @escaping @Sendable (EntityPredicate) -> PushDown,
    order: @escaping @Sendable ([EntitySortDescriptor]) -> PushDown = { _ in .exact },
    projection: @escaping @Sendable (EntityProjection) -> PushDown = { _ in .exact }
  ) {
    self.condition = condition
    self.order = order
    self.projection = projection
  }

  public static let everything = InMemoryPushDown(condition: { _ in .exact })

  public static let nothing = InMemoryPushDown(
    condition: { _ in .unsupported("conditions are not pushed down") },
    order: { _ in .unsupported("orders are not pushed down") },
    projection: { _ in .unsupported("rows are not pushed down") })
}
