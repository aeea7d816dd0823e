/// A change of a store's own bookkeeping, which no object shows: a counter, a version, a stray row.
///
/// Only the store that found it knows what the place means; it writes it together with the other changes of a
/// save, and undoes it like them.
public struct StoreRepair: Hashable, Sendable {
  /// Where, in the store's own terms.
  public var place: [AttributeValue]
  public var before: AttributeValue
  public var after: AttributeValue

  public init(place: [AttributeValue], before: AttributeValue, after: AttributeValue) {
    self.place = place
    self.before = before
    self.after = after
  }

  /// What undoes it.
  public var inverse: StoreRepair { StoreRepair(place: place, before: after, after: before) }
}
