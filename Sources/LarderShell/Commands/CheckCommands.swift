import LarderCore
import LarderStore

extension ShellCommand {
  static let check = ShellCommand(
    "check", ".check", "Hold the current store against the rules of its format."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    let open = try session.currentOpenStore()
    let violations = try session.checkable(open).violations()
    try session.show(
      names: ["rule", "object", "attribute", "problem", "repair"], violations.map(\.record))
    if violations.isEmpty { try session.report("every rule of its format holds") }
    guard violations.isEmpty else {
      let repairable = violations.count { $0.remedy != nil }
      throw ShellError(
        .violations,
        "`\(open.name)` breaks the rules of its format in \(violations.count) "
          + (violations.count == 1 ? "place" : "places"),
        help: repairable == 0
          ? "what only a person can put right is to be edited as anything else"
          : "`.repair` puts \(repairable) of them right, to be saved or undone")
    }
  }

  static let repair = ShellCommand(
    "repair", ".repair", "Put right what `.check` finds and what is safe; `save` writes it."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    let open = try session.currentOpenStore()
    let violations = try session.checkable(open).violations()
    let repaired = try session.repair(violations, in: open.name)
    try session.show(
      names: ["rule", "object", "attribute", "problem", "repaired"],
      zip(violations, repaired).map { violation, isRepaired in
        violation.record.dropLast() + [.bool(isRepaired)]
      })
  }
}

extension ShellCommand {
  static let cloneEmpty = ShellCommand(
    "clone-empty", ".clone-empty FILE", "Write a store of the current one's model without objects."
  ) { arguments, session in
    let path = try CommandWords.one(arguments)
    let open = try session.currentOpenStore()
    guard let store = open.store.base as? any StoreCloning else {
      throw PersistenceError(
        .unsupported,
        detail: "a store of kind \(open.kind) is made from its declarations: `.schema` prints them")
    }
    try store.cloneEmpty(to: path)
  }
}

extension StoreViolation {
  fileprivate var record: [AttributeValue?] {
    [
      .text(rule), identifier.map { .identifier($0) } ?? .null,
      attribute.map { .text($0.rawValue) } ?? .null, .text(message), .bool(remedy != nil),
    ]
  }
}

extension Session {
  /// The store as one that can be checked.
  fileprivate func checkable(_ open: OpenStore) throws -> any StoreChecking {
    guard let store = open.store.base as? any StoreChecking else {
      throw PersistenceError(
        .unsupported,
        detail:
          "a store of kind \(open.kind) has no rules to check; those of SwiftData and Core Data have"
      )
    }
    return store
  }

  /// Carries out what is safe as one undo step; an edit that fails is left aside.
  fileprivate func repair(
    _ violations: [StoreViolation], in store: String
  ) throws -> [Bool] {
    let isOwnGroup = context.openGroupName == nil
    if isOwnGroup { try context.beginGroup(named: "repair") }
    defer { if isOwnGroup { try? context.endGroup() } }
    return try violations.map { violation in
      switch violation.remedy {
      case nil: return false
      case .repairs(let repairs)?:
        try context.repair(repairs, in: store)
        return true
      case .edit(let edit)?:
        do {
          try context.perform(edit, in: store)
          return true
        } catch let error as PersistenceError where error.code != .readOnly {
          return false
        }
      }
    }
  }
}
