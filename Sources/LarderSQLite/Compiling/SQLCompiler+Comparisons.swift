import LarderCore
import SQLiteDriver

extension SQLCompiler {
  mutating func compare(
    _ comparison: EntityPredicate.ComparisonOperator, _ left: EntityExpression,
    _ right: EntityExpression
  ) throws(Unpushable) -> SQLText {
    let (left, right) = (try expression(left), try expression(right))
    switch comparison {
    case .equal: return try equality(left, right)
    case .notEqual:
      if case .stored(let stored) = left, case .literal(.null) = right {
        return "\(stored.sql) IS NOT NULL"
      }
      return "(\(try equality(left, right)) IS NOT TRUE)"
    default: return try order(comparison, left, right)
    }
  }

  func equality(_ left: SQLOperand, _ right: SQLOperand) throws(Unpushable) -> SQLText {
    switch (left, right) {
    case (.literal(let a), .literal(let b)): return .constant(AttributeValue.areEqual(a, b))
    case (.stored(let stored), .literal(let value)), (.literal(let value), .stored(let stored)):
      return equality(stored, to: value)
    case (.stored(let a), .stored(let b)): return try equality(a, b)
    case (.identity(let identity), .literal(let value)),
      (.literal(let value), .identity(let identity)):
      return equality(identity, to: value)
    case (.identity(let a), .identity(let b)): return try equality(a, b)
    case (.json(let operand), .literal(let value)), (.literal(let value), .json(let operand)):
      return try equality(operand, to: value)
    case (.composite(let operand), .literal(.null)), (.literal(.null), .composite(let operand)):
      return operand.isNull
    case (.condition(let condition), .literal(let value)),
      (.literal(let value), .condition(let condition)):
      guard case .bool(let answer) = value else { return .constant(false) }
      return answer ? "(\(condition) IS TRUE)" : "(\(condition) IS NOT TRUE)"
    case (.stored(let stored), .identity(let identity)),
      (.identity(let identity), .stored(let stored)):
      // Different kinds are equal only where both are nil.
      return "(\(stored.sql) IS NULL AND \(identity.isNull))"
    default: throw Unpushable("this comparison has no form in SQL")
    }
  }

  /// Compares two identities; of different entities they are equal only where both are nil.
  private func equality(
    _ left: IdentityOperand, _ right: IdentityOperand
  ) throws(Unpushable) -> SQLText {
    let bothNull: SQLText = "(\(left.isNull) AND \(right.isNull))"
    guard !Set(left.family).isDisjoint(with: right.family), left.parts.count == right.parts.count
    else { return bothNull }
    var same = zip(left.parts, right.parts).map { a, b in
      left.isRowID ? "+\(a) = +\(b)" : "+\(a) = +\(b) COLLATE larder_text" as SQLText
    }
    if left.family != right.family || left.ordinal != nil {
      same.append("\(ordinal(of: left)) = \(ordinal(of: right))")
    }
    return "(\(same.joined(by: " AND ")) OR \(bothNull))"
  }

  func equality(_ identity: IdentityOperand, to value: AttributeValue) -> SQLText {
    if value == .null { return identity.isNull }
    guard case .identifier(let identifier) = value,
      let entity = identity.family.first(where: { mapping.origins[$0] == identifier.origin }),
      let values = identifier.primaryKey.storedValues(count: identity.parts.count)
    else { return .constant(false) }
    return ([equality(identity, toKey: values)] + isOf(entity, identity)).joinedBalanced(by: "AND")
  }

  private func equality(_ identity: IdentityOperand, toKey values: [SQLiteValue]) -> SQLText {
    if identity.isRowID {
      guard let first = values.first, case .integer(let number) = first else {
        return .constant(false)
      }
      return "\(identity.parts[0]) = \(value: .integer(number))"
    }
    let table = mapping.tables[identity.table]
    return zip(identity.parts, zip(values, table.key.columnNames)).map { part, pair in
      let column = table.column(named: pair.1)
      let stored = StoredOperand(
        sql: part, affinity: column?.affinity ?? .none, collation: column?.collation ?? "BINARY")
      return equality(stored, toStored: pair.0)
    }.joinedBalanced(by: "AND")
  }

  private func equality(_ left: StoredOperand, _ right: StoredOperand) throws(Unpushable) -> SQLText
  {
    switch (left.meaning, right.meaning) {
    case (.asStored, .asStored), (.bool, .bool), (.seconds, .seconds), (.uuid, .uuid),
      (.uuidBytes, .uuidBytes):
      return "\(left.plain) IS \(right.asText)"
    case (.date, .date):
      let (a, b) = (left.asDate, right.asDate)
      return "(\(a) IS \(b) AND (\(a) IS NOT NULL OR \(left.plain) IS \(right.asText)))"
    default: throw Unpushable("the columns' values have different meanings")
    }
  }

  private func order(
    _ comparison: EntityPredicate.ComparisonOperator, _ left: SQLOperand, _ right: SQLOperand
  ) throws(Unpushable) -> SQLText {
    switch (left, right) {
    case (.literal(let a), .literal(let b)): return .constant(comparison.holds(a, b))
    case (.stored(let stored), .literal(let value)):
      return try order(comparison, stored, value)
    case (.literal(let value), .stored(let stored)):
      return try order(comparison.mirrored, stored, value)
    case (.stored(let a), .stored(let b)): return try order(comparison, a, b)
    case (.stored, .identity), (.identity, .stored): return .constant(false)
    case (.json(let operand), .literal(let value)): return try order(comparison, operand, value)
    case (.literal(let value), .json(let operand)):
      return try order(comparison.mirrored, operand, value)
    default: throw Unpushable("this order has no form in SQL")
    }
  }

  private func order(
    _ comparison: EntityPredicate.ComparisonOperator, _ left: StoredOperand, _ right: StoredOperand
  ) throws(Unpushable) -> SQLText {
    switch (left.meaning, right.meaning) {
    case (.asStored, .asStored), (.seconds, .seconds), (.uuid, .uuid):
      return storedOrder(comparison, left, right)
    case (.date, .date):
      let (a, b) = (left.asDate, right.asDate)
      let others = storedOrder(comparison, left, right)
      return """
        (\(a) \(comparison.sql) \(b) OR (\(a) IS NULL AND \(b) IS NULL AND \(others)))
        """
    default: throw Unpushable("the columns' values have different meanings")
    }
  }

  /// The order of two stored values that mean just what they are.
  private func storedOrder(
    _ comparison: EntityPredicate.ComparisonOperator, _ left: StoredOperand, _ right: StoredOperand
  ) -> SQLText {
    let sign = comparison.sql
    let shared = left.kinds.intersection(right.kinds)
    var ways: [SQLText] = []
    for kind in [StoredKinds.number, .text] where shared.contains(kind) {
      let test: SQLText = "\(left.plain) \(sign) \(kind == .text ? right.asText : right.plain)"
      ways.append(
        [left.isOf(kind), right.isOf(kind), test].compactMap(\.self).joinedBalanced(by: "AND"))
    }
    return ways.isEmpty ? .constant(false) : ways.joinedBalanced(by: "OR")
  }
}

extension EntityPredicate.ComparisonOperator {
  var sql: SQLText {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    }
  }
}
