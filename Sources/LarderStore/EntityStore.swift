public import LarderCore

/// A place where the snapshots of every entity are kept.
///
/// A store answers what it can do by itself (``pushDown(for:of:)-(EntityPredicate,_)``) and is then
/// asked only that; the rest is evaluated in memory by a ``FetchPlan``. Reading locks nothing between calls,
/// and pending changes never reach a store before ``apply(_:)``.
public protocol EntityStore: AnyObject, Sendable {
  /// The store's own identity, part of every permanent identifier that it mints.
  var identifier: String { get }

  var schema: EntitySchema { get }

  /// `nil` when the store can be written, else the reason why not.
  var readOnlyReason: String? { get }

  /// The store has no place for a reference that leads nowhere: a delete clears those that its delete
  /// rules leave.
  var refusesDanglingReferences: Bool { get }

  /// Says how well this store evaluates one condition by itself.
  func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown

  /// Says whether this store can sort in exactly this order, ties broken by identifier.
  func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown

  /// Says whether this store can compute these rows from the objects of a fetch.
  func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown

  /// Hands out the snapshots that match a descriptor, one after the other.
  ///
  /// To-one relationships are loaded; to-many ones may be `nil`, that is not loaded.
  ///
  /// - Parameters:
  ///   - descriptor: Holds only what the `pushDown` functions accepted.
  ///   - body: Returns whether it wants more.
  /// - Returns: What the fetch cost.
  /// - Throws: ``PersistenceError``, with `operation.cancelled` after ``interrupt()``; whatever `body`
  ///   throws.
  @discardableResult
  func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics

  /// Hands out the objects of ``enumerate(_:_:)`` to be looked at, with no copy of their texts where the store
  /// can do without.
  func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool) throws

  /// The number of objects that match a descriptor, after its offset and limit.
  func count(_ descriptor: EntityFetchDescriptor) throws -> Int

  /// Rows computed from the objects of a fetch, where the projection was accepted.
  func rows(_ projection: EntityProjection, of descriptor: EntityFetchDescriptor) throws
    -> [EntityRow]

  /// Hands out the rows of ``rows(_:of:)`` one after the other, as they are computed where the store can.
  ///
  /// `body` returns whether it wants more.
  ///
  /// - Throws: As ``enumerate(_:_:)``.
  func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor,
    _ body: (BorrowedRow) throws -> Bool) throws

  /// The objects as they stand in the store now; those that are gone are left out.
  func snapshots(for identifiers: [PersistentIdentifier]) throws
    -> [PersistentIdentifier: EntitySnapshot]

  /// The destinations of a relationship of some objects of one entity, in order.
  func destinations(of relationship: AttributeName, from identifiers: [PersistentIdentifier]) throws
    -> [PersistentIdentifier: [PersistentIdentifier]]

  /// Writes a change set as one unit: all of it, or none.
  ///
  /// A store whose medium has no such unit writes object by object. It then throws only where nothing was
  /// written, and else says in ``ChangeSetResult/failures`` what became of each object that was not.
  ///
  /// A change of a relationship comes with that of its inverse: a store that keeps one of the two
  /// ends leaves the other aside. A to-many relationship that is `nil` in a snapshot is not loaded, and
  /// as good as unchanged.
  ///
  /// - Parameter changes: Each object at most once.
  /// - Returns: The permanent identifiers of the inserts, and the snapshots as they now stand.
  /// - Throws: ``PersistenceError`` with code `store.conflict` and the objects in conflict if one is not
  ///   as its change expects.
  func apply(_ changes: ChangeSet) throws -> ChangeSetResult

  /// What the store does for a query, for people: the SQL with its bound values, the query plan.
  func explanation(of query: EntityQuery) throws -> StoreExplanation

  /// Stops a running read from another thread.
  func interrupt()
}

/// How well a store evaluates something by itself.
public enum PushDown: Hashable, Sendable {
  /// Just as in memory.
  case exact
  /// A superset of the right objects, to be checked again in memory; why.
  case inexact(String)
  /// Not at all; why.
  case unsupported(String)
}

/// What a fetch cost.
public struct FetchStatistics: Hashable, Sendable {
  /// Objects that the store looked at, where it knows; `nil` where it does not.
  public var examined: Int?

  /// Snapshots that left the store.
  public var returned: Int

  public init(examined: Int? = nil, returned: Int = 0) {
    self.examined = examined
    self.returned = returned
  }
}

/// What a store does for a query, in the words of its medium.
public struct StoreExplanation: Hashable, Sendable {
  /// The SQL text, or `nil` for a store without SQL.
  public var sql: String?

  /// The values bound to it, in order.
  public var boundValues: [AttributeValue]

  /// The request's address, or `nil` for a store without one.
  public var url: String?

  /// Further lines, such as the database's own query plan.
  public var notes: [String]

  public init(
    sql: String? = nil, boundValues: [AttributeValue] = [], url: String? = nil,
    notes: [String] = []
  ) {
    self.sql = sql
    self.boundValues = boundValues
    self.url = url
    self.notes = notes
  }
}
