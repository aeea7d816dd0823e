import LarderCore
import LarderStore

/// Answers one fetch from a file as it was read.
struct FileFetch {
  let file: LoadedFile
  let schema: EntitySchema
  let descriptor: EntityFetchDescriptor
  let interruption: Interruption

  /// The tables of the entity and of those below it, in schema order.
  let extents: [EntityExtent]

  init(_ store: JSONStore, _ descriptor: EntityFetchDescriptor) throws {
    guard store.schema.entity(descriptor.entity) != nil else {
      throw PersistenceError(.unknownEntity, entity: descriptor.entity)
    }
    let file = try store.currentFile()
    let family =
      descriptor.includesSubentities
      ? store.schema.descendants(of: descriptor.entity) : [descriptor.entity]
    self.file = file
    self.descriptor = descriptor
    schema = store.schema
    interruption = Interruption(store)
    extents = store.schema.entities.map(\.name).filter(family.contains).compactMap(file.extent)
  }

  /// The number of objects that match, after offset and limit.
  func count() throws -> Int {
    let matching = try extents.reduce(0) { try $0 + (rows(of: $1)?.rowCount ?? $1.table.count) }
    let rest = max(0, matching - max(0, descriptor.fetchOffset ?? 0))
    return descriptor.fetchLimit.map { min(rest, max(0, $0)) } ?? rest
  }

  /// Hands out the matching objects in order.
  func enumerate(_ body: (EntitySnapshot) throws -> Bool) throws -> FetchStatistics {
    var statistics = FetchStatistics(
      examined: extents.reduce(0) { $0 + $1.table.count }, returned: 0)
    let offset = max(0, descriptor.fetchOffset ?? 0)
    let end = descriptor.fetchLimit.map { max(0, $0).addingReportingOverflow(offset) }
    let last = end.map { $0.overflow ? Int.max : $0.partialValue } ?? .max
    var position = 0
    try forEachRow(limit: last) { extent, row in
      try interruption.check()
      position += 1
      guard position > offset else { return true }
      guard position <= last else { return false }
      statistics.returned += 1
      let snapshot = extent.snapshot(ofRow: row, properties: wantedProperties(of: extent))
      return try body(snapshot) && position < last
    }
    return statistics
  }

  /// The rows of a table that match; `nil` for all of them.
  func rows(of extent: EntityExtent) throws -> RowSet? {
    guard let predicate = descriptor.predicate else { return nil }
    let compiler = ConditionCompiler(
      extent: extent, file: file, schema: schema, interruption: interruption)
    return try compiler.test(predicate)
      .rows(among: RowSet(count: extent.table.count, isFull: true))
  }

  /// Rows computed from columns; `nil` where they cannot be.
  func rows(_ projection: EntityProjection) throws -> [EntityRow]? {
    guard extents.count == 1 else { return nil }
    if let grouped = GroupedProjection(projection, extent: extents[0]) {
      let isWhole =
        descriptor.predicate == nil && descriptor.sortDescriptors.isEmpty
        && descriptor.fetchLimit == nil && descriptor.fetchOffset == nil
      return try grouped.rows(
        over: isWhole ? nil : wantedRows(), checking: interruption.check)
    }
    guard let values = ValueRows(projection, extent: extents[0], schema: schema) else {
      return nil
    }
    return try values.rows { body in
      for row in try wantedRows() {
        try interruption.check()
        try body(row)
      }
    }
  }

  /// The matching rows of the only table in order, after offset and limit.
  private func wantedRows() throws -> [Int] {
    let offset = max(0, descriptor.fetchOffset ?? 0)
    let end = descriptor.fetchLimit.map { max(0, $0).addingReportingOverflow(offset) }
    let last = end.map { $0.overflow ? Int.max : $0.partialValue } ?? .max
    var order: [Int] = []
    try forEachRow(limit: last) { _, row in
      order.append(row)
      return order.count < last
    }
    return Array(order.dropFirst(offset))
  }

