import LarderCore

/// Groups and aggregates over the columns of one table.
struct GroupedProjection {
  private let projection: EntityProjection
  private let extent: EntityExtent
  private let keys: [GroupKey]
  private let aggregates: [ColumnAggregate]
  private let rewritten: EntityProjection

  /// `nil` where the keys are not attributes with columns, or more is asked of a group than its keys and
  /// aggregates of columns.
  init?(_ projection: EntityProjection, extent: EntityExtent) {
    var rewriting = AggregateRewriting(groupKeys: projection.groupKeys)
    var rewritten = EntityProjection(
      items: projection.items.map {
        .init(rewriting.rewrite($0.expression), name: $0.name, presentation: $0.presentation)
      })
    rewritten.having = projection.having.map { rewriting.rewrite($0) }
    rewritten.sortDescriptors = projection.sortDescriptors.map {
      var descriptor = $0
      descriptor.expression = rewriting.rewrite($0.expression)
      return descriptor
    }
    rewritten.isDistinct = projection.isDistinct
    rewritten.limit = projection.limit
    rewritten.offset = projection.offset
    guard !rewriting.hasFailed, !(projection.groupKeys.isEmpty && rewriting.aggregates.isEmpty)
    else { return nil }
    let keys = projection.groupKeys.compactMap { GroupKey($0, extent: extent) }
    let aggregates = rewriting.aggregates.compactMap { ColumnAggregate($0, extent: extent) }
    guard keys.count == projection.groupKeys.count,
      aggregates.count == rewriting.aggregates.count
    else { return nil }
    self.projection = projection
    self.extent = extent
    self.keys = keys
    self.aggregates = aggregates
    self.rewritten = rewritten
  }

  /// The rows of the projection over some rows of the table in some order; all in file order for `nil`.
  ///
  /// `check` is called again and again; what it throws ends the work.
  func rows(over order: [Int]?, checking check: () throws -> Void) throws -> [EntityRow] {
    let grouping = Grouping(keys.map(\.column), count: extent.table.count, order: order)
    try check()
    let results = try aggregates.map { aggregate in
      try check()
      return aggregate.results(of: grouping)
    }
    let names =
      keys.indices.map(AggregateRewriting.keyName)
      + aggregates.indices.map(AggregateRewriting.aggregateName)
    let schema = EntitySchema(entities: [
      .init(
        name: extent.model.entityName,
        attributes: names.map { .init(name: $0, type: .mixed, isOptional: true) })
    ])
    var evaluator = try ProjectionEvaluator(
      rewritten, entity: extent.model.entityName, schema: schema,
      environment: JSONStore.environment)
    defer { evaluator.discard() }
    let layout = EntityLayout(entityName: extent.model.entityName, names: names)
    for group in 0..<grouping.groupCount {
      if group & 0xFF == 0 { try check() }
      let first = grouping.firstRows[group]
      let values = keys.map { $0.value(ofRow: first) } + results.map { $0[group] }
      let identifier = PersistentIdentifier(
        origin: extent.model.origin, primaryKey: .integer(Int64(group)))
      try evaluator.add(
        EntitySnapshot(identifier: identifier, layout: layout, values: values)
      ) { _ in nil }
    }
    return try evaluator.finish(checking: check)
  }
}
