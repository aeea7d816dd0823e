public import LarderCore
import Synchronization

/// A store whose objects live as long as it does.
///
/// It keeps the order of inserts, mints integers as keys, and gives a restored object its identifier and
/// its place back.
public final class InMemoryStore: EntityStore {
  struct Contents {
    var table = ObjectTable()
    var nextKeys: [EntityName: Int64] = [:]
    var history = InMemoryHistory()
  }

  public let identifier: String
  public let schema: EntitySchema
  public let readOnlyReason: String?
  public let keepsHistory: Bool
  let contents: Mutex<Contents>
  private let policy: InMemoryPushDown
  private let environment: EvaluationEnvironment
  private let loadsToMany: Bool
  private let isInterrupted = Atomic(false)

  /// Makes a store that holds some objects already, in their order.
  ///
  /// - Parameters:
  ///   - identifier: The store's own; the objects' identifiers are taken as they are.
  ///   - schema: The entities of the objects.
  ///   - objects: With relationships that agree with their inverses.
  ///   - pushDown: What the store says it can do by itself.
  ///   - loadsToMany: Whether snapshots hold their to-many relationships; without, they are handed out
  ///     by ``destinations(of:from:)`` alone, as a database would.
  ///   - readOnlyReason: Why the store refuses changes; `nil` when it takes them.
  ///   - keepsHistory: Whether saves are remembered, which takes memory for as long as the store lives.
  ///   - environment: For regular expressions.
  public init(
    identifier: String, schema: EntitySchema, objects: [EntitySnapshot] = [],
    pushDown: InMemoryPushDown = .everything,
    loadsToMany: Bool = true, readOnlyReason: String? = nil,
    keepsHistory: Bool = false, environment: EvaluationEnvironment = .standard
  ) {
    self.identifier = identifier
    self.schema = schema
    self.policy = pushDown
    self.loadsToMany = loadsToMany
    self.readOnlyReason = readOnlyReason
    self.keepsHistory = keepsHistory
    self.environment = environment
    var contents = Contents()
    for object in objects { contents.table.store(object) }
    self.contents = Mutex(contents)
  }

  public func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    policy.condition(condition)
  }

  public func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    policy.order(order)
  }

  public func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    policy.projection(projection)
  }

  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    isInterrupted.store(false, ordering: .relaxed)
    let table = table
    let (found, examined) = try matching(descriptor, in: table)
    var statistics = FetchStatistics(examined: examined)
    for snapshot in found {
      try checkCancellation()
      statistics.returned += 1
      guard try body(shown(snapshot)) else { break }
    }
    return statistics
  }

  public func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try matching(descriptor, in: table).found.count
  }

  public func rows(_ projection: EntityProjection, of descriptor: EntityFetchDescriptor) throws
    -> [EntityRow]
  {
    let table = table
    var evaluator = try ProjectionEvaluator(
      projection, entity: descriptor.entity, schema: schema, environment: environment)
    for snapshot in try matching(descriptor, in: table).found {
      try checkCancellation()
      try evaluator.add(snapshot) { table[$0] }
    }
    return try evaluator.finish { table[$0] }
  }

  public func snapshots(for identifiers: [PersistentIdentifier]) throws
    -> [PersistentIdentifier: EntitySnapshot]
  {
    let table = table
    var found: [PersistentIdentifier: EntitySnapshot] = [:]
    for identifier in identifiers { found[identifier] = table[identifier].map(shown) }
    return found
  }

  public func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    let table = table
    var found: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    for identifier in identifiers {
      found[identifier] = table[identifier]?[relationship].identifiers
    }
    return found
  }

  public func explanation(of query: EntityQuery) throws -> StoreExplanation {
    let family = query.descriptor.entities(in: schema)
    let number = table.snapshots(of: family).count
    return StoreExplanation(notes: ["a scan of \(number) objects in memory"])
  }

  public func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

  private var table: ObjectTable { contents.withLock { $0.table } }

  private func checkCancellation() throws {
    if isInterrupted.load(ordering: .relaxed) { throw PersistenceError(.cancelled) }
  }

  private func matching(
    _ descriptor: EntityFetchDescriptor, in table: ObjectTable
  ) throws -> (found: [EntitySnapshot], examined: Int) {
    guard schema.entity(descriptor.entity) != nil else {
      throw PersistenceError(.unknownEntity, entity: descriptor.entity)
    }
    let all = table.snapshots(of: descriptor.entities(in: schema))
    let conditions = (descriptor.predicate?.conjuncts ?? []).filter {
      policy.condition($0) == .exact
    }
    let evaluators = try conditions.map {
      try PredicateEvaluator(
        $0, entity: descriptor.entity, schema: schema, environment: environment)
    }
    var found = all.filter { snapshot in
      evaluators.allSatisfy { $0.matches(snapshot) { table[$0] } }
    }
    if !descriptor.sortDescriptors.isEmpty {
      let order = try SnapshotOrder(
        descriptor.sortDescriptors, entity: descriptor.entity, schema: schema,
        environment: environment)
      found = order.sorted(found, limit: nil) { table[$0] }
    }
    let rest = found.dropFirst(max(0, descriptor.fetchOffset ?? 0))
    let bounded = descriptor.fetchLimit.map { rest.prefix(max(0, $0)) } ?? rest
    return (Array(bounded), all.count)
  }

  private func shown(_ snapshot: EntitySnapshot) -> EntitySnapshot {
    guard !loadsToMany else { return snapshot }
    var result = snapshot
    for relationship in schema.allRelationships(of: snapshot.entityName) where relationship.isToMany
    {
      result[relationship.name] = nil
    }
    return result
  }
}
