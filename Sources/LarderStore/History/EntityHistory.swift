public import FoundationEssentials
public import LarderCore

/// What one save did to a store.
public struct EntityTransaction: Hashable, Sendable {
  /// Rises from save to save.
  public var identifier: Int64
  public var date: Date

  /// Who saved, or `nil` where it was not said.
  public var author: String?

  /// The program that saved, or `nil` where the medium does not tell.
  public var process: String?

  /// In the order in which they were written.
  public var changes: [Change]

  public init(
    identifier: Int64, date: Date, author: String?, process: String? = nil, changes: [Change]
  ) {
    self.identifier = identifier
    self.date = date
    self.author = author
    self.process = process
    self.changes = changes
  }

  /// What became of one object.
  public struct Change: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case insert, update, delete }

    public var kind: Kind
    public var identifier: PersistentIdentifier

    /// The properties that an update changed, in the order of the entity's layout.
    public var attributes: [AttributeName]

    /// What is left of a deleted object: attributes that are unique or preserved on deletion.
    public var tombstone: AttributeObject

    public init(
      kind: Kind, identifier: PersistentIdentifier, attributes: [AttributeName] = [],
      tombstone: AttributeObject = AttributeObject([])
    ) {
      self.kind = kind
      self.identifier = identifier
      self.attributes = attributes
      self.tombstone = tombstone
    }
  }
}

/// A store that remembers the saves that made it what it is.
public protocol HistoryKeeping: EntityStore {
  /// Whether this very store does; one over a medium that others made may not.
  var keepsHistory: Bool { get }

  /// The saves that there were, oldest first.
  ///
  /// - Parameters:
  ///   - after: The identifier of a transaction, or `nil` for all that there are.
  ///   - entity: Only changes of its objects, and transactions that have some; `nil` for all.
  /// - Returns: The transactions, each with its changes; none where the medium keeps no history.
  /// - Throws: ``PersistenceError``.
  func transactions(after: Int64?, of entity: EntityName?) throws -> [EntityTransaction]

  /// Writes a change set as ``EntityStore/apply(_:)`` does, in somebody's name.
  ///
  /// Without an author the store's own stands, where it has one.
  func apply(_ changes: ChangeSet, author: String?) throws -> ChangeSetResult

  /// Forgets transactions; identifiers that the history does not have are left out.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unsupported` where the history is another program's.
  func deleteTransactions(_ identifiers: Set<Int64>) throws

  /// The last transaction that was forgotten: who read no further has missed some; `nil` for none.
  func lastDeletedTransaction() throws -> Int64?

  /// The last transaction, forgotten or not; `nil` before the first.
  func lastTransaction() throws -> Int64?
}

/// What a store over another program's history has from the start.
extension HistoryKeeping {
  public func apply(_ changes: ChangeSet, author: String?) throws -> ChangeSetResult {
    try apply(changes)
  }

  public func deleteTransactions(_ identifiers: Set<Int64>) throws {
    guard !identifiers.isEmpty else { return }
    throw PersistenceError(.unsupported, detail: "the history belongs to another program")
  }

  public func lastDeletedTransaction() throws -> Int64? { nil }

  public func lastTransaction() throws -> Int64? {
    try transactions(after: nil, of: nil).last?.identifier
  }
}
