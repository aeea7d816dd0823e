package import LarderCore
package import LarderStore
import SQLiteDriver

extension MappedDatabase {
  @discardableResult
  package func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    let fetch = try fetch(descriptor)
    var statistics = FetchStatistics()
    try reading { reader in
      try reader.forEachRow(of: fetch.sql) { statement in
        statistics.returned += 1
        return try body(fetch.reader.snapshot(statement))
      }
    }
    return statistics
  }

  package func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool
  ) throws {
    let fetch = try fetch(descriptor)
    try reading { reader in
      var object = fetch.reader.makeBorrowedObject()
      try reader.forEachRow(of: fetch.sql) { statement in
        fetch.reader.read(statement, into: &object)
        return try body(object)
      }
    }
  }

  package func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    var count = 0
    let sql = try countSQL(descriptor)
    try reading { reader in
      try reader.forEachRow(of: sql) { statement in
        count = Int(statement.integer(at: 0))
        return false
      }
    }
    return count
  }

  package func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    try reading { try $0.snapshots(for: identifiers) }
  }

  package func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    try reading { try $0.destinations(of: relationship, from: identifiers) }
  }

  func fetch(_ descriptor: EntityFetchDescriptor) throws -> SQLFetch {
    let table = try mapping.requireIndex(of: descriptor.entity)
    return try mapping.compiling(descriptor.entity) { () throws(Unpushable) in
      try SQLCompiler.fetch(descriptor, table: table, in: mapping)
    }
  }

  func countSQL(_ descriptor: EntityFetchDescriptor) throws -> SQLText {
    let table = try mapping.requireIndex(of: descriptor.entity)
    return try mapping.compiling(descriptor.entity) { () throws(Unpushable) in
      try SQLCompiler.count(descriptor, table: table, in: mapping)
    }
  }

  func reading<Result>(_ body: (DatabaseReader) throws -> Result) throws -> Result {
    try pool.withConnection { try body(DatabaseReader(mapping: mapping, lent: $0)) }
  }
}
