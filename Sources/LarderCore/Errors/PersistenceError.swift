/// A failure to read or write persisted objects.
///
/// Match on ``code``, which is stable. The text of `description` is for people and may change.
public struct PersistenceError: Error, Sendable {
  /// What went wrong.
  public let code: Code

  /// The object at fault, or `nil` when no single object is.
  public let identifier: PersistentIdentifier?

  /// The entity at fault, or `nil`.
  public let entity: EntityName?

  /// The attribute or relationship at fault, or `nil`.
  public let attribute: AttributeName?

  /// The value at fault, or `nil`.
  public let value: AttributeValue?

  /// What a person needs besides: a file and line, what was expected; without a final full stop.
  public let detail: String?

  /// The objects in conflict, for `store.conflict`.
  public let conflicts: [SaveConflict]

  /// Where a save wrote only a part: what became of each object that was not written, in the order of
  /// the changes.
  public let failures: [PersistenceError]

  /// The lower-level failure that caused this one, such as an SQLite error.
  public let underlyingError: (any Error)?

  public init(
    _ code: Code, identifier: PersistentIdentifier? = nil, entity: EntityName? = nil,
    attribute: AttributeName? = nil, value: AttributeValue? = nil, detail: String? = nil,
    conflicts: [SaveConflict] = [], failures: [PersistenceError] = [],
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.identifier = identifier
    self.entity = entity ?? identifier?.entity
    self.attribute = attribute
    self.value = value
    self.detail = detail
    self.conflicts = conflicts
    self.failures = failures
    self.underlyingError = underlyingError
  }
}

/// An object that the store holds differently from what the context last saw.
public struct SaveConflict: Hashable, Sendable {
  public let identifier: PersistentIdentifier

  /// What the context last saw.
  public let lastSeen: EntitySnapshot

  /// What the store holds now; `nil` when the object is gone.
  public let stored: EntitySnapshot?

  /// What was to be written; `nil` for a delete.
  public let mine: EntitySnapshot?

  public init(
    lastSeen: EntitySnapshot, stored: EntitySnapshot?, mine: EntitySnapshot?
  ) {
    identifier = lastSeen.identifier
    self.lastSeen = lastSeen
    self.stored = stored
    self.mine = mine
  }
}

// Compared and hashed by everything but the underlying error, which is neither.
extension PersistenceError: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.code == rhs.code && lhs.identifier == rhs.identifier && lhs.entity == rhs.entity
      && lhs.attribute == rhs.attribute && lhs.value == rhs.value && lhs.detail == rhs.detail
      && lhs.conflicts == rhs.conflicts && lhs.failures == rhs.failures
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(identifier)
    hasher.combine(attribute)
  }
}
