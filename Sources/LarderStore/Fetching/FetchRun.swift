import LarderCore

/// Runs a fetch plan, with pending changes laid over what the store hands out.
struct FetchRun {
  let store: any EntityStore
  let plan: FetchPlan
  let interrupter: Interrupter?

  /// The changes of objects that the query is about.
  let overlay: PendingOverlay

  let related: RelatedObjects
  let residual: PredicateEvaluator?

  /// The whole condition, for objects that the store does not know as they are.
  let predicate: PredicateEvaluator?
  let order: SnapshotOrder?
  let rowEvaluator: ProjectionEvaluator?

  /// Whether snapshots must be collected before anything is evaluated.
  let needsObjects: Bool

  init(
    _ query: EntityQuery, store: any EntityStore, overlay changes: PendingOverlay,
    environment: EvaluationEnvironment, interrupter: Interrupter? = nil
  ) throws {
    let entity = query.descriptor.entity
    let schema = store.schema
    guard schema.entity(entity) != nil else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    let family = query.descriptor.entities(in: schema)
    self.store = store
    self.interrupter = interrupter
    overlay = changes.restricted(to: family)
    func evaluator(_ condition: EntityPredicate?) throws -> PredicateEvaluator? {
      try condition.map {
        try PredicateEvaluator($0, entity: entity, schema: schema, environment: environment)
      }
    }
    let predicate = overlay.isEmpty ? nil : try evaluator(query.descriptor.predicate)
    self.predicate = predicate
    var wholeUse = PropertyUse(schema: schema)
    if !overlay.isEmpty { wholeUse.add(query.descriptor.predicate) }
    let readsObjects = RelatedObjects(store: store, use: wholeUse, pending: changes.answer)
      .areNeeded(for: family)
    let plan = Self.makePlan(
      query, store: store, overlay: overlay,
      entering: Self.entering(overlay, predicate, readsObjects: readsObjects),
      isQuiet: changes.isEmpty)
    self.plan = plan
    residual = try evaluator(plan.residual)
    let sorts = plan.sortsInMemory && query.output != .count
    order =
      sorts
      ? try SnapshotOrder(
        query.descriptor.sortDescriptors, entity: entity, schema: schema, environment: environment)
      : nil
    if case .rows(let rows) = query.output, plan.projectsInMemory {
      rowEvaluator = try ProjectionEvaluator(
        rows, entity: entity, schema: schema, environment: environment)
    } else {
      rowEvaluator = nil
    }

    var use = plan.memoryUse(in: schema)
    if !overlay.isEmpty { use.add(query.descriptor.predicate) }
    related = RelatedObjects(store: store, use: use, pending: changes.answer)
    needsObjects = related.areNeeded(for: family)
  }

  /// What the query asks for.
  func result() throws -> QueryResult {
    switch plan.query.output {
    case .objects: .objects(try objects())
    case .count: .count(try count())
    case .rows(let rows): .rows(rows.items.map(\.name), try self.rows())
    }
  }

  func objects() throws -> [EntitySnapshot] {
    var found: [EntitySnapshot] = []
    try forEachObject {
      found.append($0)
      return true
    }
    return found
  }

  func count() throws -> Int {
    guard plan.projectsInMemory else { return try store.count(plan.pushed) }
    if let number = try countWithChanges() { return number }
    var number = 0
    try forEachObject { _ in
      number += 1
      return true
    }
    return number
  }

  func rows() throws -> [EntityRow] {
    guard case .rows(let rows) = plan.query.output else { return [] }
    guard var evaluator = rowEvaluator else { return try store.rows(rows, of: plan.pushed) }
    defer { evaluator.discard() }
    try forEachObject {
      try evaluator.add($0, objects: related.lookup)
      return true
    }
    let result = try evaluator.finish(objects: related.lookup, checking: checkCancellation)
    try related.throwFailure()
    return result
  }

  /// Hands out the rows in order, streaming those that depend on one object each.
  func forEachRow(_ body: (BorrowedRow) throws -> Bool) throws {
    guard case .rows(let rows) = plan.query.output else { return }
    guard var evaluator = rowEvaluator else {
      return try store.enumerateRows(rows, of: plan.pushed) {
        try checkCancellation()
        return try body($0)
      }
    }
    var borrowed: BorrowedRow = []
    guard evaluator.isStreaming, !needsObjects else {
      for row in try self.rows() {
        try checkCancellation()
        borrowed.replace(with: row)
        guard try body(borrowed) else { return }
      }
      return
    }
    guard !evaluator.isComplete else { return }
    try forEachObject { snapshot in
      guard let row = evaluator.next(snapshot, objects: related.lookup) else { return true }
      borrowed.replace(with: row)
      return try body(borrowed) && !evaluator.isComplete
    }
    try related.throwFailure()
  }

