import CSQLite

extension Connection {
  /// Copies the whole database into another connection's, which it replaces.
  ///
  /// - Throws: ``SQLiteError`` with code `busy` when the destination is in use.
  public func backup(to destination: Connection) throws(SQLiteError) {
    let target = destination.database
    guard
      let backup = sqlite3_backup_init(target.pointer, "main", database.pointer, "main")
    else {
      throw SQLiteError(sqlite3_errcode(target.pointer), handle: target.pointer, sql: nil)
    }
    let stepped = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    try target.check(stepped == SQLITE_DONE ? finished : stepped)
  }
}
