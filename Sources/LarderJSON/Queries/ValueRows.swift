import LarderCore

/// Rows computed from the values of one object after the other, without its identity.
struct ValueRows {
  private let projection: EntityProjection
  private let extent: EntityExtent
  private let properties: [Int]
  private let schema: EntitySchema

  /// `nil` where identities count, or other objects.
  init?(_ projection: EntityProjection, extent: EntityExtent, schema: EntitySchema) {
    let conditions = projection.having.map { [EntityExpression.predicate($0)] } ?? []
    let names = PropertyNames(
      projection.items.map(\.expression) + projection.groupKeys + conditions
        + projection.sortDescriptors.map(\.expression))
    guard !names.usesIdentity, !names.names.contains(where: extent.reader.leavesUnloaded),
      let evaluator = try? ProjectionEvaluator(
        projection, entity: extent.model.entityName, schema: schema,
        environment: JSONStore.environment), !evaluator.readsOtherObjects
    else { return nil }
    self.projection = projection
    self.extent = extent
    self.schema = schema
    properties = extent.model.layout.names.indices.filter {
      names.names.contains(extent.model.layout.names[$0])
    }
  }

  /// `forEachRow` hands out the rows that count, in their order.
  func rows(_ forEachRow: ((Int) throws -> Void) throws -> Void) throws -> [EntityRow] {
    var evaluator = try ProjectionEvaluator(
      projection, entity: extent.model.entityName, schema: schema,
      environment: JSONStore.environment)
    let identifier = PersistentIdentifier(origin: extent.model.origin, primaryKey: .integer(0))
    try forEachRow { row in
      let snapshot = EntitySnapshot(
        identifier: identifier, layout: extent.model.layout,
        values: extent.reader.values(ofRow: row, properties: properties))
      try evaluator.add(snapshot) { _ in nil }
    }
    return try evaluator.finish()
  }
}
