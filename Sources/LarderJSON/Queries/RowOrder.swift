import LarderCore

/// The order of a fetch over the rows of one table.
///
/// Rows are put in order step by step, and a step looks only at rows that the steps before it leave
/// equal: a limit is reached with little more than the first step's column. Few rows are compared by
/// their values, many by a column.
struct RowOrder: Sendable {
  /// As many rows are compared without a column.
  private static let fewRows = 4096

  private let steps: [Step]
  private let first: OrderStep
  private let extent: EntityExtent
  private let interruption: Interruption

  private struct Step: Sendable {
    let path: AttributePath
    let descriptor: EntitySortDescriptor
    let loaded = Lazy<OrderStep?>()
  }

  /// `nil` where a step is no plain attribute, or asks for the order of names, or where no column holds
  /// all values of the first.
  init?(
    _ descriptors: [EntitySortDescriptor], extent: EntityExtent, interruption: Interruption
  ) {
    var steps: [Step] = []
    for descriptor in descriptors {
      guard descriptor.comparator == .standard, case .path(let path) = descriptor.expression,
        path.level == 0, extent.reader.isAttribute(path)
      else { return nil }
      steps.append(Step(path: path, descriptor: descriptor))
    }
    guard let step = steps.first, let first = Self.load(step, extent) else { return nil }
    self.steps = steps
    self.first = first
    self.extent = extent
    self.interruption = interruption
  }

  private static func load(_ step: Step, _ extent: EntityExtent) -> OrderStep? {
    step.loaded.value {
      extent.columns.column(at: step.path.names).flatMap {
        OrderStep($0, order: step.descriptor.order, nils: step.descriptor.nils)
      }
    }
  }

  /// Rows in order, at most `limit` of them.
  ///
  /// `rows`: those to sort, or `nil` for all.
  ///
  /// - Throws: ``PersistenceError`` with code `operation.cancelled`.
  func sorted(_ rows: RowSet?, limit: Int) throws -> [Int] {
    var ranked: [RankedRow] = []
    if let rows {
      rank(rows.indices, limit, &ranked)
    } else {
      rank(0..<extent.table.count, limit, &ranked)
    }
    return try finish(ranked, by: first, index: 0, limit: limit).map { Int($0) }
  }

  /// Notes the rows that may be among the first by the first step, with their ranks.
  private func rank(_ rows: some Sequence<Int>, _ limit: Int, _ ranked: inout [RankedRow]) {
    var bound = UInt64.max
    if limit < extent.table.count / 4 {
      var selection = RankSelection(limit: limit)
      first.forEachRank(of: rows) { selection.add($1) }
      bound = selection.bound
    }
    first.forEachRank(of: rows) { row, rank in
      guard rank <= bound else { return }
      ranked.append(RankedRow(rank: rank, row: UInt32(truncatingIfNeeded: row)))
    }
  }
}

extension RowOrder {
  /// Puts rows in order by a step, of which they have the ranks, and by those behind it.
  private func finish(
    _ rows: [RankedRow], by step: OrderStep?, index: Int, limit: Int
  ) throws -> [UInt32] {
    try interruption.check()
    var rows = rows
    RowRanking.keepFirst(limit, of: &rows)
    RowRanking.sort(&rows)
    var result: [UInt32] = []
    result.reserveCapacity(min(limit, rows.count))
    var start = 0
    while start < rows.count, result.count < limit {
      var end = start + 1
      while end < rows.count, rows[end].rank == rows[start].rank { end += 1 }
      if end - start == 1 {
        result.append(rows[start].row)
      } else {
        try take(rows[start..<end].map(\.row), step, index, limit, &result)
      }
      start = end
    }
    return result
  }