  /// Hands out the objects in order, as the store reads them where they are just what is wanted.
  func forEachBorrowedObject(_ body: (BorrowedObject) throws -> Bool) throws {
    let isDirect =
      overlay.isEmpty && residual == nil && order == nil && !needsObjects && !plan.limitsInMemory
    guard isDirect else { return _ = try forEachObject { try body(BorrowedObject($0)) } }
    try store.enumerate(borrowing: plan.pushed) {
      try checkCancellation()
      return try body($0)
    }
  }

  /// Hands out the objects in order, streaming where nothing must be collected first.
  @discardableResult
  func forEachObject(_ body: (EntitySnapshot) throws -> Bool) throws -> FetchStatistics {
    guard needsObjects || order != nil else { return try stream(body) }
    let (found, statistics) = try needsObjects ? collected() : selected()
    for snapshot in bounded(found) {
      try checkCancellation()
      guard try body(snapshot) else { break }
    }
    return statistics
  }

  private func stream(_ body: (EntitySnapshot) throws -> Bool) throws -> FetchStatistics {
    var window = FetchWindow(plan)
    guard !window.isFull else { return FetchStatistics() }
    return try candidates { snapshot in
      guard matches(snapshot) else { return true }
      switch window.next() {
      case .before: return true
      case .inside: return try body(snapshot) && !window.isFull
      case .after: return false
      }
    }
  }

  /// The objects in order, after all that conditions read of other objects was loaded at once.
  private func collected() throws -> ([EntitySnapshot], FetchStatistics) {
    var found: [EntitySnapshot] = []
    let statistics = try candidates {
      found.append($0)
      return true
    }
    let loaded = try related.load(found)
    var kept: [EntitySnapshot] = []
    for snapshot in loaded {
      try checkCancellation()
      if matches(snapshot) { kept.append(snapshot) }
    }
    try related.throwFailure()
    guard let order else { return (kept, statistics) }
    let sorted = try order.sorted(
      kept, limit: sortLimit, objects: related.lookup, checking: checkCancellation)
    try related.throwFailure()
    return (sorted, statistics)
  }

  /// The objects in order; no more are held than a limit asks for.
  private func selected() throws -> ([EntitySnapshot], FetchStatistics) {
    guard var selection = order?.makeSelection(limit: sortLimit) else { return try collected() }
    let statistics = try candidates {
      if matches($0) { selection.add($0, objects: related.lookup) }
      return true
    }
    return (try selection.finish(checking: checkCancellation), statistics)
  }

  private func checkCancellation() throws { try interrupter?.checkCancellation() }

  /// How many objects of the order are wanted; `nil` for all.
  private var sortLimit: Int? {
    let descriptor = plan.query.descriptor
    guard let limit = descriptor.fetchLimit else { return nil }
    let end = max(0, limit).addingReportingOverflow(max(0, descriptor.fetchOffset ?? 0))
    return end.overflow ? nil : end.partialValue
  }

  private func bounded(_ snapshots: [EntitySnapshot]) -> ArraySlice<EntitySnapshot> {
    guard plan.limitsInMemory else { return snapshots[...] }
    let descriptor = plan.query.descriptor
    let rest = snapshots.dropFirst(max(0, descriptor.fetchOffset ?? 0))
    return descriptor.fetchLimit.map { rest.prefix(max(0, $0)) } ?? rest
  }

  /// Whether an object that came out of the store, or stands in for one, is wanted.
  func matches(_ snapshot: EntitySnapshot) -> Bool {
    let isChanged: Bool
    if overlay.isEmpty {
      isChanged = false
    } else if case .changed = overlay.answer(for: snapshot.identifier) {
      isChanged = true
    } else {
      isChanged = false
    }
    guard let evaluator = isChanged ? predicate : residual else { return true }
    return evaluator.matches(snapshot, objects: related.lookup)
  }
}

extension EntityFetchDescriptor {
  /// The entities whose objects the fetch is about.
  func entities(in schema: EntitySchema) -> Set<EntityName> {
    includesSubentities ? schema.descendants(of: entity) : [entity]
  }
}

/// Counts objects off against a limit and an offset that are applied in memory.
private struct FetchWindow {
  enum Place { case before, inside, after }

  private var toSkip: Int
  private var toTake: Int

  init(_ plan: FetchPlan) {
    let descriptor = plan.query.descriptor
    toSkip = plan.limitsInMemory ? max(0, descriptor.fetchOffset ?? 0) : 0
    toTake = plan.limitsInMemory ? max(0, descriptor.fetchLimit ?? .max) : .max
  }

  var isFull: Bool { toTake == 0 }

  mutating func next() -> Place {
    if toSkip > 0 {
      toSkip -= 1
      return .before
    }
    guard toTake > 0 else { return .after }
    toTake -= 1
    return .inside
  }
}
