public import SQLiteDriver

/// An object of a fixture.
public struct FixtureObject: Hashable, Sendable {
  public var entity: String
  public var key: Int64

  public init(_ entity: String, _ key: Int64) {
    self.entity = entity
    self.key = key
  }
}

/// A row of a fixture's store.
public struct FixtureRow: Sendable {
  public var object: FixtureObject

  /// By attribute; a leaf of a composite by its path, `author.name`.
  public var values: [String: SQLiteValue]

  /// By to-one relationship.
  public var toOne: [String: FixtureObject]

  /// By to-many relationship, in its order.
  ///
  /// Given are those with a to-many inverse, from either side, and those without inverse. Where the
  /// inverse is to-one, the rows of the other side say it.
  public var toMany: [String: [FixtureObject]]

  /// What `Z_OPT` holds: 1 and one more for each save that changed the row.
  public var version: Int64 = 1

  public init(
    _ entity: String, _ key: Int64, _ values: [String: SQLiteValue] = [:],
    toOne: [String: FixtureObject] = [:], toMany: [String: [FixtureObject]] = [:]
  ) {
    object = FixtureObject(entity, key)
    self.values = values
    self.toOne = toOne
    self.toMany = toMany
  }
}

/// A transaction of a fixture's history.
public struct FixtureTransaction: Sendable {
  /// Seconds since 2001.
  public var timestamp: Double
  public var author: String?
  public var contextName: String?
  public var changes: [FixtureChange]

  public init(
    at timestamp: Double, author: String? = nil, contextName: String? = nil,
    _ changes: [FixtureChange]
  ) {
    self.timestamp = timestamp
    self.author = author
    self.contextName = contextName
    self.changes = changes
  }
}

/// A change of a fixture's history.
public struct FixtureChange: Sendable {
  public enum Kind: Int64, Sendable { case insert, update, delete }

  public var kind: Kind
  public var object: FixtureObject

  /// Of an update: the bits of the changed properties.
  public var columns: [UInt8]?

  /// Of a deletion: the values that are kept.
  public var tombstones: [SQLiteValue]

  public init(
    _ kind: Kind, _ object: FixtureObject, columns: [UInt8]? = nil,
    tombstones: [SQLiteValue] = []
  ) {
    self.kind = kind
    self.object = object
    self.columns = columns
    self.tombstones = tombstones
  }
}
