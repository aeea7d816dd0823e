import LarderCore

extension EditTransaction {
  /// The object that holds a unique value of a new one; `nil` where there is none.
  func holder(of snapshot: EntitySnapshot) throws -> PersistentIdentifier? {
    for constraint in attached.constraints[snapshot.entityName] ?? [] {
      guard let key = constraint.key(of: snapshot) else { continue }
      if let holder = attached.pending.holders(of: key).first { return holder }
      let stored = try attached.storedHolders(
        of: [key], constraint, environment: environment, interrupter)
      if let holder = stored[key] { return holder }
    }
    return nil
  }
}

extension AttachedStore {
  /// Refuses objects with pending changes whose unique values are held twice.
  ///
  /// Values that an object had already in `since` were checked then.
  ///
  /// - Throws: `store.not-unique`.
  func checkUniqueness(
    of snapshots: [EntitySnapshot], since: [PersistentIdentifier: EntitySnapshot] = [:],
    environment: EvaluationEnvironment, _ interrupter: Interrupter
  ) throws {
    guard !constraints.isEmpty else { return }
    var wanted: [UniquenessConstraint: [UniqueKey: EntitySnapshot]] = [:]
    for snapshot in snapshots {
      let baseline = pending[snapshot.identifier]?.baseline
      for constraint in constraints[snapshot.entityName] ?? [] {
        guard let key = constraint.key(of: snapshot) else { continue }
        if let earlier = since[snapshot.identifier], constraint.key(of: earlier) == key { continue }
        if let holder = pending.holders(of: key).first(where: { $0 != snapshot.identifier }) {
          throw constraint.violation(by: snapshot, holder: holder)
        }
        if let baseline, constraint.key(of: baseline) == key { continue }
        wanted[constraint, default: [:]][key] = snapshot
      }
    }
    for (constraint, objects) in wanted {
      let stored = try storedHolders(
        of: Array(objects.keys), constraint, environment: environment, interrupter)
      for (key, holder) in stored {
        guard let snapshot = objects[key], snapshot.identifier != holder else { continue }
        throw constraint.violation(by: snapshot, holder: holder)
      }
    }
  }

  /// The objects that hold keys in the store and have no pending change.
  func storedHolders(
    of keys: [UniqueKey], _ constraint: UniquenessConstraint, environment: EvaluationEnvironment,
    _ interrupter: Interrupter
  ) throws -> [UniqueKey: PersistentIdentifier] {
    let descriptor = EntityFetchDescriptor(
      entity: constraint.entity, predicate: constraint.condition(for: keys),
      propertiesToFetch: constraint.names)
    let run = try FetchRun(
      EntityQuery(descriptor: descriptor), store: store, overlay: PendingOverlay(),
      environment: environment, interrupter: interrupter)
    var holders: [UniqueKey: PersistentIdentifier] = [:]
    for snapshot in try run.objects() where pending[snapshot.identifier] == nil {
      guard let key = constraint.key(of: snapshot) else { continue }
      holders[key] = snapshot.identifier
    }
    return holders
  }
}
