public import LarderCore
import LarderStore

extension JSONStore {
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    throw PersistenceError(.readOnly, detail: "this build reads JSON only")
  }
}
