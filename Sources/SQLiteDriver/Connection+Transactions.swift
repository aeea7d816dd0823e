import CSQLite

extension Connection {
  /// When a transaction takes its locks.
  public enum TransactionKind: String, Hashable, Sendable {
    /// At the first read or write.
    case deferred = "DEFERRED"
    /// The write lock at once, so that no later step fails with `busy`.
    case immediate = "IMMEDIATE"
  }

  public var isInTransaction: Bool { sqlite3_get_autocommit(database.pointer) == 0 }

  public func begin(_ kind: TransactionKind) throws(SQLiteError) {
    try execute("BEGIN \(kind.rawValue)")
  }

  /// Makes the transaction's changes durable; on a failure the transaction is still open.
  public func commit() throws(SQLiteError) { try execute("COMMIT") }

  /// Drops the transaction's changes.
  ///
  /// Without a transaction, which some failures end by themselves, it does nothing.
  public func rollback() {
    guard isInTransaction else { return }
    sqlite3_exec(database.pointer, "ROLLBACK", nil, nil, nil)
  }
}
