import FoundationEssentials
import LarderCore

extension FormatWriter {
  func expression(_ expression: EntityExpression) throws(PrintingObstacle) -> FormatPiece {
    switch expression {
    case .value(let value): return try literal(value)
    case .path(let path): return try self.path(path)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right, expression)
    case .negated(let operand):
      return FormatPiece("0 - " + (try self.expression(operand).tight(.product)), .sum)
    case .coalesce(let first, let second):
      return try ternary(.comparison(.notEqual, first, .value(.null)), first, second)
    case .conditional(let condition, let first, let second):
      return try ternary(condition, first, second)
    case .predicate(let condition):
      return try ternary(condition, .value(.bool(true)), .value(.bool(false)))
    case .function(let function, let arguments):
      return try call(function, arguments, expression)
    case .shifted(let date, let duration): return try shifted(date, duration, expression)
    case .collection(let function, let collection, let element):
      return try self.collection(function, collection, element)
    case .filtered(let collection, let condition):
      return FormatPiece(try subquery(collection, condition))
    case .aggregate:
      throw PrintingObstacle(.projection, in: expression, "NSPredicate has no groups")
    case .first:
      throw PrintingObstacle(.identifier, in: expression, "NSPredicate holds no other fetch")
    }
  }

  func path(_ path: AttributePath) throws(PrintingObstacle) -> FormatPiece {
    let start = elements[min(max(path.level, 0), elements.count - 1)].name
    var keys = path.level == 0 && !path.names.isEmpty ? [] : [start]
    for name in path.names { keys.append(try key(name, path)) }
    return FormatPiece(keys.joined(separator: "."))
  }

  /// A name in a key path; a word of the format takes `#` before it.
  func key(
    _ name: AttributeName, _ path: AttributePath
  ) throws(PrintingObstacle) -> String {
    guard SwiftNames.isIdentifier(name.rawValue) else {
      throw PrintingObstacle(
        .value, in: .path(path), "a format string cannot spell `\(name)`; pass it for `%K`")
    }
    return Self.words.contains(name.rawValue.uppercased()) ? "#" + name.rawValue : name.rawValue
  }

  private static let words: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI",
    "MATCHES", "CONTAINS", "BEGINSWITH", "BETWEEN", "ENDSWITH", "NULL", "NIL", "SELF", "TRUE",
    "YES", "FALSE", "NO", "FIRST", "LAST", "SIZE", "ANYKEY", "SUBQUERY", "CAST", "TRUEPREDICATE",
    "FALSEPREDICATE", "TERNARY", "FUNCTION",
  ]

  /// What an expression leads to, where its text depends on it; `nil` for a computed value.
  func type(of expression: EntityExpression) throws(PrintingObstacle) -> PathType? {
    switch expression {
    case .filtered(let collection, _): return try type(of: collection)
    case .value(.array): return .attribute(.array(of: .mixed))
    case .path(let path):
      var type = elements[min(max(path.level, 0), elements.count - 1)].type
      for name in path.names {
        guard let step = schema.step(from: type, to: name) else {
          throw PrintingObstacle(.entity, in: expression, "there is no `\(name)` in the schema")
        }
        type = step.type
      }
      return type
    default: return nil
    }
  }

  func literal(_ value: AttributeValue) throws(PrintingObstacle) -> FormatPiece {
    switch value {
    case .null: return FormatPiece("nil")
    case .bool(let flag): return FormatPiece(flag ? "YES" : "NO")
    case .integer(let number): return FormatPiece(String(number))
    case .real(let number): return FormatPiece(number.literalText ?? "nil")
    case .decimal(let number): return FormatPiece("CAST(\"\(number)\", \"NSDecimalNumber\")")
    case .text(let text): return FormatPiece(Self.quoted(text))
    case .date(let date):
      return FormatPiece("CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")")
    case .array(let elements):
      var texts: [String] = []
      for element in elements { texts.append(try literal(element).text) }
      return FormatPiece("{" + texts.joined(separator: ", ") + "}")
    case .uuid, .data, .object, .identifier:
      throw PrintingObstacle(
        .value, in: .value(value), "a format string has no literal for it; pass it for `%@`")
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": result += "\\" + String(character)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }

  private func arithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: EntityExpression,
    _ right: EntityExpression, _ whole: EntityExpression
  ) throws(PrintingObstacle) -> FormatPiece {
    let (first, second) = (try expression(left), try expression(right))
    switch operation {
    case .add, .subtract:
      let types = try [type(of: left), type(of: right)]
      if operation == .subtract, types.contains(.attribute(.date)) || left.isDate || right.isDate {
        return FormatPiece("\(Self.seconds(first)) - \(Self.seconds(second))", .sum)
      }
      let isText = types.contains(.attribute(.text))
      guard !isText, !left.isTextLiteral, !right.isTextLiteral else {
        throw PrintingObstacle(.arithmetic, in: whole, "NSPredicate adds numbers only")
      }
      return FormatPiece(
        "\(first.tight(.sum)) \(operation.rawValue) \(second.tight(.product))", .sum)
    case .multiply:
      return FormatPiece("\(first.tight(.product)) * \(second.tight(.operand))", .product)
    case .divide:
      throw PrintingObstacle(
        .arithmetic, in: whole, "NSPredicate divides integers as reals")
    case .remainder: return FormatPiece("modulus:by:(\(first.text), \(second.text))")
    }
  }

  /// A date as a number, which NSPredicate can compute with.
  private static func seconds(_ date: FormatPiece) -> String {
    "CAST(\(date.text), \"NSNumber\")"
  }

  private func ternary(
    _ condition: EntityPredicate, _ first: EntityExpression, _ second: EntityExpression
  ) throws(PrintingObstacle) -> FormatPiece {
    let test = try predicate(condition).text
    return FormatPiece(
      "TERNARY(\(test), \(try expression(first).text), \(try expression(second).text))")
  }

  private func call(
    _ function: EntityExpression.Function, _ arguments: [EntityExpression],
    _ whole: EntityExpression
  ) throws(PrintingObstacle) -> FormatPiece {
    guard let argument = arguments.first else {
      throw PrintingObstacle(.function, in: whole, "it has no argument")
    }
    let text = try expression(argument)
    switch function {
    case .lowercased: return FormatPiece("lowercase:(\(text.text))")
    case .uppercased: return FormatPiece("uppercase:(\(text.text))")
    case .abs, .floor, .ceiling: return FormatPiece("\(function.rawValue):(\(text.text))")
    case .count: return FormatPiece(text.tight(.operand) + ".length")
    case .first: return FormatPiece(text.tight(.operand) + "[FIRST]")
    case .last: return FormatPiece(text.tight(.operand) + "[LAST]")
    case .text: return FormatPiece("CAST(\(text.text), \"NSString\")")
    case .trimmed, .rounded, .year, .month, .day, .hour, .minute, .second, .weekday, .integer,
      .real:
      throw PrintingObstacle(
        .function, in: whole, "NSPredicate has no function `\(function.rawValue)`")
    }
  }

  /// Days of UTC have one length; months do not.
  private func shifted(
    _ date: EntityExpression, _ duration: CalendarDuration, _ whole: EntityExpression
  ) throws(PrintingObstacle) -> FormatPiece {
    guard duration.months == 0 else {
      throw PrintingObstacle(
        .arithmetic, in: whole, "NSPredicate moves dates by seconds, not by months")
    }
    let seconds = Double(duration.days) * 86_400 + Double(duration.milliseconds) / 1_000
    let start = try expression(date).text
    return FormatPiece("CAST(CAST(\(start), \"NSNumber\") + \(seconds), \"NSDate\")")
  }
}

extension EntityExpression {
  fileprivate var isDate: Bool {
    switch self {
    case .value(.date), .shifted: true
    default: false
    }
  }

  fileprivate var isTextLiteral: Bool {
    if case .value(.text) = self { true } else { false }
  }
}
