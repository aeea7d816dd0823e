import LarderCore
import LarderStore

extension ErrorPresenter {
  /// What a store's or a context's error says.
  static func problem(_ error: PersistenceError) -> Problem {
    var problem = Problem(code: error.code.rawValue, message: subject(of: error))
    if let detail = error.detail, !computations.contains(error.code) {
      problem.message += problem.message.isEmpty ? detail : ": \(detail)"
    }
    if problem.message.isEmpty { problem.message = "failed" }
    problem.notes = notes(on: error.failures)
    problem.notes += error.conflicts.filter { !$0.identifier.isTemporary }.flatMap(notes(on:))
    problem.help = help(for: error)
    return problem
  }

  /// What happened, to what.
  private static func subject(of error: PersistenceError) -> String {
    let what = happening(error)
    let place = place(of: error)
    let value = error.value.map { " (\(ValueText(OutputSettings()).text($0)))" } ?? ""
    if what.isEmpty { return place + value }
    return (place.isEmpty ? what : "\(place): \(what)") + value
  }

  private static func place(of error: PersistenceError) -> String {
    let owner = error.identifier?.description ?? error.entity?.rawValue
    guard let attribute = error.attribute else { return owner ?? "" }
    return owner.map { "\($0).\(attribute)" } ?? attribute.rawValue
  }

  private static let words: [PersistenceError.Code: String] = [
    .unavailable: "the store cannot be reached",
    .busy: "another process holds the store",
    .conflict: "the store holds something else than was last seen",
    .notUnique: "the value must be unique, and another object has it",
    .objectNotFound: "there is no such object",
    .readOnly: "the store is read-only",
    .corrupt: "the store's content is broken",
    .incomplete: "not every object came",
    .unsupported: "not possible in this store",
    .failed: "the store refused",
    .unknownEntity: "there is no such entity",
    .unknownAttribute: "there is no such attribute",
    .invalidSchema: "the schema does not hold together",
    .wrongKind: "the value is of a kind that the attribute does not take",
    .overflow: "the result is out of range",
    .divisionByZero: "division by zero",
    .operandIsNil: "an operand is nil",
    .invalidPattern: "the regular expression cannot be used",
    .requiredValueMissing: "a value is required",
    .deleteDenied: "the delete rule of a relationship forbids the delete",
    .countOutOfRange: "too few or too many objects in the relationship",
    .rejected: "the store refused the object",
    .unknownOutcome: "whether the object was written is unknown",
    .notTried: "not tried",
    .nothingToUndo: "there is nothing to undo",
    .nothingToRedo: "there is nothing to redo",
    .objectIsEdited: "the object has unsaved edits",
    .noConflict: "there is no conflict to settle",
    .groupIsOpen: "a group of statements is open",
    .noOpenGroup: "no group of statements is open",
    .cancelled: "interrupted",
  ]

  /// Codes whose words say all that the detail says.
  private static let computations: Set<PersistenceError.Code> = [
    .overflow, .divisionByZero, .operandIsNil,
  ]

  /// The code in words; a code without any is left to the detail, or speaks for itself.
  private static func happening(_ error: PersistenceError) -> String {
    let words = words[error.code] ?? (error.detail == nil ? error.code.rawValue : "")
    let isWhole = error.code == .conflict && error.failures.isEmpty
    return isWhole ? "\(words); nothing was saved" : words
  }

  private static func help(for error: PersistenceError) -> String? {
    switch error.code {
    case .unknownOutcome where !error.conflicts.isEmpty:
      "look for it with a query; `resolve REF keep` sends it again, `resolve REF store` gives it up"
    case .conflict where !error.conflicts.isEmpty:
      "`resolve REF keep` writes yours, `resolve REF store` takes the store's; `resolve all …` for each"
    case .objectIsEdited: "`refresh REF discard` drops the edits"
    case .groupIsOpen: "`end` closes the group"
    case .noOpenGroup: "`begin` opens a group"
    default: nil
    }
  }

  /// How many objects that were not tried are named.
  private static let longestList = 10

  /// What became of each object of a save; of those that were not tried the first few.
  private static func notes(on failures: [PersistenceError]) -> [String] {
    let tried = failures.filter { $0.code != .notTried }
    let others = failures.filter { $0.code == .notTried }
    var notes = (tried + others.prefix(longestList)).map { failure in
      subject(of: failure) + (failure.detail.map { ": \($0)" } ?? "")
    }
    if others.count > longestList {
      notes.append("\(others.count - longestList) more: not tried")
    }
    return notes
  }

  /// An object in conflict: the attributes that differ, as last seen, stored and wanted.
  private static func notes(on conflict: SaveConflict) -> [String] {
    guard let stored = conflict.stored else {
      return ["\(conflict.identifier) is gone from the store"]
    }
    let texts = ValueText(OutputSettings())
    func text(_ snapshot: EntitySnapshot?, _ name: AttributeName) -> String {
      guard let snapshot else { return "deleted" }
      return snapshot[name].map(texts.text) ?? "missing"
    }
    let names = conflict.lastSeen.layout.names.filter { name in
      stored[name] != conflict.lastSeen[name]
        || conflict.mine.map { $0[name] != conflict.lastSeen[name] } ?? false
    }
    return names.map { name in
      "\(conflict.identifier).\(name): last seen \(text(conflict.lastSeen, name)), "
        + "stored \(text(stored, name)), mine \(text(conflict.mine, name))"
    }
  }
}
