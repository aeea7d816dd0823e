import FoundationEssentials
import Glibc
public import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver
import Synchronization

extension CoreDataStore {
  /// Writes a change set in one transaction, with the bookkeeping that keeps the store valid; the first save
  /// is preceded by a copy of the store beside it.
  ///
  /// - Throws: ``PersistenceError``, and then nothing is changed: `store.read-only`, `store.busy`,
  ///   `store.conflict` with the objects that are not as expected, `store.not-unique`,
  ///   `value.wrong-kind`, `store.object-not-found`, `store.unsupported`, `store.failed`.
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    if let readOnlyReason { throw PersistenceError(.readOnly, detail: readOnlyReason) }
    let now = Date()
    let file = database.pool.file
    if !backup.withLock({ $0 }) {
      try StoreBackup.make(ofStoreAt: file.path, at: now)
      backup.withLock { $0 = true }
    }
    return try database.pool.withConnection { lent in
      let connection = lent.connection
      try connection.begin(.immediate)
      defer { connection.rollback() }
      var writer = StoreWriter(
        DatabaseReader(mapping: database.mapping, lent: lent), model: model, names: names,
        numbers: numbers, kept: kept)
      let result = try writer.apply(changes)
      if let history {
        try writer.recordHistory(
          history, by: HistoryAuthor(author: options.author, process: "larder"),
          at: now.timeIntervalSinceReferenceDate)
      }
      try connection.commit()
      let folder = ExternalData.folder(ofStoreAt: file.path)
      for name in writer.orphanedFiles { unlink("\(folder)/\(name)") }
      return result
    }
  }
}
