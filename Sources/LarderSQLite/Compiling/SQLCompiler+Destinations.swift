import LarderCore
import SQLiteDriver

/// Where an identifier stands in the rows of a `SELECT`.
struct IdentifierReader {
  var column: Int
  var partCount: Int
  var isRowID: Bool
  var origin: PersistentIdentifier.Origin
  var kind: KindColumn?

  func identifier(_ statement: Statement) -> PersistentIdentifier? {
    guard let kind else {
      return SnapshotReader.identifier(
        statement, at: column, partCount: partCount, isRowID: isRowID, origin: origin)
    }
    return kind.origin(statement).flatMap { origin in
      SnapshotReader.identifier(
        statement, at: column, partCount: partCount, isRowID: isRowID, origin: origin)
    }
  }
}

/// A column that tells which entity an object is of, by its ordinal.
struct KindColumn {
  var column: Int

  /// The origins of all entities' identifiers, by their ordinals.
  var origins: [PersistentIdentifier.Origin]

  /// `nil` where the row tells of no object.
  func origin(_ statement: Statement) -> PersistentIdentifier.Origin? {
    ordinal(statement).map { origins[$0] }
  }

  func ordinal(_ statement: Statement) -> Int? {
    guard statement.kind(at: column) == .integer else { return nil }
    let ordinal = Int(statement.integer(at: column))
    return origins.indices.contains(ordinal) ? ordinal : nil
  }
}

extension SQLCompiler {
  /// The `SELECT` for the objects that a to-many relationship leads to, in its order or else in that of
  /// identifiers.
  static func destinations(
    of relationship: RelationshipMapping, table: Int, from identifiers: [PersistentIdentifier],
    in mapping: DatabaseMapping
  ) throws(Unpushable) -> (sql: SQLText, source: IdentifierReader, destination: IdentifierReader) {
    var compiler = SQLCompiler(mapping: mapping, table: table, includesSubentities: false)
    let owner = compiler.identity(ofLevel: 0)
    let isWanted = try compiler.filter(.isOne(of: identifiers)) ?? .constant(true)
    let ownerFrom = compiler.from(0)
    let operand = CollectionOperand(owner: compiler.levels[0].row, relationship: relationship)
    var found: IdentityOperand?
    var place: SQLText?
    let (from, link) = try compiler.elements(of: operand, areLookedUp: false) {
      compiler throws(Unpushable) in
      found = compiler.identity(ofLevel: 1)
      place = compiler.levels[1].order
      return nil
    }
    guard let found else { throw Unpushable("the relationship has no elements") }
    let columns = owner.columns + found.columns
    let order = [place].compactMap(\.self) + compiler.keys(of: found)
    return (
      """
      SELECT \(columns.joined(by: ", ")) FROM \(ownerFrom), \(from) \
      WHERE \(isWanted) AND \(link) ORDER BY \(order.joined(by: ", "))
      """,
      compiler.reader(of: owner, at: 0), compiler.reader(of: found, at: owner.columns.count)
    )
  }

  func reader(of identity: IdentityOperand, at column: Int) -> IdentifierReader {
    IdentifierReader(
      column: column, partCount: identity.parts.count, isRowID: identity.isRowID,
      origin: mapping.origins[identity.family.first ?? identity.table],
      kind: identity.ordinal.map { _ in kind(at: column + identity.parts.count) })
  }
}
