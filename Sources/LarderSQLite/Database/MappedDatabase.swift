import SQLiteDriver

/// A database file together with what its tables mean: everything that reading takes.
///
/// Stores of all kinds of SQLite files stand on it; each has a mapping and a way to write of its own.
package struct MappedDatabase: Sendable {
  package let mapping: DatabaseMapping
  package let pool: ConnectionPool

  package init(mapping: DatabaseMapping, pool: ConnectionPool) {
    self.mapping = mapping
    self.pool = pool
  }

  package func interrupt() { pool.interruption.interrupt() }
}
