import LarderCore
import Synchronization

/// A store of a context: what was last seen of it, and what is to be written to it.
final class AttachedStore {
  let name: String
  let store: any EntityStore
  let schema: EntitySchema
  let constraints: [EntityName: [UniquenessConstraint]]

  var pending: PendingChanges {
    didSet { cachedOverlay = nil }
  }

  /// The identity map: objects as they were last seen in the store.
  private(set) var registered: [PersistentIdentifier: EntitySnapshot] = [:]

  /// The identifiers that temporary ones stand for until a deleted object is inserted again.
  var restorations: [PersistentIdentifier: PersistentIdentifier] = [:]

  /// What its change sets are known by.
  let number = AttachedStore.count.add(1, ordering: .relaxed).newValue

  private static let count = Atomic(0)

  private var blueprints: [EntityName: EntityBlueprint] = [:]
  private var cachedOverlay: PendingOverlay?

  init(_ store: any EntityStore, name: String) {
    self.name = name
    self.store = store
    schema = store.schema
    let all = store.schema.uniquenessConstraints
    var constraints: [EntityName: [UniquenessConstraint]] = [:]
    for constraint in all {
      for entity in store.schema.descendants(of: constraint.entity) {
        constraints[entity, default: []].append(constraint)
      }
    }
    self.constraints = constraints
    pending = PendingChanges(constraints: constraints)
  }

  /// The pending changes as a fetch sees them, made once until they change.
  var overlay: PendingOverlay {
    if let cachedOverlay { return cachedOverlay }
    let overlay = pending.overlay
    cachedOverlay = overlay
    return overlay
  }

  func layout(of entity: EntityName) throws -> EntityLayout { try blueprint(of: entity).layout }

  /// What edits need to know of an entity.
  ///
  /// - Throws: `schema.unknown-entity`.
  func blueprint(of entity: EntityName) throws -> EntityBlueprint {
    if let known = blueprints[entity] { return known }
    guard let made = EntityBlueprint(entity, in: schema) else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    blueprints[entity] = made
    return made
  }

  /// Remembers an object as the store holds it; what is being edited keeps what the edit started from.
  func register(_ snapshot: EntitySnapshot, limit: Int = .max) {
    let identifier = snapshot.identifier
    guard pending[identifier] == nil else { return }
    guard let known = registered[identifier] else {
      if registered.count < limit { registered[identifier] = snapshot }
      return
    }
    registered[identifier] = snapshot.keepingLoadedRelationships(of: known, in: schema)
  }

  /// Makes room for objects that are about to be known.
  func reserveRegistrations(_ count: Int) {
    registered.reserveCapacity(registered.count + count)
  }

  /// Replaces what is known of an object, or forgets it.
  func setRegistered(_ snapshot: EntitySnapshot?, for identifier: PersistentIdentifier) {
    registered[identifier] = snapshot
  }

  /// Forgets objects without pending changes.
  func forgetUnchanged() { registered = registered.filter { pending[$0.key] != nil } }

  /// Reads objects that are not known yet.
  func read(_ identifiers: [PersistentIdentifier]) throws {
    let unknown = identifiers.filter {
      !$0.isTemporary && pending[$0] == nil && registered[$0] == nil
    }
    guard !unknown.isEmpty else { return }
    for snapshot in try store.snapshots(for: unknown).values { register(snapshot) }
  }

  /// An object with its pending edits; `nil` where there is none.
  func current(_ identifier: PersistentIdentifier) throws -> EntitySnapshot? {
    if let change = pending[identifier] { return change.current }
    if let known = registered[identifier] { return known }
    guard !identifier.isTemporary else { return nil }
    try read([identifier])
    return registered[identifier]
  }

  /// Sees to it that a relationship of some objects is loaded.
  func load(
    _ relationship: EntitySchema.Relationship, of identifiers: [PersistentIdentifier]
  ) throws {
    let name = relationship.name
    try read(identifiers)
    let unloaded = try identifiers.filter {
      guard let snapshot = try current($0) else { return false }
      return snapshot.layout.slot(of: name) != nil && snapshot[name] == nil
    }
    for (_, group) in Dictionary(grouping: unloaded, by: \.entity) {
      let found = try store.destinations(of: name, from: group)
      for identifier in group {
        let values = (found[identifier] ?? []).map(AttributeValue.identifier)
        fill(
          name, of: identifier, with: relationship.isToMany ? .array(values) : values.first ?? .null
        )
      }
    }
  }

  private func fill(
    _ relationship: AttributeName, of identifier: PersistentIdentifier, with value: AttributeValue
  ) {
    registered[identifier]?[relationship] = value
    switch pending[identifier] {
    case .insert(var snapshot):
      snapshot[relationship] = value
      pending.set(.insert(snapshot), for: identifier)
    case .update(var before, var after):
      before[relationship] = value
      after[relationship] = value
      pending.set(.update(before: before, after: after), for: identifier)
    case .delete, nil: break
    }
  }
}

extension EntitySnapshot {
  /// The snapshot, with to-many relationships that it lacks taken from an earlier one.
  func keepingLoadedRelationships(
    of earlier: EntitySnapshot, in schema: EntitySchema
  ) -> EntitySnapshot {
    // Only a relationship can be left out where the earlier one has a value.
    let isWhole =
      layout == earlier.layout
      && values.indices.allSatisfy { values[$0] != nil || earlier.values[$0] == nil }
    guard !isWhole else { return self }
    var result = self
    for relationship in schema.allRelationships(of: entityName)
    where relationship.isToMany && self[relationship.name] == nil {
      result[relationship.name] = earlier[relationship.name]
    }
    return result
  }
}
