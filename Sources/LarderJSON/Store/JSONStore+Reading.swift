public import LarderCore
public import LarderStore

extension JSONStore {
  static let environment = EvaluationEnvironment.standard

  public func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    if let name = unrecorded(PropertyNames(condition).names) { return Self.unrecorded(name) }
    do {
      _ = try PredicateEvaluator(
        condition, entity: entity, schema: schema, environment: Self.environment)
      return .exact
    } catch {
      return .unsupported("it cannot be evaluated on the objects of one store")
    }
  }

  public func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    if let name = unrecorded(PropertyNames(order.map(\.expression)).names) {
      return Self.unrecorded(name)
    }
    let evaluator = try? SnapshotOrder(
      order, entity: entity, schema: schema, environment: Self.environment)
    return evaluator == nil
      ? .unsupported("it cannot be evaluated on the objects of one store") : .exact
  }

  /// The relationship among some names that no record of its entity holds, only its inverse's.
  private func unrecorded(_ names: Set<AttributeName>) -> AttributeName? {
    guard let file = try? currentFile() else { return nil }
    let readers = schema.entities.compactMap { file.extent(of: $0.name)?.reader }
    return names.sorted().first { name in readers.contains { $0.leavesUnloaded(name) } }
  }

  private static func unrecorded(_ name: AttributeName) -> PushDown {
    .unsupported("`\(name)` stands only in the records that it leads to")
  }

  public func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    guard let file = try? currentFile(), schema.descendants(of: entity).count == 1,
      let extent = file.extent(of: entity)
    else { return .unsupported("the objects stand in several tables") }
    if ValueRows(projection, extent: extent, schema: schema) != nil { return .exact }
    return .unsupported("the rows depend on identities or on other objects")
  }

  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    try FileFetch(self, descriptor).enumerate(body)
  }

  public func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try FileFetch(self, descriptor).count()
  }

  public func rows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> [EntityRow] {
    let fetch = try FileFetch(self, descriptor)
    if let rows = try fetch.rows(projection) { return rows }
    var evaluator = try ProjectionEvaluator(
      projection, entity: descriptor.entity, schema: schema, environment: Self.environment)
    _ = try fetch.enumerate { snapshot in
      try evaluator.add(snapshot, objects: fetch.file.snapshot)
      return true
    }
    return try evaluator.finish(objects: fetch.file.snapshot)
  }

  public func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    let file = try currentFile()
    var snapshots: [PersistentIdentifier: EntitySnapshot] = [:]
    for identifier in identifiers {
      if let snapshot = file.snapshot(identifier) { snapshots[identifier] = snapshot }
    }
    return snapshots
  }

  /// Destinations stand in the object's own record; where only the inverse is recorded, in the records
  /// of the destinations, in file order.
  public func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    let file = try currentFile()
    var destinations: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    var unloaded: [PersistentIdentifier] = []
    for identifier in identifiers {
      guard let snapshot = file.snapshot(identifier) else { continue }
      if let value = snapshot[relationship] {
        destinations[identifier] = value.identifiers
      } else {
        destinations[identifier] = []
        unloaded.append(identifier)
      }
    }
    guard let entity = unloaded.first?.entity,
      let declared = schema.relationship(relationship, of: entity), let inverse = declared.inverse
    else { return destinations }
    let wanted = Set(unloaded)
    for name in schema.descendants(of: declared.destination).sorted() {
      guard let extent = file.extent(of: name), let slot = extent.model.layout.slot(of: inverse)
      else { continue }
      for row in 0..<extent.table.count {
        let owners = extent.reader.value(ofProperty: slot, row: row)?.identifiers ?? []
        for owner in owners where wanted.contains(owner) {
          destinations[owner, default: []].append(extent.identifier(ofRow: row))
        }
      }
    }
    return destinations
  }
}

extension AttributeValue {
  /// The identifiers of a relationship's value.
  fileprivate var identifiers: [PersistentIdentifier] {
    switch self {
    case .identifier(let identifier): [identifier]
    case .array(let elements): elements.flatMap(\.identifiers)
    case .null, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data, .object: []
    }
  }
}
