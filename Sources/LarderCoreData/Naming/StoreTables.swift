/// The tables that a model has in a store, by the framework's rules of naming.
struct StoreTables: Hashable, Sendable {
  /// One for each root entity, in the model's order.
  var tables: [Table]

  /// The tables of many-to-many relationships.
  var joins: [Join]

  /// A table that holds the rows of a root entity and of all entities below it.
  struct Table: Hashable, Sendable {
    var name: String
    var rootEntity: String

    /// Without `Z_PK`, `Z_ENT` and `Z_OPT`, which every table has.
    var columns: [Column]

    /// The column `Z_OPT` is there; only a damaged store lacks it.
    var hasVersions = true
  }

  struct Column: Hashable, Sendable {
    var name: String
    var sqlType: String
    var content: Content
  }

  /// What a column holds.
  ///
  /// The entity is the one that declares the property.
  enum Content: Hashable, Sendable {
    /// The path has one name, or for a leaf of a composite the names that lead to it.
    case attribute(entity: String, path: [String], ManagedObjectModel.Attribute)

    /// The primary key of a to-one relationship's object.
    case toOne(entity: String, relationship: String)

    /// The entity number of a to-one relationship's object, whose entity has subentities.
    case toOneEntity(entity: String, relationship: String)

    /// In the destination's table: the primary key of the owner of a to-many relationship without inverse.
    case toManyOwner(entity: String, relationship: String)

    /// The sort key of a row in the ordered to-many relationship that it belongs to.
    ///
    /// Relationship and entity are those of the column of the foreign key: the to-one inverse, or the
    /// to-many itself when it has none.
    case order(entity: String, relationship: String)
  }

  /// A table of a many-to-many relationship.
  struct Join: Hashable, Sendable {
    var table: String

    /// Two: the first is of the relationship that names the table.
    var columns: [JoinColumn]
  }

  /// A column of a join table, named after the relationship whose objects it holds.
  struct JoinColumn: Hashable, Sendable {
    var name: String

    /// The entity that declares the relationship.
    var owner: String
    var relationship: String

    /// The relationship's destination, whose primary key stands in the column.
    var entity: String

    /// Where the relationship is ordered, the column of its sort keys.
    var orderColumn: String?
  }
}
