import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Runs a query and writes its result.
  func run(_ query: EntityQuery, in store: String) throws {
    lastQuery = StoreQuery(query: query, store: store)
    switch query.output {
    case .objects: try showObjects(query.descriptor, in: store)
    case .count: try showCount(query, in: store)
    case .rows(let projection): try showRows(query, projection, in: store)
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
    try show(ResultShape(columns: columns)) { format in
      try context.enumerateRows(projection, of: query.descriptor, in: store) { row in
        try checkInterrupt()
        try format.write(Self.computed(row, by: projection), identifier: nil)
        return true
      }
    }
  }

  /// Only an attribute can be missing: what was computed and has no value is nil.
  private static func computed(_ row: EntityRow, by projection: EntityProjection) -> EntityRow {
    var row = row
    for index in row.indices where row[index] == nil {
      if case .path = projection.items[index].expression { continue }
      row[index] = .null
    }
    return row
  }

  /// Writes whole objects as they come, and notes them for `#3` to name.
  private func showObjects(_ descriptor: EntityFetchDescriptor, in store: String) throws {
    let columns = try ObjectColumns(descriptor, schema: openStore(named: store).store.schema)
    var seen: [PersistentIdentifier] = []
    try show(columns.shape) { format in
      try forEachObject(of: descriptor, in: store, columns) { snapshot in
        try checkInterrupt()
        if keepsListing { seen.append(snapshot.identifier) }
        let values = try loading(columns, columns.values(of: snapshot), of: snapshot.identifier)
        try format.write(values, identifier: snapshot.identifier)
      }
    }
    if keepsListing { listing = seen }
  }

  /// Streams, but where relationships are to be loaded: that needs the context in between.
  private func forEachObject(
    of descriptor: EntityFetchDescriptor, in store: String, _ columns: ObjectColumns,
    _ body: (EntitySnapshot) throws -> Void
  ) throws {
    guard columns.prefetched.isEmpty else {
      let query = EntityQuery(descriptor: descriptor)
      guard case .objects(let snapshots) = try context.run(query, in: store) else { return }
      return try snapshots.forEach(body)
    }
    try context.enumerate(descriptor, in: store) { snapshot in
      try body(snapshot)
      return true
    }
  }

  /// Puts in the destinations of the relationships that the query asked to prefetch.
  private func loading(
    _ columns: ObjectColumns, _ values: [AttributeValue?], of identifier: PersistentIdentifier
  ) throws -> [AttributeValue?] {
    guard !columns.prefetched.isEmpty else { return values }
    var values = values
    for index in columns.prefetched where values[index] == nil {
      let name = columns.names[index]
      let destinations = try context.destinations(of: name, from: identifier)
      values[index] = .array(destinations.map { .identifier($0) })
    }
    return values
  }
}
