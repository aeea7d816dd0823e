import LarderCore

/// What an expression is in SQL, with what is known of its values.
enum SQLOperand {
  case literal(AttributeValue)
  case stored(StoredOperand)
  case identity(IdentityOperand)
  /// A condition used as a value.
  case condition(SQLText)
  case collection(CollectionOperand)
  case json(JSONOperand)
  case composite(CompositeOperand)
}

/// A value as it is stored: a column, or something computed from columns.
struct StoredOperand {
  var sql: SQLText
  var meaning: ColumnMapping.Meaning = .asStored
  var kinds: StoredKinds = .any

  /// What SQLite would do to the other side of a comparison; `none` for what is no column.
  var affinity = Affinity.none
  var collation = "BINARY"

  /// A stored 0 or 1 may be a real, which is no truth value.
  var hasRealBooleans = false

  /// Holds where there is no value at all, not even null; `nil` where there always is one.
  var missing: SQLText?

  /// Without affinity, so that neither side of a comparison is converted.
  var plain: SQLText { affinity == .none ? sql : "+\(sql)" }

  /// Compares text by canonical equivalence and in Swift's order.
  var asText: SQLText { "\(plain) COLLATE larder_text" }

  /// For an `=` with a constant that needs no collation but the bytes.
  var asBytes: SQLText { collation == "BINARY" ? sql : "\(sql) COLLATE BINARY" }

  var asDate: SQLText { "larder_date(\(sql))" }

  /// The seconds since 2001 of a date; `nil` where no value is one.
  var seconds: SQLText? {
    switch meaning {
    case .date: asDate
    case .seconds: sql
    case .asStored, .bool, .uuid, .uuidBytes, .foreignUUID, .decimal, .json, .enumerationCase,
      .coded:
      nil
    }
  }

  static let number: SQLText = "('integer', 'real')"

  /// Asks for one kind of stored value; `nil` where there is no other.
  func isOf(_ kind: StoredKinds) -> SQLText? {
    if kinds == kind { return nil }
    return kind == .number
      ? "typeof(\(sql)) IN \(StoredOperand.number)"
      : kind == .text ? "typeof(\(sql)) = 'text'" : "typeof(\(sql)) = 'blob'"
  }
}

/// The identity of an object: of a row, or of what a relationship leads to.
struct IdentityOperand {
  /// The index of the object's table.
  var table: Int

  /// A piece a key column.
  var parts: [SQLText]

  /// The parts are columns of a foreign key, which may hold what no key can be.
  var isForeign: Bool

  /// The key is the rowid.
  var isRowID: Bool

  /// The tables of the entities that the object may be of.
  var family: [Int]

  /// Which of them it is, by its ordinal; `nil` where there is but one.
  ///
  /// It is null where the object is none of them.
  var ordinal: SQLText?

  /// What to select for it.
  var columns: [SQLText] { parts + [ordinal].compactMap(\.self) }

  /// The object is nil.
  var isNull: SQLText {
    guard let ordinal else { return isKeyNull }
    return isForeign ? "(\(isKeyNull) OR \(ordinal) IS NULL)" : "\(ordinal) IS NULL"
  }

  private var isKeyNull: SQLText {
    if isForeign, isRowID, let part = parts.first { return "typeof(\(part)) <> 'integer'" }
    let nulls = parts.map { "\($0) IS NULL" as SQLText }
    return nulls.count == 1 ? nulls[0] : "(\(nulls.joined(by: " OR ")))"
  }
}

/// The objects of a to-many relationship, perhaps only some of them.
struct CollectionOperand {
  var owner: SQLCompiler.Row
  var relationship: RelationshipMapping

  /// What the owner must be to have the relationship; `nil` where every one has it.
  var ownerCondition: SQLText?

  /// Conditions on the elements, one level further in.
  var filters: [EntityPredicate] = []
}

/// Why something cannot be said in SQL.
struct Unpushable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
