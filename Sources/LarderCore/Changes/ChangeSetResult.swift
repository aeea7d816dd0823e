/// What a store made of a change set.
public struct ChangeSetResult: Hashable, Sendable {
  /// The permanent identifier of every insert, by the identifier it was inserted under; and the new one of
  /// every update that gave an object another, by the old one.
  public var remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]

  /// The inserted and updated objects as they now stand in the store, by permanent identifier.
  public var snapshots: [PersistentIdentifier: EntitySnapshot]

  /// Where the store cannot write as one unit: what became of each object that was not written.
  ///
  /// A change whose object is not here was written. Codes are `store.conflict`, `save.rejected`,
  /// `save.unknown-outcome`, `save.not-tried` and the store's own.
  public var failures: [PersistentIdentifier: PersistenceError]

  /// What ended the writing early, such as `operation.cancelled`; `nil` where the failures say all.
  public var interruption: PersistenceError?

  /// What is worth saying of what was written, in order.
  public var notes: [SaveNote]

  /// The transaction of the store's history that the changes are; `nil` where it keeps none.
  public var transaction: Int64?

  public init(
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshots: [PersistentIdentifier: EntitySnapshot] = [:],
    failures: [PersistentIdentifier: PersistenceError] = [:],
    interruption: PersistenceError? = nil, notes: [SaveNote] = []
  ) {
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshots = snapshots
    self.failures = failures
    self.interruption = interruption
    self.notes = notes
  }
}

/// Something to know of a save that went well: a value that the store changed, a check that it lacks.
public struct SaveNote: Hashable, Sendable {
  /// Without a full stop: `the service changed the value`.
  public var message: String

  /// The object that it is about, by its permanent identifier; `nil` for the store as a whole.
  public var identifier: PersistentIdentifier?
  public var attribute: AttributeName?

  /// The value that was written, where the note is about one.
  public var sent: AttributeValue?

  /// The value that the store holds instead; `nil` where it holds none, too.
  public var stored: AttributeValue?

  public init(
    _ message: String, identifier: PersistentIdentifier? = nil, attribute: AttributeName? = nil,
    sent: AttributeValue? = nil, stored: AttributeValue? = nil
  ) {
    self.message = message
    self.identifier = identifier
    self.attribute = attribute
    self.sent = sent
    self.stored = stored
  }
}
