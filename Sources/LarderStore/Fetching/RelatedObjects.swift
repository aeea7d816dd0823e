import LarderCore

/// Reads the objects that conditions reach through relationships, and keeps them for one operation.
final class RelatedObjects {
  private let store: any EntityStore
  private let pending: (PersistentIdentifier) -> PendingOverlay.Answer
  private let use: PropertyUse
  private let toMany: [EntityName: [AttributeName]]
  private var known: [PersistentIdentifier: EntitySnapshot?] = [:]

  /// What went wrong in a look-up, which cannot throw.
  private var failure: (any Error)?

  /// `pending` says what pending changes make of an object, `use` what is read of the objects.
  init(
    store: any EntityStore, use: PropertyUse,
    pending: @escaping (PersistentIdentifier) -> PendingOverlay.Answer
  ) {
    self.store = store
    self.pending = pending
    self.use = use
    let schema = store.schema
    let entities = use.names.isEmpty ? [] : schema.entities
    toMany = Dictionary(
      entities.map { entity in
        let names = schema.allRelationships(of: entity.name).filter(\.isToMany).map(\.name)
        return (entity.name, names.filter(use.names.contains))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether snapshots of some entities must pass ``load(_:)`` before they are evaluated.
  func areNeeded(for entities: Set<EntityName>) -> Bool {
    use.readsOtherObjects || entities.contains { !(toMany[$0] ?? []).isEmpty }
  }

  /// The object with an identifier, with pending changes; `nil` when there is none.
  func lookup(_ identifier: PersistentIdentifier) -> EntitySnapshot? {
    if let found = known[identifier] { return found }
    do {
      try read([identifier])
    } catch {
      failure = failure ?? error
      known[identifier] = .some(nil)
    }
    return known[identifier] ?? nil
  }

  /// Throws what a look-up could not.
  func throwFailure() throws {
    if let failure { throw failure }
  }

  /// The snapshots with the to-many relationships that are used; what they lead to is read at once.
  func load(_ snapshots: [EntitySnapshot]) throws -> [EntitySnapshot] {
    let loaded = try loadingRelationships(of: snapshots)
    guard use.readsOtherObjects else { return loaded }
    var frontier = loaded
    for _ in 0..<use.depth {
      let next = reached(from: frontier)
      guard !next.isEmpty else { break }
      try read(next)
      frontier = next.compactMap { known[$0] ?? nil }
    }
    return loaded
  }

  private func reached(from snapshots: [EntitySnapshot]) -> [PersistentIdentifier] {
    var found: Set<PersistentIdentifier> = []
    for snapshot in snapshots {
      for (name, value) in zip(snapshot.layout.names, snapshot.values)
      where use.names.contains(name) {
        for identifier in value.identifiers where known[identifier] == nil {
          found.insert(identifier)
        }
      }
    }
    return Array(found)
  }

  private func read(_ identifiers: [PersistentIdentifier]) throws {
    var missing: [PersistentIdentifier] = []
    var snapshots: [EntitySnapshot] = []
    for identifier in identifiers {
      switch pending(identifier) {
      case .changed(let snapshot): snapshots.append(snapshot)
      case .deleted: known[identifier] = .some(nil)
      case .unchanged where identifier.isTemporary: known[identifier] = .some(nil)
      case .unchanged: missing.append(identifier)
      }
    }
    if !missing.isEmpty {
      let found = try store.snapshots(for: missing)
      for identifier in missing where found[identifier] == nil { known[identifier] = .some(nil) }
      snapshots += missing.compactMap { found[$0] }
    }
    for snapshot in try loadingRelationships(of: snapshots) {
      known[snapshot.identifier] = snapshot
    }
  }

  private func loadingRelationships(of snapshots: [EntitySnapshot]) throws -> [EntitySnapshot] {
    var result = snapshots
    let byEntity = Dictionary(grouping: snapshots.indices) { snapshots[$0].entityName }
    for (entity, indices) in byEntity {
      for name in toMany[entity] ?? [] {
        let unloaded = indices.filter { result[$0][name] == nil }
        guard !unloaded.isEmpty else { continue }
        let found = try store.destinations(of: name, from: unloaded.map { result[$0].identifier })
        for index in unloaded {
          let destinations = found[result[index].identifier] ?? []
          result[index][name] = .array(destinations.map(AttributeValue.identifier))
        }
      }
    }
    return result
  }
}
