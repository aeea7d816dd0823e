public import LarderCore
public import LarderStore
import SQLiteDriver

extension SQLiteStore {
  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    let fetch = try fetch(descriptor)
    var statistics = FetchStatistics()
    try forEachRow(of: fetch.sql) { statement in
      statistics.returned += 1
      return try body(fetch.reader.snapshot(statement))
    }
    return statistics
  }

  public func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    var count = 0
    try forEachRow(of: try countSQL(descriptor)) { statement in
      count = Int(statement.integer(at: 0))
      return false
    }
    return count
  }

  public func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    try snapshots(for: identifiers, properties: nil)
  }

  public func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    var result = Dictionary(identifiers.map { ($0, [PersistentIdentifier]()) }) { first, _ in first
    }
    for (entity, identifiers) in Dictionary(grouping: identifiers, by: \.entity) {
      let index = try mapping.requireIndex(of: entity)
      guard let found = mapping.tables[index].relationship(relationship) else {
        throw PersistenceError(.unknownAttribute, entity: entity, attribute: relationship)
      }
      for chunk in identifiers.chunks(of: SQLiteStore.chunkSize) {
        if found.isToMany {
          try addDestinations(of: found, in: index, from: chunk, to: &result)
        } else {
          for (identifier, snapshot) in try snapshots(for: chunk, properties: [relationship]) {
            guard case .identifier(let destination)? = snapshot[relationship] else { continue }
            result[identifier] = [destination]
          }
        }
      }
    }
    return result
  }

  /// Identifiers that are looked up by one statement.
  static let chunkSize = 400

  private func snapshots(
    for identifiers: [PersistentIdentifier], properties: [AttributeName]?
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    var result: [PersistentIdentifier: EntitySnapshot] = [:]
    for (entity, identifiers) in Dictionary(grouping: identifiers, by: \.entity)
    where mapping.index(of: entity) != nil {
      for chunk in identifiers.chunks(of: SQLiteStore.chunkSize) {
        let condition = EntityPredicate.membership(
          .path(AttributePath([])), in: .value(.array(chunk.map { .identifier($0) })))
        let descriptor = EntityFetchDescriptor(
          entity: entity, predicate: condition, propertiesToFetch: properties)
        try enumerate(descriptor) { snapshot in
          result[snapshot.identifier] = snapshot
          return true
        }
      }
    }
    return result
  }

  private func addDestinations(
    of relationship: RelationshipMapping, in table: Int, from identifiers: [PersistentIdentifier],
    to result: inout [PersistentIdentifier: [PersistentIdentifier]]
  ) throws {
    let (sql, source, destination) = try compiling(mapping.tables[table].entity) {
      _ throws(Unpushable) in
      try SQLCompiler.destinations(of: relationship, table: table, from: identifiers, in: mapping)
    }
    try forEachRow(of: sql) { statement in
      if let from = source.identifier(statement), let to = destination.identifier(statement) {
        result[from, default: []].append(to)
      }
      return true
    }
  }
}

extension SQLiteStore {
  func fetch(_ descriptor: EntityFetchDescriptor) throws -> SQLFetch {
    try compiling(descriptor.entity) { table throws(Unpushable) in
      try SQLCompiler.fetch(descriptor, table: table, in: mapping)
    }
  }

  func countSQL(_ descriptor: EntityFetchDescriptor) throws -> SQLText {
    try compiling(descriptor.entity) { table throws(Unpushable) in
      try SQLCompiler.count(descriptor, table: table, in: mapping)
    }
  }

  private func compiling<Result>(
    _ entity: EntityName, _ body: (_ table: Int) throws(Unpushable) -> Result
  ) throws -> Result {
    let table = try mapping.requireIndex(of: entity)
    do throws(Unpushable) {
      return try body(table)
    } catch {
      throw PersistenceError(.unsupported, entity: entity, detail: error.reason)
    }
  }

  /// Steps through the rows of a statement until `body` returns false.
  private func forEachRow(of sql: SQLText, _ body: (Statement) throws -> Bool) throws {
    try pool.withConnection { lent in
      let statement = try lent.connection.statement(for: sql.text)
      defer { lent.connection.recycle(statement) }
      try statement.bind(sql.values)
      while try statement.step() {
        guard try body(statement) else { return }
        try lent.checkInterruption()
      }
    }
  }
}

extension Array {
  /// The elements in pieces of at most a size.
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
