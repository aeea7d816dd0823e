public import LarderCore

/// A store over an SQL database, which can be looked at in the database's own language.
public protocol SQLReading: EntityStore {
  /// The names of the columns of a statement's rows.
  ///
  /// - Throws: As ``enumerateRows(ofSQL:_:)``.
  func columns(ofSQL text: String) throws -> [String]

  /// Hands out the rows of one statement that only reads, over a connection that cannot write.
  ///
  /// Pending changes are not seen, and values are those of the database: a date may be a number.
  ///
  /// - Parameters:
  ///   - text: One statement: `SELECT`, `WITH`, `VALUES`, `EXPLAIN` or `PRAGMA`.
  ///   - body: Returns whether it wants more.
  /// - Throws: ``PersistenceError``: `store.read-only` for another statement, `store.failed` for what the
  ///   database refuses, `operation.cancelled` after `interrupt()`; whatever `body` throws.
  func enumerateRows(ofSQL text: String, _ body: ([AttributeValue]) throws -> Bool) throws
}
