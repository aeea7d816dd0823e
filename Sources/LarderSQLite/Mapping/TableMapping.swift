import LarderCore

/// How one table or view is an entity.
struct TableMapping: Sendable {
  var entity: EntityName

  /// The table's name, as the database spells it.
  var table: String
  var isView: Bool

  /// The database keeps the declared types.
  var isStrict: Bool
  var key: KeyMapping

  /// The columns that rows go by where no order is asked for; empty for the order of a view.
  var ownOrder: [String]
  var columns: [ColumnMapping]
  var relationships: [RelationshipMapping]

  /// Why objects of it cannot be changed, or `nil` when they can.
  var readOnlyReason: String?

  func column(_ name: AttributeName) -> ColumnMapping? { columns.first { $0.attribute == name } }

  func column(named name: String) -> ColumnMapping? {
    columns.first { $0.column.isSameSQLName(as: name) }
  }

  func relationship(_ name: AttributeName) -> RelationshipMapping? {
    relationships.first { $0.name == name }
  }
}

/// How one column is an attribute.
struct ColumnMapping: Sendable {
  var attribute: AttributeName

  /// The column's name, as the database spells it.
  var column: String
  var affinity: Affinity
  var collation: String
  var meaning: Meaning

  /// The kinds of stored values that the database allows here, null aside.
  var kinds: StoredKinds
  var isNotNull: Bool
  var hasDefault: Bool
  var isGenerated: Bool

  /// How a date is written here.
  var dateForm: DateForm

  /// What the stored values mean, where they fit.
  enum Meaning: Hashable, Sendable {
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
    /// Texts are numbers, to their last digit.
    case decimal
    /// Texts are values of a type in JSON.
    case json(EntitySchema.AttributeType)

    /// What stands in the column tells SQL nothing of the values' equality and order.
    var isOpaque: Bool {
      switch self {
      case .decimal, .json, .foreignUUID: true
      case .asStored, .bool, .date, .seconds, .uuid: false
      }
    }
  }
}

/// Kinds of stored values as comparisons see them: integers and reals are one kind.
struct StoredKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let number = StoredKinds(rawValue: 1)
  static let text = StoredKinds(rawValue: 2)
  static let data = StoredKinds(rawValue: 4)
  static let any: StoredKinds = [.number, .text, .data]
}

/// How one relationship follows from foreign keys.
struct RelationshipMapping: Sendable {
  var name: AttributeName

  /// The index of the destination's table in the mapping.
  var destination: Int
  var link: Link

  /// The column of the places in an ordered relationship, in the table that holds the keys.
  var order: String?

  enum Link: Sendable {
    /// To one: this table holds the foreign key.
    ///
    /// Where it is direct, the columns of the key hold the destination's identity.
    case toOne([Catalog.ForeignKey.Pair], isDirect: Bool)
    /// To many: the destination's table holds the foreign key.
    case toMany([Catalog.ForeignKey.Pair])
    /// Many to many: a table between holds a foreign key to each side.
    case join(JoinMapping)
  }

  var isToMany: Bool { if case .toOne = link { false } else { true } }
}

/// A table that does nothing but link two others.
struct JoinMapping: Sendable {
  var table: String

  /// The join table's columns (child) that lead to this side's (parent).
  var near: [Catalog.ForeignKey.Pair]

  /// The join table's columns (child) that lead to the destination's (parent).
  var far: [Catalog.ForeignKey.Pair]
}
