import LarderCore

/// One statement's edits of one store, which are taken back as a whole where one of them fails.
final class EditTransaction {
  struct Step {
    let identifier: PersistentIdentifier
    let before: EntitySnapshot?
    let after: EntitySnapshot?
    let entry: PendingChanges.Entry?
    let cause: EditCause
  }

  let attached: AttachedStore
  let minter: IdentifierMinter
  let environment: EvaluationEnvironment
  let interrupter: Interrupter
  let policy: UniquenessPolicy
  private(set) var steps: [Step] = []

  var schema: EntitySchema { attached.schema }

  init(
    _ attached: AttachedStore, minter: IdentifierMinter, environment: EvaluationEnvironment,
    interrupter: Interrupter, policy: UniquenessPolicy
  ) {
    self.attached = attached
    self.minter = minter
    self.environment = environment
    self.interrupter = interrupter
    self.policy = policy
  }

  /// An object with all edits so far.
  ///
  /// - Throws: `store.object-not-found` where there is none.
  func existing(_ identifier: PersistentIdentifier) throws -> EntitySnapshot {
    if let storeIdentifier = identifier.storeIdentifier,
      storeIdentifier != attached.store.identifier
    {
      throw PersistenceError(
        .objectNotFound, identifier: identifier,
        detail: "the object belongs to another store than \(attached.name)")
    }
    guard let snapshot = try attached.current(identifier) else {
      throw PersistenceError(.objectNotFound, identifier: identifier)
    }
    return snapshot
  }

  /// Sets an object's values, makes it, or deletes it with `nil`.
  func write(
    _ snapshot: EntitySnapshot?, for identifier: PersistentIdentifier, cause: EditCause
  ) throws {
    let entry = attached.pending.entry(for: identifier)
    let before = try entry.map(\.change.current) ?? attached.current(identifier)
    guard before?.values != snapshot?.values else { return }
    let baseline = entry.map(\.change.baseline) ?? attached.registered[identifier]
    attached.pending.set(
      PendingChanges.Change(from: baseline, to: snapshot), for: identifier)
    steps.append(
      Step(identifier: identifier, before: before, after: snapshot, entry: entry, cause: cause))
  }

  /// Takes everything back.
  func revert() {
    for step in steps.reversed() {
      attached.pending.restore(step.entry, for: step.identifier)
    }
    steps = []
  }

  var transitions: [ObjectTransition] {
    steps.map {
      ObjectTransition(
        store: attached.name, identifier: $0.identifier, before: $0.before, after: $0.after)
    }
  }

  /// Checks what only the finished edits can answer for.
  func finish() throws {
    let starts = Dictionary(steps.map { ($0.identifier, $0.before) }) { first, _ in first }
    let changed = try starts.keys.sorted().compactMap { try attached.current($0) }
    try attached.checkUniqueness(
      of: changed, since: starts.compactMapValues(\.self), environment: environment, interrupter)
  }

  func entity(_ name: EntityName) throws -> EntitySchema.Entity {
    guard let entity = schema.entity(name) else {
      throw PersistenceError(.unknownEntity, entity: name)
    }
    return entity
  }

  /// Runs a fetch that sees the edits so far.
  func fetch(_ descriptor: EntityFetchDescriptor) throws -> [EntitySnapshot] {
    var query = EntityQuery(descriptor: descriptor)
    query.descriptor.propertiesToFetch = nil
    let run = try FetchRun(
      query, store: attached.store, overlay: attached.overlay, environment: environment,
      interrupter: interrupter)
    let found = try run.objects()
    for snapshot in found { attached.register(snapshot) }
    return found
  }
}
