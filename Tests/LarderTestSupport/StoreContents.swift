public import LarderCore
public import LarderStore

/// Everything in a store, in memory, with its to-many relationships loaded.
public struct Contents {
  public private(set) var snapshots: [EntityName: [EntitySnapshot]] = [:]
  private var byIdentifier: [PersistentIdentifier: EntitySnapshot] = [:]

  public init(of store: any EntityStore) throws {
    for entity in store.schema.entities {
      var all: [EntitySnapshot] = []
      try store.enumerate(EntityFetchDescriptor(entity: entity.name)) {
        all.append($0)
        return true
      }
      for index in all.indices {
        let identifier = all[index].identifier
        for relationship in store.schema.allRelationships(of: identifier.entity)
        where relationship.isToMany {
          let found = try store.destinations(of: relationship.name, from: [identifier])
          all[index][relationship.name] = .array(
            (found[identifier] ?? []).map { .identifier($0) })
        }
      }
      snapshots[entity.name] = all
      for snapshot in all { byIdentifier[snapshot.identifier] = snapshot }
    }
  }

  public func lookup(_ identifier: PersistentIdentifier) -> EntitySnapshot? {
    byIdentifier[identifier]
  }

  /// What a fetch gives by evaluation in memory alone.
  public func objects(
    _ descriptor: EntityFetchDescriptor, _ schema: EntitySchema
  ) throws -> [EntitySnapshot] {
    var found = snapshots[descriptor.entity] ?? []
    if !descriptor.includesSubentities {
      found.removeAll { $0.identifier.entity != descriptor.entity }
    }
    if let predicate = descriptor.predicate {
      let evaluator = try PredicateEvaluator(
        predicate, entity: descriptor.entity, schema: schema, environment: .standard)
      found = found.filter { evaluator.matches($0, objects: lookup) }
    }
    if !descriptor.sortDescriptors.isEmpty {
      let order = try SnapshotOrder(
        descriptor.sortDescriptors, entity: descriptor.entity, schema: schema,
        environment: .standard)
      found = order.sorted(found, limit: nil, objects: lookup)
    }
    let rest = found.dropFirst(descriptor.fetchOffset ?? 0)
    return Array(rest.prefix(descriptor.fetchLimit ?? rest.count))
  }

  /// The rows that a projection gives by evaluation in memory alone.
  public func rows(
    _ projection: EntityProjection, _ descriptor: EntityFetchDescriptor, _ schema: EntitySchema
  ) throws -> [EntityRow] {
    var evaluator = try ProjectionEvaluator(
      projection, entity: descriptor.entity, schema: schema, environment: .standard)
    for object in try objects(descriptor, schema) { try evaluator.add(object, objects: lookup) }
    return try evaluator.finish(objects: lookup)
  }
}
