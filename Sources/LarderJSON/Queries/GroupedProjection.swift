import LarderCore

/// Groups and aggregates over the columns of one table.
struct GroupedProjection {
  private let projection: EntityProjection
  private let extent: EntityExtent
  private let keys: [GroupKey]
  private let aggregates: [ColumnAggregate]
  private let rewritten: EntityProjection

  /// `nil` where the keys are not attributes of few values, or more is asked of a group than its keys
  /// and aggregates of numbers.
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
      aggregates.count == rewriting.aggregates.count,
      keys.reduce(1, { $0 * $1.valueCount }) <= 1 << 20
    else { return nil }
    self.projection = projection
    self.extent = extent
    self.keys = keys
    self.aggregates = aggregates
    self.rewritten = rewritten
  }

  /// The rows of the projection over some rows of the table in some order; all in file order for `nil`.
  func rows(over order: [Int]?) throws -> [EntityRow] {
    let grouping = Grouping(keys, count: extent.table.count, order: order)
    let results = aggregates.map { $0.results(of: grouping) }
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
    let layout = EntityLayout(entityName: extent.model.entityName, names: names)
    for group in 0..<grouping.groupCount {
      let first = grouping.firstRows[group]
      let values = keys.map { $0.value(ofRow: first) } + results.map { $0[group] }
      let identifier = PersistentIdentifier(
        origin: extent.model.origin, primaryKey: .integer(Int64(group)))
      try evaluator.add(
        EntitySnapshot(identifier: identifier, layout: layout, values: values)
      ) { _ in nil }
    }
    return try evaluator.finish()
  }
}

/// A group key of few different values.
struct GroupKey: @unchecked Sendable {  // Only reads a column, which it keeps alive.
  private let column: Column
  private let codes: UnsafeMutablePointer<UInt16>
  private let dictionary: [AttributeValue?]

  /// Null and missing share a group, whose value is that of its first object.
  var valueCount: Int { dictionary.count }

  init?(_ expression: EntityExpression, extent: EntityExtent) {
    guard case .path(let path) = expression, path.level == 0,
      let column = extent.columns.column(at: path.names), !column.hasOddRows,
      case .codes(let codes, let dictionary) = column.values
    else { return nil }
    self.column = column
    self.codes = codes
    self.dictionary = dictionary
  }

  @inline(__always)
  func code(ofRow row: Int) -> Int {
    let code = Int(codes[row])
    return code == Int(CodeDictionary.missing) ? Int(CodeDictionary.null) : code
  }

  func value(ofRow row: Int) -> AttributeValue? { dictionary[Int(codes[row])] }
}

/// Which group each row belongs to; groups are numbered in order of their first row.
struct Grouping {
  private(set) var firstRows: [Int] = []

  /// The rows in the order in which they count, or `nil` for all in file order.
  let order: [Int]?

  /// A group a row of the order.
  private(set) var groups: [UInt32]

  var groupCount: Int { firstRows.count }

  init(_ keys: [GroupKey], count: Int, order: [Int]?) {
    self.order = order
    let total = order?.count ?? count
    guard !keys.isEmpty else {
      groups = [UInt32](repeating: 0, count: total)
      // Aggregates of nothing are a row too.
      firstRows = [order?.first ?? 0]
      return
    }
    groups = [UInt32](repeating: 0, count: total)
    var known = [UInt32](repeating: .max, count: keys.reduce(1) { $0 * $1.valueCount })
    for position in 0..<total {
      let row = order?[position] ?? position
      var code = 0
      for key in keys { code = code * key.valueCount + key.code(ofRow: row) }
      if known[code] == .max {
        known[code] = UInt32(firstRows.count)
        firstRows.append(row)
      }
      groups[position] = known[code]
    }
  }

  @inline(__always)
  func forEach(_ body: (_ row: Int, _ group: Int) -> Void) {
    if let order {
      for (position, row) in order.enumerated() { body(row, Int(groups[position])) }
    } else {
      for row in groups.indices { body(row, Int(groups[row])) }
    }
  }
}
