import FoundationEssentials
import Glibc
import LarderCore
import LarderSQLite
public import LarderStore
import SQLiteDriver

extension CoreDataStore: StoreCloning {
  /// Metadata and model stay as they are, since nobody but the framework can make them; the store gets
  /// an identifier of its own.
  public func cloneEmpty(to path: String) throws {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw PersistenceError(
        .unavailable, detail: "\(path): \(String(cString: strerror(errno)))")
    }
    close(file)
    do {
      try database.pool.withConnection { lent in
        let clone = try Connection(path: path, mode: .readWrite)
        try lent.connection.backup(to: clone)
        try clone.addCoreDataFunctions()
        try clone.removeObjects()
      }
    } catch {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
      throw error
    }
  }
}

extension Connection {
  /// Takes every row out of the tables of entities, links and history.
  fileprivate func removeObjects() throws(SQLiteError) {
    try begin(.immediate)
    let tables = try rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'Z%' \
      OR name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING') OR name LIKE 'ANSCK%') \
      AND name NOT IN ('Z_PRIMARYKEY', 'Z_METADATA', 'Z_MODELCACHE')
      """)
    for table in tables { try run("DELETE FROM \(table.text(0).sqlName)") }
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    try run("UPDATE Z_METADATA SET Z_UUID = ?", [.text(UUID().uuidString)])
    try commit()
    try execute("VACUUM")
  }
}