  private func wantedProperties(of extent: EntityExtent) -> [Int]? {
    guard let wanted = descriptor.propertiesToFetch else { return nil }
    return wanted.compactMap { extent.model.layout.slot(of: $0) }
  }
}

extension FileFetch {
  /// Visits the matching rows in the order asked for; only the first `limit` of them need come.
  func forEachRow(
    limit: Int, _ body: (EntityExtent, Int) throws -> Bool
  ) throws {
    guard limit > 0 else { return }
    guard descriptor.sortDescriptors.isEmpty else { return try forEachSortedRow(limit, body) }
    return try forEachStoredRow(limit, body)
  }

  /// Visits the matching rows in file order, entity by entity.
  private func forEachStoredRow(
    _ limit: Int, _ body: (EntityExtent, Int) throws -> Bool
  ) throws {
    for extent in extents {
      var wantsMore = true
      func take(_ row: Int) throws -> Bool {
        wantsMore = try body(extent, row)
        return wantsMore
      }
      if let predicate = descriptor.predicate {
        try forEachMatch(predicate, in: extent, limit, take)
      } else {
        for row in 0..<extent.table.count { guard try take(row) else { break } }
      }
      guard wantsMore else { return }
    }
  }

  /// Tests a few rows by themselves where a few are wanted, then ever more of them by columns.
  private func forEachMatch(
    _ predicate: EntityPredicate, in extent: EntityExtent, _ limit: Int,
    _ body: (Int) throws -> Bool
  ) throws {
    let compiler = ConditionCompiler(
      extent: extent, file: file, schema: schema, interruption: interruption)
    let count = extent.table.count
    var tested = 0
    var step = limit < count / 64 ? 4096 : count
    var test: RowTest?
    if step < count { test = .evaluated(try compiler.evaluation(of: predicate)) }
    var wantsMore = true
    while wantsMore, tested < count {
      let range = tested..<min(count, tested + step)
      try (test ?? compiler.test(predicate)).rows(among: RowSet(count: count, range: range))
        .forEach { row in
          wantsMore = try body(row)
          return wantsMore
        }
      (tested, step, test) = (range.upperBound, step * 16, nil)
    }
  }

  /// Sorts by columns where they hold all that the order reads.
  private func forEachSortedRow(
    _ limit: Int, _ body: (EntityExtent, Int) throws -> Bool
  ) throws {
    guard extents.count == 1,
      let order = RowOrder(
        descriptor.sortDescriptors, extent: extents[0], interruption: interruption)
    else { return try forEachSortedSnapshot(limit, body) }
    for row in try order.sorted(try rows(of: extents[0]), limit: limit) {
      guard try body(extents[0], row) else { return }
    }
  }

  /// Sorts snapshots that hold what the order reads.
  private func forEachSortedSnapshot(
    _ limit: Int, _ body: (EntityExtent, Int) throws -> Bool
  ) throws {
    let order = try SnapshotOrder(
      descriptor.sortDescriptors, entity: descriptor.entity, schema: schema,
      environment: JSONStore.environment)
    let names = PropertyNames(descriptor.sortDescriptors.map(\.expression)).names
    var selection = order.makeSelection(limit: limit == .max ? nil : limit)
    for extent in extents {
      let properties = names.compactMap { extent.model.layout.slot(of: $0) }
      let rows = try rows(of: extent) ?? RowSet(count: extent.table.count, isFull: true)
      try rows.forEach { row in
        try interruption.check()
        selection.add(
          extent.snapshot(ofRow: row, properties: properties), objects: file.snapshot)
        return true
      }
    }
    for snapshot in try selection.finish(checking: interruption.check) {
      guard let (extent, row) = file.place(of: snapshot.identifier) else { continue }
      guard try body(extent, row) else { return }
    }
  }
}

extension LoadedFile {
  /// The object with an identity, for conditions that follow relationships.
  func snapshot(_ identifier: PersistentIdentifier) -> EntitySnapshot? {
    place(of: identifier).map { $0.extent.snapshot(ofRow: $0.row) }
  }
}
