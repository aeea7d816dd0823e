public import LarderCore

/// A statement whose names are known and whose types fit.
public enum ResolvedStatement: Hashable, Sendable {
  case query(EntityQuery, store: String)
  case edit(EntityEdit, store: String)
  case preview(EntityEdit, store: String)

  /// `let teens = Person where …`: the query is run anew when the name is used.
  case bindQuery(name: String, EntityQuery, store: String, source: String)
  case bindValue(name: String, AttributeValue)
  /// The name gets the identifier of the new object.
  case bindInsert(name: String, EntityEdit, store: String)
  /// The name gets the identifier of the first object, or null.
  case bindFirst(name: String, EntityQuery, store: String)

  case save, rollback, diff, status, end
  case undo(Int)
  case redo(Int)
  /// The name is empty where none was given.
  case begin(String)
  case refresh([PersistentIdentifier], discard: Bool)
  /// `nil` for every object in conflict.
  case resolve([PersistentIdentifier]?, keepMine: Bool)
  case copy(EntityQuery, from: String, to: String)

  /// A line with a leading dot; its arguments are the shell's business.
  case command(name: String, arguments: String, argumentsSpan: Range<Int>)
  /// Entities declared by `@Model` classes.
  case declare([EntitySchema.Entity])
}
