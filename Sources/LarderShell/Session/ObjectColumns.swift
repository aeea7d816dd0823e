import LarderCore

/// The columns that whole objects of a fetch are shown in.
struct ObjectColumns {
  let shape: ResultShape
  let names: [AttributeName]

  /// Columns of relationships that the fetch asked to prefetch.
  let prefetched: [Int]
  private let layout: EntityLayout?

  /// Properties of the entity, then those that only subentities have.
  init(_ descriptor: EntityFetchDescriptor, schema: EntitySchema) {
    let entity = descriptor.entity
    let kinds = [entity] + Self.subentities(of: descriptor, in: schema)
    var names: [AttributeName] = []
    var known: Set<AttributeName> = []
    for kind in kinds {
      for name in schema.layout(of: kind)?.names ?? [] where known.insert(name).inserted {
        names.append(name)
      }
    }
    if let wanted = descriptor.propertiesToFetch { names = wanted }
    let columns = names.map { name in
      let isRelationship = kinds.contains { schema.relationship(name, of: $0) != nil }
      return ResultColumn(name: name.rawValue, isRelationship: isRelationship)
    }
    let wanted = Set(descriptor.prefetchedRelationships.compactMap(\.names.first))
    self.names = names
    prefetched = names.indices.filter { wanted.contains(names[$0]) }
    shape = ResultShape(columns: columns, entity: entity)
    layout =
      kinds.count == 1 && descriptor.propertiesToFetch == nil ? schema.layout(of: entity) : nil
  }

  /// A value a column; those of a snapshot laid out otherwise are looked up by name.
  func values(of snapshot: EntitySnapshot) -> [AttributeValue?] {
    if let layout, snapshot.layout == layout { return snapshot.values }
    return names.map { snapshot[$0] }
  }

  private static func subentities(
    of descriptor: EntityFetchDescriptor, in schema: EntitySchema
  ) -> [EntityName] {
    guard descriptor.includesSubentities else { return [] }
    guard schema.entities.contains(where: { $0.superentity != nil }) else { return [] }
    return schema.descendants(of: descriptor.entity).filter { $0 != descriptor.entity }.sorted()
  }
}
