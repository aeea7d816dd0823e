import LarderCore

/// A change set in the order in which a service can take it: creates, parents first; the links that had to
/// wait; updates; deletes, children first.
struct SavePlan {
  private(set) var steps: [WriteStep] = []

  /// Objects that cannot be written at all, and why.
  private(set) var refusals: [PersistentIdentifier: PersistenceError] = [:]

  private let model: ServiceModel
  private let dialect: Dialect

  /// Plans changes in the order of a context, each object at most once, with the keys of new objects that the
  /// client makes.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.unknown-entity`.
  init(
    _ changes: [ChangeSet.Change], model: ServiceModel, dialect: Dialect,
    keys: [PersistentIdentifier: ClientKey] = [:]
  ) throws {
    self.model = model
    self.dialect = dialect
    var links: [WriteStep] = []
    var updates: [WriteStep] = []
    var deletes: [WriteStep] = []
    var places: [PersistentIdentifier: Int] = [:]
    for case .insert(let snapshot, _) in changes { places[snapshot.identifier] = places.count }
    for change in changes {
      switch change {
      case .insert(let snapshot, _):
        try add(snapshot, keys[snapshot.identifier], places, &links)
      case .update(let before, let after):
        updates.append(try update(before, after, places))
      case .delete(let snapshot):
        let entity = try model.entity(snapshot.identifier.entity)
        deletes.append(
          WriteStep(object: snapshot.identifier, entity: entity, kind: .delete(snapshot)))
      }
    }
    steps += links + updates + deletes
  }

  private mutating func add(
    _ snapshot: EntitySnapshot, _ key: ClientKey?, _ places: [PersistentIdentifier: Int],
    _ links: inout [WriteStep]
  ) throws {
    let object = snapshot.identifier
    let entity = try model.entity(object.entity)
    var step = WriteStep(
      object: object, entity: entity, kind: .create(snapshot, key: key?.key),
      keyIsGiven: key?.isGiven ?? false)
    var link = snapshot
    for relationship in entity.relationships where model.writes(relationship, of: entity) {
      let name = relationship.relationship.name
      let targets = snapshot[name]?.destinationIdentifiers.filter(\.isTemporary) ?? []
      let own = places[object] ?? 0
      let waits = targets.contains { (places[$0] ?? -1) >= own } && !dialect.writing.isDangling
      if waits {
        if !relationship.relationship.isOptional, !relationship.relationship.isToMany {
          refusals[object] = PersistenceError(
            .unsupported, identifier: object, attribute: name,
            detail: "it must lead to an object that is made after it")
        }
        step.deferred.insert(name)
        link[name] = relationship.relationship.isToMany ? .array([]) : .null
      } else if !dialect.writing.isDangling {
        step.needs.formUnion(targets)
      }
    }
    steps.append(step)
    guard !step.deferred.isEmpty else { return }
    links.append(
      WriteStep(
        object: object, entity: entity, kind: .update(before: link, after: snapshot),
        needs: Set(
          step.deferred.flatMap { snapshot[$0]?.destinationIdentifiers ?? [] }
            .filter(\.isTemporary)
        ).union([object]),
        isLink: true))
  }

  private func update(
    _ before: EntitySnapshot, _ after: EntitySnapshot, _ places: [PersistentIdentifier: Int]
  ) throws -> WriteStep {
    let entity = try model.entity(after.identifier.entity)
    var step = WriteStep(
      object: after.identifier, entity: entity, kind: .update(before: before, after: after))
    for slot in step.slots {
      step.needs.formUnion(
        after.values[slot]?.destinationIdentifiers.filter { places[$0] != nil } ?? [])
    }
    return step
  }
}

/// The key that a client makes for a new object.
struct ClientKey: Hashable, Sendable {
  var key: PersistentIdentifier.PrimaryKey

  /// Somebody chose it: another object may have it.
  var isGiven = false
}

extension ServiceModel {
  /// Whether a relationship is written with the objects of an entity: of two ends that stand for one
  /// link the one to one is, else the first by name.
  func writes(_ relationship: ServiceEntity.Relationship, of entity: ServiceEntity) -> Bool {
    switch relationship.link {
    case .inverse: return false
    case .keys: return true
    case .expanded, .linkage: break
    }
    let own = relationship.relationship
    guard let name = own.inverse,
      let inverse = entities[own.destination]?.relationship(name), inverse.link != .inverse
    else { return true }
    if case .keys = inverse.link { return false }
    if own.isToMany != inverse.relationship.isToMany { return !own.isToMany }
    return (entity.name, own.name) <= (own.destination, name)
  }
}
