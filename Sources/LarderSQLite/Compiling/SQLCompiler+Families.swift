import LarderCore
import SQLiteDriver

/// Rows of entities that share a table.
extension SQLCompiler {
  /// The condition that a row is one of its family; `nil` where every row of its table is.
  func isOfFamily(_ row: Row) -> SQLText? { isOf(row.family, row) }

  /// The condition that a row is of one of some entities; `nil` where their table is no shared one.
  func isOf(_ family: [Int], _ row: Row) -> SQLText? {
    guard let discriminator = table(of: row).discriminator else { return nil }
    let values = family.compactMap { mapping.tables[$0].discriminator?.value }
    guard let first = values.first else { return .constant(false) }
    let column = row.column(discriminator.column)
    if values.count == 1 { return "\(column) = \(value: first)" }
    let list = values.map { "\(value: $0)" as SQLText }.joined(by: ", ")
    // An index of the column is no help where nearly every row is wanted.
    let isEveryone = values.count == mapping.sharers(of: row.table).count
    return "\(isEveryone ? "+" : "")\(column) IN (\(list))"
  }

  /// The ordinal of the entity that a discriminator tells; null where that is none of the family.
  func ordinal(_ discriminator: SQLText, of family: [Int]) -> SQLText {
    let ways = family.compactMap { index in
      mapping.tables[index].discriminator?.value.map { value in
        " WHEN \(value: value) THEN \(SQLText(String(mapping.ordinals[index])))" as SQLText
      }
    }
    return "CASE \(discriminator)\(ways.joined(by: "")) END"
  }

  /// The ordinal of an object's entity, even where there is but one.
  func ordinal(of identity: IdentityOperand) -> SQLText {
    identity.ordinal
      ?? SQLText(String(mapping.ordinals[identity.family.first ?? identity.table]))
  }

  /// The ordinal of a row's entity; `nil` where there is but one.
  func ordinal(of row: Row) -> SQLText? {
    guard row.family.count > 1, let discriminator = table(of: row).discriminator else { return nil }
    return ordinal(row.column(discriminator.column), of: row.family)
  }

  /// The condition that an object is of one entity of its family; none where there is but one.
  func isOf(_ entity: Int, _ identity: IdentityOperand) -> [SQLText] {
    identity.ordinal.map { ["\($0) = \(SQLText(String(mapping.ordinals[entity])))"] } ?? []
  }

  func isKind(_ row: Row, _ entity: EntityName) throws(Unpushable) -> SQLText {
    guard mapping.schema.entity(entity) != nil else {
      throw Unpushable("there is no entity `\(entity)`")
    }
    let names = mapping.schema.descendants(of: entity)
    let kinds = row.family.filter { names.contains(mapping.tables[$0].entity) }
    if kinds.isEmpty { return .constant(false) }
    return kinds.count == row.family.count ? .constant(true) : isOf(kinds, row) ?? .constant(true)
  }

  func kind(at column: Int) -> KindColumn {
    KindColumn(column: column, origins: mapping.tablesByOrdinal.map { mapping.origins[$0] })
  }

  /// The whole condition of the query: its own and that its rows are of the entity.
  mutating func filter(_ predicate: EntityPredicate?) throws(Unpushable) -> SQLText? {
    let own = try predicate.map { predicate throws(Unpushable) in try condition(predicate) }
    let parts = [isOfFamily(levels[0].row), own].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(by: " AND ")
  }
}

/// Properties that only some of a row's entities have.
extension SQLCompiler {
  /// A column that SQL compares.
  func column(_ name: AttributeName, of row: Row) throws(Unpushable) -> StoredOperand? {
    guard let stored = try storedColumn(name, of: row) else { return nil }
    guard !stored.meaning.isOpaque else {
      throw Unpushable("`\(name)` is stored in a form that SQL does not compare")
    }
    return stored
  }

  /// A column, of whichever entity below the row's has it; `nil` where none has.
  private func storedColumn(
    _ name: AttributeName, of row: Row
  ) throws(Unpushable) -> StoredOperand? {
    if let column = table(of: row).column(name) {
      try checkIsWhole(column)
      return stored(column, of: row)
    }
    let below = mapping.descendants(of: row.table)
    let found = below.compactMap { index in mapping.tables[index].column(name).map { (index, $0) } }
    guard let (_, first) = found.first else { return nil }
    for (_, column) in found { try checkIsWhole(column) }
    let isMixed =
      found.contains { $0.1.meaning != first.meaning || $0.1.affinity != first.affinity }
      || below.contains { mapping.tables[$0].relationship(name) != nil }
    if isMixed { throw Unpushable("`\(name)` is not the same in all entities below") }
    var result = stored(first, of: row)
    let ways = Dictionary(grouping: found, by: \.1.column).sorted { $0.key < $1.key }
    let cases = ways.compactMap { column, found in
      isOf(found.map(\.0), row).map { " WHEN \($0) THEN \(row.column(column))" as SQLText }
    }
    result.sql = "CASE\(cases.joined(by: "")) END"
    result.affinity = .none
    result.collation = "BINARY"
    result.kinds = found.reduce(into: StoredKinds()) { $0.formUnion($1.1.kinds) }
    let others = row.family.filter { index in !found.contains { $0.0 == index } }
    result.missing = others.isEmpty ? nil : isOf(others, row)
    return result
  }

  private func checkIsWhole(_ column: ColumnMapping) throws(Unpushable) {
    guard column.isPart else { return }
    throw Unpushable("`\(column.attribute)` is stored in a form that SQL does not compare")
  }

  /// A column of JSON texts; `nil` where the name is something else.
  func jsonColumn(_ name: AttributeName, of row: Row) throws(Unpushable) -> JSONOperand? {
    let holders = mapping.descendants(of: row.table).compactMap { mapping.tables[$0].column(name) }
    guard let first = table(of: row).column(name) ?? holders.first,
      case .json(let type) = first.meaning, let stored = try storedColumn(name, of: row)
    else { return nil }
    return JSONOperand(json: stored.sql, type: type, missing: stored.missing)
  }

  /// A relationship and what a row must be to have it, `nil` where every one has it.
  func relationship(
    _ name: AttributeName, of row: Row
  ) throws(Unpushable) -> (mapping: RelationshipMapping, condition: SQLText?) {
    if let own = table(of: row).relationship(name) { return (own, nil) }
    let below = mapping.descendants(of: row.table)
    let found = below.compactMap { index in
      mapping.tables[index].relationship(name).map { (index, $0) }
    }
    guard let (_, first) = found.first else {
      throw Unpushable("`\(table(of: row).entity)` has no property `\(name)`")
    }
    guard
      found.allSatisfy({ $0.1.link == first.link && $0.1.destination == first.destination }),
      !below.contains(where: { mapping.tables[$0].column(name) != nil })
    else { throw Unpushable("`\(name)` is not the same in all entities below") }
    return (first, isOf(found.map(\.0), row))
  }
}
