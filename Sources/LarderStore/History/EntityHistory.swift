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

    /// What is left of a deleted object: its unique attributes.
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
public protocol HistoryProviding: EntityStore {
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
}
