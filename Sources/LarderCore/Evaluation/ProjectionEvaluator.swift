/// Computes the rows of a projection from objects added one after the other.
///
/// Without group keys and aggregates each object makes a row; else objects are grouped by hash, and
/// only a group's first object and its aggregates are kept.
public struct ProjectionEvaluator {
  private let items: [CompiledExpression]
  private let groupKeys: [CompiledExpression]
  private let aggregates: [Aggregate]
  private let having: CompiledCondition?
  private let sortKeys: SortKeys
  private let isGrouped: Bool
  private let isDistinct: Bool
  private let limit: Int?
  private let offset: Int

  /// Whether the rows need objects other than those added, or a to-many relationship.
  public let readsOtherObjects: Bool

  private var rows: [Row] = []

  /// Rows that ``next(_:objects:)`` has computed, those before the offset too.
  private var streamedCount = 0
  private var seen: Set<[ValueKey]> = []
  private var groups: [Group] = []
  private var groupIndices: [[ValueKey]: Int] = [:]

  private struct Aggregate {
    let function: EntityExpression.AggregateFunction
    let argument: CompiledExpression?
  }

  private struct Group {
    var first: EntitySnapshot?
    var accumulators: [AggregateAccumulator]
  }

  private struct Row {
    let values: EntityRow
    let keys: [SortKeys.Key]
  }

  /// - Throws: ``PersistenceError`` as ``PredicateEvaluator``; `store.unsupported` for an aggregate
  ///   inside another or among the group keys.
  public init(
    _ projection: EntityProjection, entity: EntityName, schema: EntitySchema,
    environment: EvaluationEnvironment
  ) throws {
    var compiler = try EvaluationCompiler(
      entity: entity, schema: schema, environment: environment)
    groupKeys = try projection.groupKeys.map { try compiler.expression($0) }
    compiler.aggregates = []
    items = try projection.items.map { try compiler.expression($0.expression) }
    having = try projection.having.map { try compiler.condition($0) }
    sortKeys = try SortKeys(projection.sortDescriptors, &compiler)
    let found = compiler.aggregates ?? []
    compiler.aggregates = nil
    aggregates = try found.map { aggregate in
      Aggregate(
        function: aggregate.function,
        argument: try aggregate.argument.map { try compiler.expression($0) })
    }
    isGrouped = !groupKeys.isEmpty || !aggregates.isEmpty
    isDistinct = projection.isDistinct
    limit = projection.limit
    offset = max(0, projection.offset ?? 0)
    readsOtherObjects = compiler.readsOtherObjects
    if isGrouped, groupKeys.isEmpty { groups = [emptyGroup(of: nil)] }
  }

  public mutating func add(_ snapshot: EntitySnapshot, objects: ObjectLookup) throws {
    var frame = Frame()
    if isGrouped {
      let index = groupIndex(of: snapshot, &frame, objects)
      for (position, aggregate) in aggregates.enumerated() {
        if let argument = aggregate.argument {
          groups[index].accumulators[position].add(argument(snapshot, &frame, objects))
        } else {
          groups[index].accumulators[position].addObject()
        }
      }
    } else {
      addRow(of: snapshot, &frame, objects)
    }
  }

  /// The rows of all objects added, in order; `objects` is needed where the items of groups go through
  /// relationships.
  ///
  /// `check` is called again and again; what it throws ends the work.
  public mutating func finish(
    objects: ObjectLookup = { _ in nil }, checking check: () throws -> Void = {}
  ) throws -> [EntityRow] {
    for (index, group) in groups.enumerated() {
      if index & 0xFF == 0 { try check() }
      var frame = Frame()
      frame.hasObject = group.first != nil
      frame.aggregates = group.accumulators.map(\.result)
      addRow(of: group.first ?? Frame.noObject, &frame, objects)
    }
    discardGroups()
    if !sortKeys.isEmpty {
      var count = 0
      let order = try rows.indices.sorted { left, right in
        count &+= 1
        if count & 0xFF == 0 { try check() }
        let order = sortKeys.compare(rows[left].keys, rows[right].keys)
        return order != 0 ? order < 0 : left < right
      }
      rows = order.map { rows[$0] }
    }
    return rows.dropFirst(offset).prefix(limit.map { max(0, $0) } ?? rows.count).map(\.values)
  }

  /// Drops all that was gathered, without waiting until it is freed: a million groups take long.
  public mutating func discard() {
    discardGroups()
    if rows.count > Self.many { BackgroundRelease.release(&rows, leaving: []) }
    rows = []
  }

  private mutating func discardGroups() {
    if groups.count > Self.many {
      BackgroundRelease.release(&groups, leaving: [])
      BackgroundRelease.release(&groupIndices, leaving: [:])
    }
    groups = []
  }

  /// Fewer groups or rows are freed at once.
  private static let many = 10_000

  /// Whether every object makes its row at once, since nothing is grouped or sorted.
  public var isStreaming: Bool { !isGrouped && sortKeys.isEmpty }

  /// Whether the limit is reached, so that no further object makes a row.
  public var isComplete: Bool {
    guard let limit else { return false }
    let end = offset.addingReportingOverflow(max(0, limit))
    return !end.overflow && streamedCount >= end.partialValue
  }

  /// The row of the next object of a streaming evaluator, or `nil` where that makes none.
  ///
  /// It is used in place of ``add(_:objects:)`` and ``finish(objects:)``, and keeps nothing but what tells
  /// equal rows.
  public mutating func next(_ snapshot: EntitySnapshot, objects: ObjectLookup) -> EntityRow? {
    precondition(isStreaming, "Groups and sorted rows are known only at the end.")
    var frame = Frame()
    guard !isComplete, let values = values(of: snapshot, &frame, objects) else { return nil }
    streamedCount += 1
    return streamedCount > offset ? values : nil
  }

  private mutating func groupIndex(
    of root: EntitySnapshot, _ frame: inout Frame, _ objects: ObjectLookup
  ) -> Int {
    if groupKeys.isEmpty {
      if groups[0].first == nil { groups[0].first = root }
      return 0
    }
    var key: [ValueKey] = []
    key.reserveCapacity(groupKeys.count)
    for expression in groupKeys { key.append(ValueKey(expression(root, &frame, objects))) }
    if let index = groupIndices[key] { return index }
    groupIndices[key] = groups.count
    groups.append(emptyGroup(of: root))
    return groups.count - 1
  }

  private func emptyGroup(of first: EntitySnapshot?) -> Group {
    Group(first: first, accumulators: aggregates.map { AggregateAccumulator($0.function) })
  }

  private mutating func addRow(
    of root: EntitySnapshot, _ frame: inout Frame, _ objects: ObjectLookup
  ) {
    guard let values = values(of: root, &frame, objects) else { return }
    rows.append(Row(values: values, keys: sortKeys.values(of: root, &frame, objects)))
  }

  /// The items' values; `nil` for a row that is not wanted.
  private mutating func values(
    of root: EntitySnapshot, _ frame: inout Frame, _ objects: ObjectLookup
  ) -> EntityRow? {
    if let having, !having(root, &frame, objects) { return nil }
    var values: EntityRow = []
    values.reserveCapacity(items.count)
    for item in items { values.append(item(root, &frame, objects)) }
    if isDistinct, !seen.insert(values.map(ValueKey.init)).inserted { return nil }
    return values
  }
}
