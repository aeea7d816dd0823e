import LarderCore

extension FetchRun {
  /// Splits a query so that no condition is left to the store that pending changes may turn round.
  ///
  /// The updated objects in `entering` may match only since their update; a quiet store has no pending
  /// changes at all.
  static func makePlan(
    _ query: EntityQuery, store: any EntityStore, overlay: PendingOverlay,
    entering: [PersistentIdentifier], isQuiet: Bool
  ) -> FetchPlan {
    guard !isQuiet else { return FetchPlan(query, for: store) }
    var query = query
    if query.output != .count, query.descriptor.sortDescriptors.isEmpty, !entering.isEmpty {
      query.descriptor.predicate = query.descriptor.predicate?.admitting(entering)
    }
    var plan = FetchPlan(query, for: store) { use in
      use.readsOtherObjects ? "pending changes may touch the objects it reads" : nil
    }
    if !overlay.isEmpty {
      plan.layOver(
        changeCount: overlay.updated.count + overlay.deleted.count, schema: store.schema)
    }
    return plan
  }

  /// Updated objects that may match a condition only since their update.
  static func entering(
    _ overlay: PendingOverlay, _ predicate: PredicateEvaluator?, readsObjects: Bool
  ) -> [PersistentIdentifier] {
    guard let predicate else { return [] }
    let entering = overlay.updated.filter { _, update in
      readsObjects
        || predicate.matches(update.after) { _ in nil }
          && !predicate.matches(update.before) { _ in nil }
    }
    return entering.keys.sorted()
  }

  /// What the store hands out, with changed objects in place of its own, and then the inserts.
  func candidates(_ body: (EntitySnapshot) throws -> Bool) throws -> FetchStatistics {
    guard !overlay.isEmpty else {
      return try store.enumerate(plan.pushed) {
        try interrupter?.checkCancellation()
        return try body($0)
      }
    }
    var seen: Set<PersistentIdentifier> = []
    var wantsMore = true
    let statistics = try store.enumerate(plan.pushed) { snapshot in
      try interrupter?.checkCancellation()
      switch overlay.answer(for: snapshot.identifier) {
      case .deleted: return true
      case .changed(let mine):
        seen.insert(snapshot.identifier)
        wantsMore = try body(mine)
      case .unchanged: wantsMore = try body(snapshot)
      }
      return wantsMore
    }
    guard wantsMore else { return statistics }
    // Updates whose stored form does not match, then inserts.
    for identifier in overlay.updated.keys.sorted() where !seen.contains(identifier) {
      guard let update = overlay.updated[identifier] else { continue }
      guard try body(update.after) else { return statistics }
    }
    for snapshot in overlay.inserted {
      guard try body(snapshot) else { return statistics }
    }
    return statistics
  }

  /// The number of objects without enumerating them; `nil` where that cannot be told.
  ///
  /// It is what the store counts, less the stored forms of changed objects, plus the changed objects
  /// that match.
  func countWithChanges() throws -> Int? {
    let descriptor = plan.query.descriptor
    guard !overlay.isEmpty, plan.residual == nil, !needsObjects else { return nil }
    var counted = plan.pushed
    counted.fetchLimit = nil
    counted.fetchOffset = nil
    let inStore = try store.count(counted)

    let touched = Array(overlay.updated.keys) + overlay.deleted
    let stored = try store.snapshots(for: touched)
    let replaced = stored.values.count { predicate?.matches($0, objects: related.lookup) ?? true }
    let changed = overlay.updated.values.map(\.after) + overlay.inserted
    let matching = changed.count { predicate?.matches($0, objects: related.lookup) ?? true }

    let rest = max(0, inStore - replaced + matching - max(0, descriptor.fetchOffset ?? 0))
    return descriptor.fetchLimit.map { min(rest, max(0, $0)) } ?? rest
  }
}

extension FetchPlan {
  /// Makes room for pending changes: the order and the bounds are applied to the mixed objects.
  fileprivate mutating func layOver(changeCount: Int, schema: EntitySchema) {
    let descriptor = query.descriptor
    let isBounded = descriptor.fetchLimit != nil || descriptor.fetchOffset != nil
    if isBounded, !limitsInMemory {
      // At most as many objects drop out of the store's answer as were changed.
      let sum = (descriptor.fetchLimit ?? .max)
        .addingReportingOverflow(max(0, descriptor.fetchOffset ?? 0))
      let room = sum.partialValue.addingReportingOverflow(changeCount)
      pushed.fetchLimit = sum.overflow || room.overflow ? nil : room.partialValue
      pushed.fetchOffset = nil
    }
    limitsInMemory = isBounded
    sortsInMemory = !descriptor.sortDescriptors.isEmpty && query.output != .count
    if query.output != .objects { projectsInMemory = true }
    if pushed.fetchLimit == nil { pushed.sortDescriptors = [] }
    pushed.propertiesToFetch = neededProperties(in: schema)
  }
}

extension EntityPredicate {
  /// The condition, widened by some objects, so that each comes at its place in the store's order.
  ///
  /// Every conjunct is widened alone, to be pushed or not on its own.
  fileprivate func admitting(_ identifiers: [PersistentIdentifier]) -> EntityPredicate? {
    let admitted = EntityPredicate.membership(
      .path(AttributePath([])), in: .value(.array(identifiers.map(AttributeValue.identifier))))
    return .conjunction(of: conjuncts.map { .or([$0, admitted]) })
  }
}
