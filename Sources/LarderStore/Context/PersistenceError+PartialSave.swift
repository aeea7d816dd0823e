import LarderCore

extension PersistenceError {
  /// What a save says that did not write everything; `nil` for one that did.
  ///
  /// It speaks of what ended the save, else of the gravest failure, and carries all of them.
  init?(saving changes: ChangeSet, _ result: ChangeSetResult) {
    let failures = changes.changes.compactMap { result.failures[$0.identifier] }
    guard let gravest = result.interruption ?? Self.gravest(of: failures) else { return nil }
    let count = changes.changes.count
    self = gravest.saying(
      "\(count - failures.count) of \(count) changes were written",
      conflicts: failures.flatMap(\.conflicts), failures: failures)
  }

  /// The first of those that ask most of whoever saves.
  private static func gravest(of failures: [PersistenceError]) -> PersistenceError? {
    failures.first { $0.code == .conflict } ?? failures.first { $0.code == .unknownOutcome }
      ?? failures.first { $0.code != .notTried } ?? failures.first
  }

  /// The same error with more to say.
  func saying(
    _ words: String, conflicts: [SaveConflict]? = nil, failures: [PersistenceError]? = nil
  ) -> PersistenceError {
    PersistenceError(
      code, identifier: identifier, entity: entity, attribute: attribute, value: value,
      detail: [detail, words].compactMap(\.self).joined(separator: "; "),
      conflicts: conflicts ?? self.conflicts, failures: failures ?? self.failures,
      underlyingError: underlyingError)
  }
}
