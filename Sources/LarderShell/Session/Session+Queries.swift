import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Runs a query and writes its result.
  func run(_ query: EntityQuery, in store: String) throws {
    lastQuery = StoreQuery(query: query, store: store)
    try WorkProgress.shared.track("reading \(query.descriptor.entity)") {
      switch query.output {
      case .objects: try showObjects(query.descriptor, in: store)
      case .count: try showCount(query, in: store)
      case .rows(let projection): try showRows(query, projection, in: store)
      }
    }
  }

  private func showCount(_ query: EntityQuery, in store: String) throws {
    guard case .count(let count) = try context.run(query, in: store) else { return }
    try show(names: ["count"], [[.integer(Int64(count))]])
  }

  private func showRows(
    _ query: EntityQuery, _ projection: EntityProjection, in store: String
  ) throws {
    let columns = projection.items.map {
      ResultColumn(name: $0.name, presentation: $0.presentation)
    }
    let computed = projection.computedItems
    try show(ResultShape(columns: columns)) { format in
      try context.enumerateRows(projection, of: query.descriptor, in: store) { row in
        try checkInterrupt()
        WorkProgress.shared.advance()
        try format.write(row.withNulls(at: computed), identifier: nil)
        return true
      }
    }
  }

  /// Writes whole objects as they come, and notes them for `#3` to name.
  private func showObjects(_ descriptor: EntityFetchDescriptor, in store: String) throws {
    var columns = try ObjectColumns(descriptor, schema: openStore(named: store).store.schema)
    var seen: [PersistentIdentifier] = []
    try show(columns.shape) { format in
      try forEachObject(of: descriptor, in: store, columns) { object in
        try checkInterrupt()
        WorkProgress.shared.advance()
        if keepsListing { seen.append(object.identifier) }
        var row = columns.row(of: object)
        if !columns.prefetched.isEmpty { try load(columns, into: &row, of: object.identifier) }
        try format.write(row, identifier: object.identifier)
      }
    }
    if keepsListing { listing = seen }
  }

  /// Streams, but where relationships are to be loaded: that needs the context in between.
  private func forEachObject(
    of descriptor: EntityFetchDescriptor, in store: String, _ columns: ObjectColumns,
    _ body: (BorrowedObject) throws -> Void
  ) throws {
    guard columns.prefetched.isEmpty else {
      let query = EntityQuery(descriptor: descriptor)
      guard case .objects(let snapshots) = try context.run(query, in: store) else { return }
      for snapshot in snapshots { try body(BorrowedObject(snapshot)) }
      return
    }
    try context.enumerate(borrowing: descriptor, in: store) { object in
      try body(object)
      return true
    }
  }

  /// Puts in the destinations of the relationships that the query asked to prefetch.
  private func load(
    _ columns: ObjectColumns, into row: inout BorrowedRow, of identifier: PersistentIdentifier
  ) throws {
    for index in columns.prefetched where row[index].isAbsent {
      let destinations = try context.destinations(of: columns.names[index], from: identifier)
      row[index] = .value(.array(destinations.map { .identifier($0) }))
    }
  }
}

extension EntityProjection {
  /// The items that are no attributes: only an attribute can be missing.
  fileprivate var computedItems: [Int] {
    items.indices.filter { index in
      if case .path = items[index].expression { false } else { true }
    }
  }
}

extension BorrowedRow {
  /// The row with nil in place of what has no value.
  fileprivate func withNulls(at indices: [Int]) -> BorrowedRow {
    guard !indices.isEmpty else { return self }
    var row = self
    for index in indices where row[index].isAbsent { row[index] = .value(.null) }
    return row
  }
}

extension BorrowedValue {
  /// The value is missing, or the relationship not loaded.
  fileprivate var isAbsent: Bool {
    if case .value(nil) = self { true } else { false }
  }
}
