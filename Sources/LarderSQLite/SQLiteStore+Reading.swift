public import LarderCore
public import LarderStore

extension SQLiteStore {
  public func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    database.pushDown(for: condition, of: entity)
  }

  public func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    database.pushDown(for: order, of: entity)
  }

  public func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    database.pushDown(for: projection, of: entity)
  }

  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    try database.enumerate(descriptor, body)
  }

  public func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool
  ) throws {
    try database.enumerate(borrowing: descriptor, body)
  }

  public func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try database.count(descriptor)
  }

  public func rows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> [EntityRow] {
    try database.rows(projection, of: descriptor)
  }

  public func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    try database.enumerateRows(projection, of: descriptor, body)
  }

  public func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    try database.snapshots(for: identifiers)
  }

  public func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    try database.destinations(of: relationship, from: identifiers)
  }

  public func explanation(of query: EntityQuery) throws -> StoreExplanation {
    try database.explanation(of: query)
  }

  public func interrupt() { database.interrupt() }
}
