import LarderCore
import SQLiteDriver

extension SQLCompiler {
  /// What a path leads to that ends in a column of JSON texts; `nil` for any other path.
  mutating func jsonOperand(_ path: AttributePath) throws(Unpushable) -> JSONOperand? {
    if let element = levels[path.level].element {
      return try member(path.names[...], of: element)
    }
    var row = levels[path.level].row
    for (index, name) in path.names.enumerated() {
      if let column = try jsonColumn(name, of: row) {
        var operand = column
        if index > 0 { operand.isWithoutObject = identity(of: row).isNull }
        return try member(path.names[(index + 1)...], of: operand)
      }
      guard index < path.names.count - 1,
        let (relationship, condition) = try? relationship(name, of: row), !relationship.isToMany
      else { return nil }
      row = try follow(relationship, where: condition, from: row, level: path.level)
    }
    return nil
  }

  private func member(
    _ names: ArraySlice<AttributeName>, of operand: JSONOperand
  ) throws(Unpushable) -> JSONOperand {
    var operand = operand
    for name in names {
      guard let member = operand.member(name) else {
        throw Unpushable("`\(name)` is no declared member of a composite")
      }
      operand = member
    }
    return operand
  }

  func equality(_ operand: JSONOperand, to value: AttributeValue) throws(Unpushable) -> SQLText {
    if value == .null { return operand.isNull }
    if operand.type.isNumber, let number = value.storedNumber {
      return operand.compares(.equal, number)
    }
    return equality(try operand.stored(for: value), to: value)
  }

  func order(
    _ comparison: EntityPredicate.ComparisonOperator, _ operand: JSONOperand,
    _ value: AttributeValue
  ) throws(Unpushable) -> SQLText {
    if operand.type.isNumber, let number = value.storedNumber {
      return operand.compares(comparison, number)
    }
    return try order(comparison, operand.stored(for: value), value)
  }

  /// The elements of an array as one more level, and the SQL that is true where one of them meets a
  /// condition.
  mutating func exists(
    in operand: JSONOperand, filters: [EntityPredicate] = [],
    _ part: (inout SQLCompiler, JSONOperand) throws(Unpushable) -> SQLText
  ) throws(Unpushable) -> SQLText {
    guard case .array(let type) = operand.type else {
      throw Unpushable("this collection is no declared array")
    }
    let row = makeRow(of: levels[0].row.table)
    let element = JSONOperand(json: "\(row.sql).value", type: type)
    levels.append(
      Level(row: row, source: "json_each(\(operand.elements)) AS \(row.sql)", element: element))
    defer { levels.removeLast() }
    var conditions: [SQLText] = []
    for filter in filters { conditions.append(try condition(filter)) }
    conditions.append(try part(&self, element))
    return
      "EXISTS (SELECT 1 FROM \(from(levels.count - 1)) WHERE \(conditions.joined(by: " AND ")))"
  }
}

extension JSONOperand {
  /// The value for a comparison with a constant of its declared kind.
  fileprivate func stored(for value: AttributeValue) throws(Unpushable) -> StoredOperand {
    let isSameKind =
      switch (stored?.meaning, stored?.kinds, value) {
      case (.asStored, .text, .text), (.asStored, .data, .data), (.bool, _, .bool),
        (.seconds, _, .date), (.uuid, _, .uuid):
        true
      default: false
      }
    guard let stored, isSameKind else {
      throw Unpushable("values in JSON are compared with their own kind alone")
    }
    return stored
  }
}