  /// Appends rows of one rank: those that differ beyond it in their order, the others by later steps.
  private func take(
    _ rows: [UInt32], _ step: OrderStep?, _ index: Int, _ limit: Int, _ result: inout [UInt32]
  ) throws {
    guard let step, !step.isExact else {
      result += try sorted(rows, from: index + 1, limit: limit - result.count)
      return
    }
    let rows = try rows.sorted { left, right in
      try interruption.check()
      return step.compare(Int(left), Int(right)) < 0
    }
    var start = 0
    while start < rows.count, result.count < limit {
      var end = start + 1
      while end < rows.count, step.compare(Int(rows[start]), Int(rows[end])) == 0 { end += 1 }
      result += try sorted(
        Array(rows[start..<end]), from: index + 1, limit: limit - result.count)
      start = end
    }
  }

  /// The first rows in the order of a step and of those behind it, the last of which is identity.
  private func sorted(_ rows: [UInt32], from index: Int, limit: Int) throws -> [UInt32] {
    guard rows.count > 1 else { return rows }
    guard index < steps.count else {
      return index == steps.count
        ? try sortedByIdentity(rows, limit: limit) : Array(rows.sorted().prefix(limit))
    }
    if rows.count > Self.fewRows, let step = Self.load(steps[index], extent) {
      return try finish(ranked(rows, step), by: step, index: index, limit: limit)
    }
    let step = steps[index]
    let ranked = try ranked(rows) {
      extent.reader.value(at: step.path.names, row: $0)
    } order: {
      step.descriptor.compare($0, $1)
    }
    return try finish(ranked, by: nil, index: index, limit: limit)
  }

  private func ranked(_ rows: [UInt32], _ step: OrderStep) -> [RankedRow] {
    var ranked: [RankedRow] = []
    ranked.reserveCapacity(rows.count)
    step.forEachRank(of: rows.lazy.map { Int($0) }) {
      ranked.append(RankedRow(rank: $1, row: UInt32(truncatingIfNeeded: $0)))
    }
    return ranked
  }

  /// Rows with their places in an order of values as ranks; equal values share a place.
  private func ranked<Value>(
    _ rows: [UInt32], value: (Int) -> Value, order: (Value, Value) -> Int
  ) throws -> [RankedRow] {
    var keyed = rows.map { (value: value(Int($0)), row: $0) }
    try keyed.sort { left, right in
      try interruption.check()
      return order(left.value, right.value) < 0
    }
    var ranked: [RankedRow] = []
    var rank: UInt64 = 0
    for index in keyed.indices {
      if index > 0, order(keyed[index - 1].value, keyed[index].value) != 0 { rank += 1 }
      ranked.append(RankedRow(rank: rank, row: keyed[index].row))
    }
    return ranked
  }

  private func sortedByIdentity(_ rows: [UInt32], limit: Int) throws -> [UInt32] {
    let keys = extent.keys
    if keys.arePlaces { return Array(rows.sorted().prefix(limit)) }
    if rows.count > Self.fewRows, case .attribute(let name) = keys.source,
      let step = extent.columns.column(at: [name]).flatMap({ OrderStep(identities: $0) })
    {
      return try finish(ranked(rows, step), by: step, index: steps.count, limit: limit)
    }
    let ranked = try ranked(rows) {
      (keys.key(ofRow: $0), $0)
    } order: { left, right in
      // Rows that share a key go by their place.
      if left.0 != right.0 { return left.0 < right.0 ? -1 : 1 }
      return left.1 < right.1 ? -1 : left.1 == right.1 ? 0 : 1
    }
    return ranked.prefix(limit).map(\.row)
  }
}

extension EntitySortDescriptor {
  /// The order of two values under the descriptor: -1, 0 or 1.
  fileprivate func compare(_ left: AttributeValue?, _ right: AttributeValue?) -> Int {
    let natural = AttributeValue.totalOrder(left, right)
    let isReversed = order == .reverse
    if left.isNil != right.isNil {
      let nilsFirst = nils.map { $0 == .first } ?? !isReversed
      return left.isNil == nilsFirst ? -1 : 1
    }
    return isReversed ? -natural : natural
  }
}
