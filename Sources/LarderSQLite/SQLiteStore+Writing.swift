public import LarderCore
import LarderStore

extension SQLiteStore {
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    throw PersistenceError(.unsupported, detail: "SQLite stores cannot be changed yet")
  }
}
