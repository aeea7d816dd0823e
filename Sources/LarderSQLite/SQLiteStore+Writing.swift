import FoundationEssentials
public import LarderCore
import LarderStore
import SQLiteDriver

extension SQLiteStore {
  /// Writes a change set in one transaction, which holds the database's write lock while it runs.
  ///
  /// Triggers, defaults and cascades of the database take part; the snapshots returned show what became
  /// of the objects.
  ///
  /// - Throws: ``PersistenceError``, and then nothing is changed: `store.read-only`, `store.busy` where
  ///   another process writes for more than five seconds, `store.conflict` with the objects that are not
  ///   as expected, `store.not-unique`, `save.required-value-missing`, `value.wrong-kind`,
  ///   `store.object-not-found` for a reference that leads nowhere, `save.delete-denied` for an object
  ///   that others refer to, `store.failed` for other constraints.
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    try apply(changes, author: nil)
  }

  public func apply(_ changes: ChangeSet, author: String?) throws -> ChangeSetResult {
    if let readOnlyReason { throw PersistenceError(.readOnly, detail: readOnlyReason) }
    if options.isDryRun { throw PersistenceError(.readOnly, detail: "a dry run saves nothing") }
    return try pool.withConnection { lent in
      let connection = lent.connection
      // A save touches pages again and again, a read seldom does.
      try connection.execute("PRAGMA cache_size = -65536")
      defer { try? connection.execute("PRAGMA cache_size = -2000") }
      try connection.begin(.immediate)
      defer { connection.rollback() }
      if let layout { try StoreMetadata.check(layout.schema, connection) }
      var writer = ChangeWriter(DatabaseReader(mapping: mapping, lent: lent))
      var result = try writer.apply(changes)
      if layout != nil {
        result.transaction = try SaveHistory(connection: connection, mapping: mapping).record(
          changes, result.remappedIdentifiers, author: author ?? options.author, date: Date())
      }
      do throws(SQLiteError) {
        try connection.commit()
      } catch {
        guard error.code == .constraintForeignKey else { throw error }
        throw try writer.foreignKeyFailure(error, changes)
      }
      return result
    }
  }
}
