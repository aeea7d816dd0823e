package import LarderCore

/// How one table or view is an entity.
///
/// Entities that inherit share the table of their root: each has a mapping of its own, with what it
/// inherits under the same columns as in its superentity's.
package struct TableMapping: Sendable {
  package var entity: EntityName

  /// The table's name, as the database spells it.
  package var table: TableName
  package var isView: Bool

  /// The database keeps the declared types.
  package var isStrict: Bool
  package var key: KeyMapping

  /// The columns that rows go by where no order is asked for; empty for the order of a view.
  package var ownOrder: [String]
  package var columns: [ColumnMapping]
  package var relationships: [RelationshipMapping]

  /// Why objects of it cannot be changed, or `nil` when they can.
  package var readOnlyReason: String?

  /// Which rows are its objects; `nil` where all of the table are.
  package var discriminator: Discriminator?

  package init(
    entity: EntityName, table: TableName, isView: Bool = false, isStrict: Bool = false,
    key: KeyMapping, ownOrder: [String], columns: [ColumnMapping],
    relationships: [RelationshipMapping] = [], readOnlyReason: String? = nil,
    discriminator: Discriminator? = nil
  ) {
    self.entity = entity
    self.table = table
    self.isView = isView
    self.isStrict = isStrict
    self.key = key
    self.ownOrder = ownOrder
    self.columns = columns
    self.relationships = relationships
    self.readOnlyReason = readOnlyReason
    self.discriminator = discriminator
  }

  package func column(_ name: AttributeName) -> ColumnMapping? {
    columns.first { $0.attribute == name }
  }

  /// The columns of an attribute: one, or one for each part of its value.
  package func columns(of name: AttributeName) -> [ColumnMapping] {
    columns.filter { $0.attribute == name }
  }

  package func column(named name: String) -> ColumnMapping? {
    columns.first { $0.column.isSameSQLName(as: name) }
  }

  package func relationship(_ name: AttributeName) -> RelationshipMapping? {
    relationships.first { $0.name == name }
  }
}

/// How one column is an attribute.
package struct ColumnMapping: Sendable {
  package var attribute: AttributeName

  /// Of an attribute in several columns: where in the attribute's value this one's stands.
  package var members: [AttributeName]

  /// The column's name, as the database spells it.
  package var column: String
  package var affinity: Affinity
  package var collation: String
  package var meaning: Meaning

  /// The kinds of stored values that the database allows here, null aside.
  package var kinds: StoredKinds
  package var isNotNull: Bool
  package var hasDefault: Bool
  package var isGenerated: Bool

  /// How a date is written here.
  package var dateForm: DateForm

  package init(
    attribute: AttributeName, members: [AttributeName] = [], column: String, affinity: Affinity,
    collation: String = "BINARY",
    meaning: Meaning, kinds: StoredKinds = .any, isNotNull: Bool = false, hasDefault: Bool = false,
    isGenerated: Bool = false, dateForm: DateForm = DateForm(declaredType: "")
  ) {
    self.attribute = attribute
    self.members = members
    self.column = column
    self.affinity = affinity
    self.collation = collation
    self.meaning = meaning
    self.kinds = kinds
    self.isNotNull = isNotNull
    self.hasDefault = hasDefault
    self.isGenerated = isGenerated
    self.dateForm = dateForm
  }

  /// The attribute's value stands in several columns.
  package var isPart: Bool {
    if case .enumerationCase = meaning { return true }
    return !members.isEmpty
  }

  /// What the stored values mean, where they fit.
  package enum Meaning: Hashable, Sendable {
    case asStored
    /// The integers 0 and 1 are false and true.
    case bool
    /// Texts in a known form are dates.
    case date
    /// Numbers are dates: seconds since 2001, as `Date` counts them.
    case seconds
    /// Texts are UUIDs.
    case uuid
    /// Texts in any case, and sixteen bytes, are UUIDs.
    case foreignUUID
    /// Sixteen bytes are UUIDs.
    case uuidBytes
    /// Any value stands for one case of an enum, which has a column for each.
    case enumerationCase(String)
    /// Stored in a form of its own.
    case coded(ValueCodec)
    /// Texts are numbers, to their last digit.
    case decimal
    /// Texts are values of a type in JSON.
    case json(EntitySchema.AttributeType)

    /// What stands in the column tells SQL nothing of the values' equality and order.
    package var isOpaque: Bool {
      switch self {
      case .decimal, .json, .foreignUUID, .enumerationCase, .coded: true
      case .asStored, .bool, .date, .seconds, .uuid, .uuidBytes: false
      }
    }
  }
}

/// Kinds of stored values as comparisons see them: integers and reals are one kind.
package struct StoredKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let number = StoredKinds(rawValue: 1)
  package static let text = StoredKinds(rawValue: 2)
  package static let data = StoredKinds(rawValue: 4)
  package static let any: StoredKinds = [.number, .text, .data]
}

/// How one relationship follows from foreign keys.
package struct RelationshipMapping: Sendable {
  package var name: AttributeName

  /// The index of the destination's table in the mapping.
  package var destination: Int
  package var link: Link

  /// The column of the places in an ordered relationship, in the table that holds the keys.
  package var order: String?

  /// To one: the column of this table with the destination's discriminator.
  ///
  /// `nil` where there is none; where the destination has subentities its own row is asked then.
  package var entityColumn: String?

  /// To many: an index finds the rows that hold an owner's key.
  package var isIndexed: Bool

  package init(
    name: AttributeName, destination: Int, link: Link, order: String? = nil,
    entityColumn: String? = nil, isIndexed: Bool = true
  ) {
    self.name = name
    self.destination = destination
    self.link = link
    self.order = order
    self.entityColumn = entityColumn
    self.isIndexed = isIndexed
  }

  package enum Link: Hashable, Sendable {
    /// To one: this table holds the foreign key.
    ///
    /// Where it is direct, the columns of the key hold the destination's identity.
    case toOne([ColumnPair], isDirect: Bool)
    /// To many: the destination's table holds the foreign key.
    case toMany([ColumnPair])
    /// Many to many: a table between holds a foreign key to each side.
    case join(JoinMapping)
  }

  package var isToMany: Bool { if case .toOne = link { false } else { true } }
}

/// A table that does nothing but link two others.
package struct JoinMapping: Hashable, Sendable {
  package var table: TableName

  /// The join table's columns (child) that lead to this side's (parent).
  package var near: [ColumnPair]

  /// The join table's columns (child) that lead to the destination's (parent).
  package var far: [ColumnPair]

  package init(
    table: TableName, near: [ColumnPair], far: [ColumnPair]
  ) {
    self.table = table
    self.near = near
    self.far = far
  }
}

/// A column of a foreign key, and the column that it refers to.
package struct ColumnPair: Hashable, Sendable {
  package var child: String
  package var parent: String

  package init(child: String, parent: String) {
    self.child = child
    self.parent = parent
  }
}
