public import LarderCore

/// Writes conditions as NSPredicate format strings, with literals in place of arguments.
///
/// The strings are for reading, and for `NSPredicate(format:)` without arguments. Where there is no
/// such form, an obstacle says why.
public enum NSPredicatePrinter {
  public static func format(
    of predicate: EntityPredicate, of entity: EntityName, in schema: EntitySchema
  ) -> Result<String, PrintingObstacle> {
    Result { () throws(PrintingObstacle) in
      let writer = FormatWriter(
        schema: schema, elements: [FormatWriter.Element(name: "SELF", type: .object(entity))])
      return try writer.predicate(predicate).text
    }
  }
}

/// How tightly a format string holds together, loosest first.
enum FormatPrecedence: Int, Comparable {
  case disjunction, conjunction, negation, comparison, sum, product, operand

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

struct FormatPiece {
  var text: String
  var precedence: FormatPrecedence

  init(_ text: String, _ precedence: FormatPrecedence = .operand) {
    self.text = text
    self.precedence = precedence
  }

  func tight(_ minimum: FormatPrecedence) -> String {
    precedence < minimum ? "(" + text + ")" : text
  }
}

struct FormatWriter {
  let schema: EntitySchema
  var elements: [Element]

  struct Element {
    var name: String
    var type: PathType
  }

  func predicate(_ predicate: EntityPredicate) throws(PrintingObstacle) -> FormatPiece {
    switch predicate {
    case .constant(let flag): return FormatPiece(flag ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .and(let parts): return try join(parts, " AND ", .conjunction, "TRUEPREDICATE")
    case .or(let parts): return try join(parts, " OR ", .disjunction, "FALSEPREDICATE")
    case .not(let condition):
      return FormatPiece("NOT " + (try self.predicate(condition).tight(.operand)), .negation)
    case .comparison(let operation, let left, let right):
      return try comparison(left, operation.rawValue, right)
    case .text(let operation, let options, let subject, let needle):
      return try comparison(subject, word(operation, predicate) + options.flags, needle)
    case .membership(let element, let collection):
      return try comparison(element, "IN", collection)
    case .range(let subject, let lower, let upper, let includesUpperBound):
      return try range(subject, lower, upper, includesUpperBound)
    case .quantified(let quantifier, let collection, let condition):
      return try quantified(quantifier, collection, condition)
    case .isMissing:
      throw PrintingObstacle(
        .optionality, in: predicate, "NSPredicate does not tell a missing attribute from nil")
    case .isEmpty(let subject): return try isEmpty(subject)
    case .isTrue(let value):
      return FormatPiece(try expression(value).tight(.sum) + " == YES", .comparison)
    case .isKind:
      throw PrintingObstacle(.entity, in: predicate, "NSPredicate has no test of an entity")
    }
  }

  private func join(
    _ parts: [EntityPredicate], _ word: String, _ precedence: FormatPrecedence, _ empty: String
  ) throws(PrintingObstacle) -> FormatPiece {
    guard parts.count > 1 else {
      guard let only = parts.first else { return FormatPiece(empty) }
      return try predicate(only)
    }
    var texts: [String] = []
    for part in parts { texts.append(try predicate(part).tight(.negation)) }
    return FormatPiece(texts.joined(separator: word), precedence)
  }

  private func comparison(
    _ left: EntityExpression, _ sign: String, _ right: EntityExpression
  ) throws(PrintingObstacle) -> FormatPiece {
    let (first, second) = (try expression(left), try expression(right))
    return FormatPiece("\(first.tight(.sum)) \(sign) \(second.tight(.sum))", .comparison)
  }

  private func word(
    _ operation: EntityPredicate.TextOperator, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> String {
    switch operation {
    case .contains: return "CONTAINS"
    case .hasPrefix: return "BEGINSWITH"
    case .hasSuffix: return "ENDSWITH"
    case .equals: return "=="
    case .like: return "LIKE"
    case .matches: return "MATCHES"
    case .containsPattern:
      throw PrintingObstacle(
        .regularExpression, in: whole, "`MATCHES` compares the whole text with an expression")
    }
  }

  private func range(
    _ subject: EntityExpression, _ lower: EntityExpression, _ upper: EntityExpression,
    _ includesUpperBound: Bool
  ) throws(PrintingObstacle) -> FormatPiece {
    let value = try expression(subject).tight(.sum)
    let (low, high) = (try expression(lower).tight(.sum), try expression(upper).tight(.sum))
    if includesUpperBound {
      return FormatPiece("\(value) BETWEEN {\(low), \(high)}", .comparison)
    }
    return FormatPiece("\(value) >= \(low) AND \(value) < \(high)", .conjunction)
  }

  private func isEmpty(_ subject: EntityExpression) throws(PrintingObstacle) -> FormatPiece {
    let text = try expression(subject).tight(.operand)
    switch try type(of: subject) {
    case .some(let type) where type.element != nil:
      return FormatPiece("\(text).@count == 0", .comparison)
    case .attribute(.text), nil:
      return FormatPiece("\(text) == nil OR \(text) == \"\"", .disjunction)
    default: return FormatPiece("\(text) == nil", .comparison)
    }
  }
}

extension EntityPredicate.TextOptions {
  fileprivate var flags: String {
    guard !isEmpty else { return "" }
    return "[" + (contains(.caseInsensitive) ? "c" : "")
      + (contains(.diacriticInsensitive) ? "d" : "") + "]"
  }
}
