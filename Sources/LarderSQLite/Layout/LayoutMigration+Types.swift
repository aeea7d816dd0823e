import LarderCore
import SQLiteDriver

extension LayoutMigration {
  /// A stored value of an enum must be one of its cases.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid`; `SQLiteError`.
  func checkThatNoCaseIsLost(_ connection: Connection) throws {
    for table in new.tables {
      for column in table.columns {
        guard case .attribute(.enumeration(_, _, let cases)) = column.content,
          let oldTable = try formerTable(of: table)
        else { continue }
        for former in formerColumns(of: column, oldTable) {
          try checkValues(of: former, in: oldTable, as: cases, column, connection)
        }
      }
    }
  }

  private func checkValues(
    of former: StoreLayout.Column, in table: StoreLayout.Table,
    as cases: [EntitySchema.EnumerationCase], _ column: StoreLayout.Column,
    _ connection: Connection
  ) throws {
    if case .attribute(.enumeration(_, _, let known)) = former.content,
      known.allSatisfy({ each in cases.contains { $0.rawValue == each.rawValue } })
    {
      return
    }
    let values = cases.compactMap { $0.rawValue.plainSQL }.joined(by: ", ")
    let sql: SQLText = """
      SELECT CAST(\(name: former.name) AS TEXT), CAST(count(*) AS TEXT)
      FROM \(name: table.name)
      WHERE \(name: former.name) NOT IN (\(values)) GROUP BY 1 ORDER BY 1 LIMIT 1
      """
    guard let row = try connection.rows(sql.text, sql.values).first else { return }
    throw PersistenceError(
      .invalidSchema, entity: column.entity, attribute: column.property,
      detail: "`\(row.text(0))` is no case of `\(column.entity).\(column.property)` any more, and "
        + "\(row.text(1)) objects have it; change them first")
  }
}

extension AttributeValue {
  /// The value of an enum as its column has it; `nil` for a kind that no enum has.
  fileprivate var plainSQL: SQLText? {
    switch self {
    case .text(let text): "\(value: .text(text))"
    case .integer(let integer): "\(value: .integer(integer))"
    default: nil
    }
  }
}

extension EntitySchema.AttributeType {
  /// Stored values of this type are values of the other one, or could be.
  func isKept(as other: Self) -> Bool {
    switch (self, other) {
    case (.enumeration(_, let a, _), .enumeration(_, let b, _)): a == b
    case (.enumeration(_, let rawType, _), _): rawType == other
    case (_, .enumeration(_, let rawType, _)): self == rawType
    case (.array(let a), .array(let b)): a.isKept(as: b)
    case (.composite(let old), .composite(let new)):
      // Members may come where nil does for them, and go.
      new.allSatisfy { member in
        guard let known = old.first(where: { $0.name == member.name }) else {
          return member.isOptional
        }
        return known.type.isKept(as: member.type) && (member.isOptional || !known.isOptional)
      }
    default: self == other
    }
  }
}
