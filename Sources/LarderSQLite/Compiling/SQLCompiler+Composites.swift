import LarderCore
import SQLiteDriver

/// An attribute whose value stands in several columns, or one of its composite members.
struct CompositeOperand {
  /// Holds where the value is nil.
  var isNull: SQLText
}

extension SQLCompiler {
  /// What a path leads to that ends in such an attribute or inside of it; `nil` for any other path.
  mutating func compositeOperand(_ path: AttributePath) throws(Unpushable) -> SQLOperand? {
    guard levels[path.level].element == nil else { return nil }
    var row = levels[path.level].row
    for (index, name) in path.names.enumerated() {
      let columns = table(of: row).columns(of: name)
      if columns.contains(where: \.isPart) {
        let value = PartedValue(
          row: row, columns: columns, isOptional: isOptional(name, of: row),
          isWithoutObject: index > 0 ? identity(of: row).isNull : nil)
        return try operand(Array(path.names[(index + 1)...]), of: value)
      }
      guard index < path.names.count - 1,
        let (relationship, condition) = try? relationship(name, of: row), !relationship.isToMany
      else { return nil }
      row = try follow(relationship, where: condition, from: row, level: path.level)
    }
    return nil
  }

  private func isOptional(_ name: AttributeName, of row: Row) -> Bool {
    mapping.schema.attribute(name, of: table(of: row).entity)?.isOptional ?? true
  }

  private func operand(
    _ members: [AttributeName], of value: PartedValue
  ) throws(Unpushable) -> SQLOperand {
    let own = value.columns.filter { $0.members == members }
    guard let first = own.first else {
      guard value.columns.contains(where: { $0.members.starts(with: members) }) else {
        throw Unpushable("`\(members.last ?? "")` is no member of a composite")
      }
      return .composite(CompositeOperand(isNull: value.isNull))
    }
    var result: StoredOperand
    if case .enumerationCase = first.meaning {
      result = StoredOperand(sql: value.enumeration(own), kinds: .text)
    } else {
      guard !first.meaning.isOpaque else {
        throw Unpushable("`\(first.column)` is stored in a form that SQL does not compare")
      }
      result = stored(first, of: value.row)
    }
    if !members.isEmpty { result.missing = value.membersAreMissing }
    return .stored(result)
  }
}

/// A value in several columns of a row.
private struct PartedValue {
  let row: SQLCompiler.Row
  let columns: [ColumnMapping]
  let isOptional: Bool

  /// Holds where the row is that of no object; `nil` where there always is one.
  let isWithoutObject: SQLText?

  /// All columns are null.
  private var isEmpty: SQLText {
    "(\(columns.map { "\(row.column($0.column)) IS NULL" as SQLText }.joined(by: " AND ")))"
  }

  /// Without an object, all of its columns are null.
  var isNull: SQLText { isOptional ? isEmpty : isWithoutObject ?? .constant(false) }

  /// Members of a nil composite are missing, those of no object at all are nil.
  var membersAreMissing: SQLText? {
    guard isOptional else { return nil }
    return isWithoutObject.map { "(\(isEmpty) AND NOT (\($0)))" } ?? isEmpty
  }

  /// The first case whose column is filled.
  func enumeration(_ cases: [ColumnMapping]) -> SQLText {
    let ways = cases.compactMap { column -> SQLText? in
      guard case .enumerationCase(let name) = column.meaning else { return nil }
      return " WHEN \(row.column(column.column)) IS NOT NULL THEN \(value: .text(name))"
    }
    return "CASE\(ways.joined(by: "")) END"
  }
}
