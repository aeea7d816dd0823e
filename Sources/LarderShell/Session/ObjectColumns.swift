import LarderCore

/// The columns that whole objects of a fetch are shown in.
struct ObjectColumns {
  let shape: ResultShape
  let names: [AttributeName]

  /// Columns of relationships that the fetch asked to prefetch.
  let prefetched: [Int]

  /// The layout of the latest object, and whether its values stand in the order of the columns.
  private var latest: (layout: EntityLayout, isInOrder: Bool)?

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
      let isMixed = kinds.contains { schema.attribute(name, of: $0)?.type == .mixed }
      return ResultColumn(name: name.rawValue, isRelationship: isRelationship, isMixed: isMixed)
    }
    let wanted = Set(descriptor.prefetchedRelationships.compactMap(\.names.first))
    self.names = names
    prefetched = names.indices.filter { wanted.contains(names[$0]) }
    shape = ResultShape(columns: columns, entity: entity)
  }

  /// A value a column; those of an object laid out otherwise are looked up by name.
  mutating func row(of object: BorrowedObject) -> BorrowedRow {
    if latest?.layout !== object.layout {
      latest = (object.layout, object.layout.names == names)
    }
    if latest?.isInOrder == true { return object.values }
    return names.map { name in
      object.layout.slot(of: name).map { object.values[$0] } ?? .value(nil)
    }
  }

  private static func subentities(
    of descriptor: EntityFetchDescriptor, in schema: EntitySchema
  ) -> [EntityName] {
    guard descriptor.includesSubentities else { return [] }
    guard schema.entities.contains(where: { $0.superentity != nil }) else { return [] }
    return schema.descendants(of: descriptor.entity).filter { $0 != descriptor.entity }.sorted()
  }
}
