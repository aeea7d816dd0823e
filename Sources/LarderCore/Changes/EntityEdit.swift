/// An edit of objects, as the query language says it; a context carries it out as one undo group.
public enum EntityEdit: Hashable, Sendable {
  /// A new object; attributes without an assignment take their defaults.
  case insert(EntityName, [Assignment])
  /// Right sides see the values before the statement.
  case update(Target, [Assignment])
  case delete(Target)
  /// Adds objects to a to-many relationship, or values to an array.
  case append(to: PersistentIdentifier, AttributePath, [EntityExpression])
  case remove(from: PersistentIdentifier, AttributePath, [EntityExpression])

  /// The objects that an edit is about.
  public enum Target: Hashable, Sendable {
    case matching(EntityFetchDescriptor)
    case objects([PersistentIdentifier])
  }

  /// A new value for a property, or for a member of a composite attribute.
  public struct Assignment: Hashable, Sendable {
    /// At level 0, through composites only, never through a relationship.
    public var path: AttributePath
    public var value: EntityExpression

    public init(_ path: AttributePath, _ value: EntityExpression) {
      self.path = path
      self.value = value
    }
  }
}
