import JSONTree
import LarderCore
import SQLiteDriver

/// A value inside a column of JSON texts, or all of it.
///
/// Functions of ours take it out, since those of SQLite keep neither long numbers nor the kinds of
/// values that JSON has no kind for.
struct JSONOperand {
  /// The JSON text.
  var json: SQLText

  /// The members of composites that lead to the value; none for all of it.
  var names: [AttributeName] = []

  /// What the value is declared as.
  var type: EntitySchema.AttributeType

  /// Holds where there is no object that could have the value; `nil` where there always is one.
  var isWithoutObject: SQLText?

  /// Holds where the object has no such column; `nil` where it always has.
  var missing: SQLText?

  private var path: SQLText {
    .text(JSONNode.array(names.map { .text($0.rawValue) }).text)
  }

  private func call(_ function: SQLText, _ arguments: SQLText...) -> SQLText {
    let all = [json, path, .text(JSONFunction.word(for: type))] + arguments
    return "\(function)(\(all.joined(by: ", ")))"
  }

  /// The object, if there is one, has no such value, not even null.
  var isMissing: SQLText {
    let test: SQLText =
      names.isEmpty ? missing ?? .constant(false) : "\(call("larder_json_kind")) = 'missing'"
    return isWithoutObject.map { "(NOT (\($0)) AND \(test))" } ?? test
  }

  var isNull: SQLText { "\(call("larder_json_kind")) IN ('missing', 'null')" }

  /// Null, missing, an empty text, an empty array or an object without members.
  var isEmpty: SQLText { call("larder_json_is_empty") }

  /// An array of JSON texts, one an element.
  var elements: SQLText { call("larder_json_elements") }

  /// The value where it is of its declared kind, else null; `nil` for numbers and collections.
  var stored: StoredOperand? {
    let sql = call("larder_json_value")
    switch type {
    case .text: return StoredOperand(sql: sql, kinds: .text)
    case .bool: return StoredOperand(sql: sql, meaning: .bool, kinds: .number)
    case .date: return StoredOperand(sql: sql, meaning: .seconds, kinds: .number)
    case .uuid: return StoredOperand(sql: sql, meaning: .uuid, kinds: .text)
    case .data: return StoredOperand(sql: sql, kinds: .data)
    case .enumeration(_, let rawType, _):
      var raw = self
      raw.type = rawType
      return raw.stored
    case .mixed, .integer, .real, .decimal, .array, .composite: return nil
    }
  }

  /// Compares a number with one that SQLite can hold.
  func compares(
    _ comparison: EntityPredicate.ComparisonOperator, _ number: SQLiteValue
  ) -> SQLText {
    call("larder_json_compares", .text(comparison.sql.text), "\(value: number)")
  }

  /// A member of a composite; `nil` for what is none or has no such member.
  func member(_ name: AttributeName) -> JSONOperand? {
    guard case .composite(let members) = type,
      let member = members.first(where: { $0.name == name })
    else { return nil }
    var result = self
    result.names.append(name)
    result.type = member.type
    return result
  }
}

extension EntitySchema.AttributeType {
  /// The values are numbers, whichever kind they are of.
  var isNumber: Bool {
    switch self {
    case .integer, .real, .decimal: true
    case .enumeration(_, let rawType, _): rawType.isNumber
    default: false
    }
  }
}
