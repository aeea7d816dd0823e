import LarderCore
import SQLiteDriver

extension SQLCompiler {
  mutating func expression(_ expression: EntityExpression) throws(Unpushable) -> SQLOperand {
    try nested { compiler throws(Unpushable) in try compiler.compile(expression) }
  }

  private mutating func compile(_ expression: EntityExpression) throws(Unpushable) -> SQLOperand {
    switch expression {
    case .value(let value): return .literal(value)
    case .path(let path): return try operand(path)
    case .coalesce(let first, let second):
      let (first, second) = (try storedValue(first), try storedValue(second))
      return .stored(
        StoredOperand(
          sql: "coalesce(\(first.sql), \(second.sql))", kinds: first.kinds.union(second.kinds)))
    case .conditional(let test, let first, let second):
      let test = try condition(test)
      let (first, second) = (try storedValue(first), try storedValue(second))
      return .stored(
        StoredOperand(
          sql: "CASE WHEN \(test) THEN \(first.sql) ELSE \(second.sql) END",
          kinds: first.kinds.union(second.kinds)))
    case .predicate(let predicate): return .condition(try condition(predicate))
    case .collection(let function, let collection, element: let element):
      return .stored(try collect(function, collection, element))
    case .filtered(let collection, let condition):
      guard case .collection(var operand) = try self.expression(collection) else {
        throw Unpushable("this collection is not one of objects")
      }
      operand.filters.append(condition)
      return .collection(operand)
    case .arithmetic, .negated:
      throw Unpushable("SQLite turns an overflow into a real")
    case .function(let function, _):
      throw Unpushable("`\(function.rawValue)` has no exact form in SQL")
    case .shifted: throw Unpushable("SQLite counts dates otherwise")
    case .aggregate, .first: throw Unpushable("this has no place in a condition")
    }
  }

  /// A value whose meaning is just what is stored, so that it can be mixed with another.
  private mutating func storedValue(
    _ expression: EntityExpression
  ) throws(Unpushable) -> StoredOperand {
    switch try self.expression(expression) {
    case .stored(let stored) where stored.meaning == .asStored: return stored
    case .literal(let value):
      switch value {
      case .null: return StoredOperand(sql: "NULL", kinds: [])
      case .text(let text): return StoredOperand(sql: .text(text), kinds: .text)
      case .data(let data):
        return StoredOperand(sql: "\(value: .blob(Array(data)))", kinds: .data)
      default:
        if let number = value.storedNumber {
          return StoredOperand(sql: "\(value: number)", kinds: .number)
        }
      }
    default: break
    }
    throw Unpushable("values of several meanings are not mixed in SQL")
  }
}
