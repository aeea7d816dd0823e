public import LarderCore

/// A query split into what the store does and what is left for memory.
public struct FetchPlan: Hashable, Sendable {
  /// One condition joined by "and" at the top, and how well the store evaluates it.
  public struct Step: Hashable, Sendable {
    public let condition: EntityPredicate
    public let pushDown: PushDown
  }

  public let query: EntityQuery

  /// The part sent to the store.
  public internal(set) var pushed: EntityFetchDescriptor

  /// The conditions to check again in memory, or `nil` when the store's answer is exact.
  public let residual: EntityPredicate?

  public let steps: [Step]

  /// How well the store sorts; `nil` when no order is asked for.
  public let order: PushDown?

  /// How well the store computes the rows; `nil` when none are asked for.
  public let projection: PushDown?

  public internal(set) var sortsInMemory: Bool
  public internal(set) var limitsInMemory: Bool

  /// Rows or the number are computed from snapshots that leave the store.
  public internal(set) var projectsInMemory: Bool

  /// Splits a query by what a store answers.
  public init(_ query: EntityQuery, for store: some EntityStore) {
    self.init(query, for: store, withholding: { _ in nil })
  }

  /// Splits a query; what `withholding` gives a reason for is kept from the store.
  init(
    _ query: EntityQuery, for store: some EntityStore,
    withholding: (PropertyUse) -> String?
  ) {
    let descriptor = query.descriptor
    let entity = descriptor.entity
    func answer(_ use: PropertyUse, _ ask: () -> PushDown) -> PushDown {
      withholding(use).map(PushDown.unsupported) ?? ask()
    }

    steps = (descriptor.predicate?.conjuncts ?? []).map { condition in
      var use = PropertyUse(schema: store.schema)
      use.add(condition)
      let pushDown = answer(use) { store.provenPushDown(for: condition, of: entity) }
      return Step(condition: condition, pushDown: pushDown)
    }
    residual = .conjunction(of: steps.filter { $0.pushDown != .exact }.map(\.condition))
    let isWhole = residual == nil

    var sorting = PropertyUse(schema: store.schema)
    sorting.add(descriptor.sortDescriptors)
    let order: PushDown? =
      descriptor.sortDescriptors.isEmpty
      ? nil : answer(sorting) { store.pushDown(for: descriptor.sortDescriptors, of: entity) }
    self.order = order
    // The number of objects does not depend on their order.
    let isSorted = order == nil || order == .exact || query.output == .count
    sortsInMemory = !isSorted

    // Limit and offset count final objects in final order: they go down only if nothing is left to
    // check and the whole order goes down too.
    let isBounded = descriptor.fetchLimit != nil || descriptor.fetchOffset != nil
    limitsInMemory = isBounded && !(isWhole && isSorted)

    let isExact = isWhole && isSorted && !limitsInMemory
    switch query.output {
    case .objects:
      projection = nil
      projectsInMemory = false
    case .count:
      projection = nil
      projectsInMemory = !isExact
    case .rows(let rows):
      var use = PropertyUse(schema: store.schema)
      use.add(rows)
      let pushDown = answer(use) { store.pushDown(for: rows, of: entity) }
      projection = pushDown
      projectsInMemory = !(isExact && pushDown == .exact)
    }

    self.query = query
    pushed = descriptor
    pushed.predicate = .conjunction(of: steps.filter(\.isPushed).map(\.condition))
    if sortsInMemory || query.output == .count { pushed.sortDescriptors = [] }
    if limitsInMemory {
      pushed.fetchLimit = nil
      pushed.fetchOffset = nil
    }
    pushed.propertiesToFetch = neededProperties(in: store.schema)
  }
}

extension FetchPlan.Step {
  /// Whether the store sees the condition at all.
  public var isPushed: Bool {
    if case .unsupported = pushDown { false } else { true }
  }
}

extension FetchPlan {
  /// What is evaluated in memory.
  func memoryUse(in schema: EntitySchema) -> PropertyUse {
    var use = PropertyUse(schema: schema)
    use.add(residual)
    if sortsInMemory { use.add(query.descriptor.sortDescriptors) }
    if projectsInMemory, case .rows(let rows) = query.output { use.add(rows) }
    for path in query.descriptor.prefetchedRelationships { use.add(path) }
    return use
  }

  /// The properties that must leave the store; `nil` for all.
  func neededProperties(in schema: EntitySchema) -> [AttributeName]? {
    let descriptor = query.descriptor
    var wanted: Set<AttributeName> = []
    switch query.output {
    case .objects:
      guard let properties = descriptor.propertiesToFetch else { return nil }
      wanted.formUnion(properties)
    case .count, .rows: break
    }
    wanted.formUnion(memoryUse(in: schema).names)
    let family = schema.descendants(of: descriptor.entity)
    let known = family.flatMap {
      schema.allAttributes(of: $0).map(\.name) + schema.allRelationships(of: $0).map(\.name)
    }
    return wanted.intersection(known).sorted()
  }
}

extension EntityStore {
  /// How well the store evaluates a condition, weakened by what it says of the parts.
  ///
  /// An inexact answer is a superset, and its opposite would be too small: under `not` only exact
  /// answers count.
  fileprivate func provenPushDown(
    for condition: EntityPredicate, of entity: EntityName
  ) -> PushDown {
    switch condition {
    case .not(let part):
      let inner = provenPushDown(for: part, of: entity)
      switch inner {
      case .exact: return pushDown(for: condition, of: entity)
      case .inexact(let reason), .unsupported(let reason): return .unsupported(reason)
      }
    case .or(let parts):
      return parts.reduce(pushDown(for: condition, of: entity)) {
        $0.weakened(by: provenPushDown(for: $1, of: entity))
      }
    case .and(let parts):
      // A part that is not pushed only makes the superset larger.
      return parts.reduce(pushDown(for: condition, of: entity)) {
        $0.weakened(by: provenPushDown(for: $1, of: entity).asPartOfSuperset)
      }
    default: return pushDown(for: condition, of: entity)
    }
  }
}

extension PushDown {
  fileprivate var asPartOfSuperset: PushDown {
    if case .unsupported(let reason) = self { .inexact(reason) } else { self }
  }

  fileprivate func weakened(by other: PushDown) -> PushDown {
    switch (self, other) {
    case (.unsupported, _), (_, .exact): self
    case (.exact, _), (.inexact, .unsupported): other
    case (.inexact, .inexact): self
    }
  }
}
