public import LarderCore

/// What an edit would do.
public struct EditPreview: Hashable, Sendable {
  /// The objects it would touch, in the order in which it reaches them.
  public var effects: [Effect]

  public struct Effect: Hashable, Sendable {
    public let identifier: PersistentIdentifier

    /// Why the edit reaches the object first.
    public let cause: EditCause

    /// The object now; `nil` where it would be inserted.
    public let before: EntitySnapshot?

    /// The object afterwards; `nil` where it would be deleted.
    public let after: EntitySnapshot?
  }
}

extension EntityContext {
  /// What an edit would do, with the effects of delete rules and inverses; nothing is changed.
  ///
  /// - Throws: What ``perform(_:in:)`` would throw.
  public func preview(_ edit: EntityEdit, in store: String) throws -> EditPreview {
    interrupter.beginOperation()
    let attached = try attachedStore(named: store)
    let edit = try resolved(edit, attached)
    let transaction = makeTransaction(attached)
    defer { transaction.revert() }
    return try minter.forgetting {
      try transaction.perform([edit])
      return EditPreview(effects: effects(of: transaction))
    }
  }

  private func effects(of transaction: EditTransaction) -> [EditPreview.Effect] {
    var group = makeGroup(named: "preview")
    for transition in transaction.transitions { group.add(transition) }
    let causes = Dictionary(
      transaction.steps.map { ($0.identifier, $0.cause) }, uniquingKeysWith: { first, _ in first })
    return group.transitions.filter { !$0.changesNothing }.map {
      EditPreview.Effect(
        identifier: $0.identifier, cause: causes[$0.identifier] ?? .statement, before: $0.before,
        after: $0.after)
    }
  }
}
