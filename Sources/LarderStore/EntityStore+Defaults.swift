public import LarderCore

/// What a store that only enumerates, reads by identifier and applies changes has from the start.
extension EntityStore {
  public var readOnlyReason: String? { nil }

  public var refusesDanglingReferences: Bool { false }

  public func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    .unsupported("the store has no conditions")
  }

  public func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    .unsupported("the store has no orders")
  }

  public func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    .unsupported("the store computes no rows")
  }

  public func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool
  ) throws {
    try enumerate(descriptor) { try body(BorrowedObject($0)) }
  }

  /// Counts what ``enumerate(_:_:)`` hands out.
  public func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    var number = 0
    try enumerate(descriptor) { _ in
      number += 1
      return true
    }
    return number
  }

  /// Refuses with `store.unsupported`.
  public func rows(_ projection: EntityProjection, of descriptor: EntityFetchDescriptor) throws
    -> [EntityRow]
  {
    throw PersistenceError(
      .unsupported, entity: descriptor.entity, detail: "the store computes no rows")
  }

  /// Hands out what ``rows(_:of:)`` returns.
  public func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    var borrowed: BorrowedRow = []
    for row in try rows(projection, of: descriptor) {
      borrowed.replace(with: row)
      guard try body(borrowed) else { return }
    }
  }

  /// Reads the destinations out of the objects' snapshots; an object whose relationship is not
  /// loaded there has none.
  public func destinations(of relationship: AttributeName, from identifiers: [PersistentIdentifier])
    throws -> [PersistentIdentifier: [PersistentIdentifier]]
  {
    try snapshots(for: identifiers).mapValues { $0[relationship].identifiers }
  }

  public func explanation(of query: EntityQuery) throws -> StoreExplanation { StoreExplanation() }

  public func interrupt() {}
}
