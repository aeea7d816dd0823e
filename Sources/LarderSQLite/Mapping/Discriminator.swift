package import SQLiteDriver

/// The column that tells the rows of several entities in one table apart.
///
/// A row in which it holds no value of a concrete entity is no object.
package struct Discriminator: Hashable, Sendable {
  /// The column's name, as the database spells it; the same for all entities of the table.
  package var column: String

  /// What stands in it for objects of this very entity; `nil` for an abstract one, which has none.
  package var value: SQLiteValue?

  package init(column: String, value: SQLiteValue?) {
    self.column = column
    self.value = value
  }
}
