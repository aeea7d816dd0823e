package import LarderCore
package import SQLiteDriver

/// Reads objects through one connection, so that reads and writes of one transaction see the same.
package struct DatabaseReader {
  package let mapping: DatabaseMapping
  package let lent: PooledConnection

  package init(mapping: DatabaseMapping, lent: PooledConnection) {
    self.mapping = mapping
    self.lent = lent
  }

  /// Identifiers that are looked up by one statement.
  private static let chunkSize = 400

  /// Steps through the rows of a statement until `body` returns false.
  package func forEachRow(of sql: SQLText, _ body: (Statement) throws -> Bool) throws {
    let statement = try lent.connection.statement(for: sql.text)
    defer { lent.connection.recycle(statement) }
    try statement.bind(sql.values)
    while try statement.step() {
      guard try body(statement) else { return }
      try lent.checkInterruption()
    }
  }

  /// The objects as they stand, those that are gone left out.
  package func snapshots(
    for identifiers: [PersistentIdentifier], properties: [AttributeName]? = nil
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    var result: [PersistentIdentifier: EntitySnapshot] = [:]
    for (entity, identifiers) in Dictionary(grouping: identifiers, by: \.entity) {
      guard let table = mapping.index(of: entity) else { continue }
      for chunk in identifiers.chunks(of: DatabaseReader.chunkSize) {
        let descriptor = EntityFetchDescriptor(
          entity: entity, predicate: .isOne(of: chunk), includesSubentities: false,
          propertiesToFetch: properties)
        let fetch = try mapping.compiling(entity) { () throws(Unpushable) in
          try SQLCompiler.fetch(descriptor, table: table, in: mapping)
        }
        try forEachRow(of: fetch.sql) { statement in
          let snapshot = fetch.reader.snapshot(statement)
          result[snapshot.identifier] = snapshot
          return true
        }
      }
    }
    return result
  }

  /// The destinations of a relationship; an empty list for an object that has none or is gone.
  package func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    var result = Dictionary(identifiers.map { ($0, [PersistentIdentifier]()) }) { first, _ in first
    }
    for (entity, identifiers) in Dictionary(grouping: identifiers, by: \.entity) {
      let index = try mapping.requireIndex(of: entity)
      guard let found = mapping.tables[index].relationship(relationship) else {
        throw PersistenceError(.unknownAttribute, entity: entity, attribute: relationship)
      }
      for chunk in identifiers.chunks(of: DatabaseReader.chunkSize) {
        if found.isToMany {
          try addDestinations(of: found, in: index, from: chunk, to: &result)
          continue
        }
        for (identifier, snapshot) in try snapshots(for: chunk, properties: [relationship]) {
          guard case .identifier(let destination)? = snapshot[relationship] else { continue }
          result[identifier] = [destination]
        }
      }
    }
    return result
  }

  private func addDestinations(
    of relationship: RelationshipMapping, in table: Int, from identifiers: [PersistentIdentifier],
    to result: inout [PersistentIdentifier: [PersistentIdentifier]]
  ) throws {
    let entity = mapping.tables[table].entity
    let (sql, source, destination) = try mapping.compiling(entity) { () throws(Unpushable) in
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

extension DatabaseMapping {
  /// Turns what has no form in SQL into a ``PersistenceError`` with code `store.unsupported`.
  func compiling<Result>(
    _ entity: EntityName, _ body: () throws(Unpushable) -> Result
  ) throws -> Result {
    do throws(Unpushable) {
      return try body()
    } catch {
      throw PersistenceError(.unsupported, entity: entity, detail: error.reason)
    }
  }
}

extension EntityPredicate {
  /// The object is one of some.
  package static func isOne(of identifiers: [PersistentIdentifier]) -> EntityPredicate {
    .membership(
      .path(AttributePath([])), in: .value(.array(identifiers.map { .identifier($0) })))
  }
}

extension Array {
  /// The elements in pieces of at most a size.
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
