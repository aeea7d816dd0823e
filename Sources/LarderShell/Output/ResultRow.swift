import LarderCore

/// A column of a result.
struct ResultColumn: Hashable, Sendable {
  var name: String
  var presentation: EntityProjection.Presentation = .plain

  /// A relationship, whose value is absent while it is not loaded.
  var isRelationship = false

  /// An attribute of no one type, whose values are told apart by how they are written.
  var isMixed = false
}

/// The columns of a result, and whether its rows are objects.
struct ResultShape: Hashable, Sendable {
  var columns: [ResultColumn]

  /// The entity when every row is a whole object, else `nil`.
  var entity: EntityName?

  init(columns: [ResultColumn], entity: EntityName? = nil) {
    self.columns = columns
    self.entity = entity
  }

  init(names: String...) {
    self.init(columns: names.map { ResultColumn(name: $0) })
  }
}

/// Writes a result row by row; a format each.
///
/// The calls come in order: `begin` once, `write` a row each, `end` once.
protocol ResultFormat {
  mutating func begin(_ shape: ResultShape) throws

  /// Takes a row: a value a column, `nil` where it is missing; the identifier of a whole object.
  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws

  /// Finishes; returns what was left out or changed on the way, a sentence each.
  mutating func end() throws -> [String]
}
