import LarderCore
import SQLiteDriver

extension SQLCompiler {
  /// SQL that is true exactly where the condition is.
  mutating func condition(_ predicate: EntityPredicate) throws(Unpushable) -> SQLText {
    try nested { compiler throws(Unpushable) in try compiler.compile(predicate) }
  }

  private mutating func compile(_ predicate: EntityPredicate) throws(Unpushable) -> SQLText {
    switch predicate {
    case .constant(let answer): return .constant(answer)
    case .and(let parts): return try joined(parts, by: "AND", ofNone: true)
    case .or(let parts): return try joined(parts, by: "OR", ofNone: false)
    case .not(let part): return "(\(try condition(part)) IS NOT TRUE)"
    case .comparison(let comparison, let left, let right):
      return try compare(comparison, left, right)
    case .text(let textOperator, let options, let text, let needle):
      return try match(textOperator, options, text, needle)
    case .membership(let value, in: let collection): return try membership(value, collection)
    case .range(let value, let lower, let upper, let includesUpper):
      let above = try compare(.greaterThanOrEqual, value, lower)
      let below = try compare(includesUpper ? .lessThanOrEqual : .lessThan, value, upper)
      return "(\(above) AND \(below))"
    case .quantified(let quantifier, let collection, let part):
      return try quantified(quantifier, collection, part)
    case .isMissing(let path): return try isMissing(path)
    case .isEmpty(let operand): return try isEmpty(operand)
    case .isTrue(let operand): return try isTrue(operand)
    case .isKind(let level, let entity):
      guard levels.indices.contains(level) else {
        throw Unpushable("a condition asks for an element outside of it")
      }
      return try levels[level].element == nil
        ? isKind(levels[level].row, entity) : .constant(false)
    }
  }

  /// A column has a value in every row of its entity, if only null.
  private mutating func isMissing(_ path: AttributePath) throws(Unpushable) -> SQLText {
    switch try operand(path) {
    case .stored(let stored): return stored.missing ?? .constant(false)
    case .json(let operand) where !path.names.isEmpty: return operand.isMissing
    default: return .constant(false)
    }
  }

  private mutating func joined(
    _ parts: [EntityPredicate], by word: SQLText, ofNone answer: Bool
  ) throws(Unpushable) -> SQLText {
    var conditions: [SQLText] = []
    for part in parts { conditions.append(try condition(part)) }
    return conditions.isEmpty ? .constant(answer) : conditions.joinedBalanced(by: word)
  }

  private mutating func isEmpty(_ operand: EntityExpression) throws(Unpushable) -> SQLText {
    switch try expression(operand) {
    case .literal(let value):
      switch value {
      case .null: return .constant(true)
      case .text(let text): return .constant(text.isEmpty)
      case .array(let elements): return .constant(elements.isEmpty)
      case .object(let object): return .constant(object.members.isEmpty)
      default: return .constant(false)
      }
    case .stored(let stored): return "(\(stored.sql) IS NULL OR \(stored.plain) = '')"
    case .identity(let identity): return identity.isNull
    case .condition: return .constant(false)
    case .json(let operand): return operand.isEmpty
    case .composite(let operand): return operand.isNull
    case .collection(let collection): return "(NOT \(try exists(collection, nil)))"
    }
  }

  private mutating func isTrue(_ operand: EntityExpression) throws(Unpushable) -> SQLText {
    switch try expression(operand) {
    case .literal(let value): return .constant(value == .bool(true))
    case .stored(let stored): return equality(stored, to: .bool(true))
    case .condition(let condition): return condition
    case .json(let operand): return try equality(operand, to: .bool(true))
    case .identity, .collection, .composite: return .constant(false)
    }
  }

  private mutating func match(
    _ textOperator: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ text: EntityExpression, _ needle: EntityExpression
  ) throws(Unpushable) -> SQLText {
    guard let function = textOperator.function else {
      throw Unpushable("SQLite has no regular expressions")
    }
    let tests = options.isEmpty ? try firstTests(textOperator, text, needle) : []
    let text = try textArgument(text)
    let needle = try textArgument(needle)
    guard let text, let needle else { return .constant(false) }
    let flags = SQLText.text(options.letters)
    let call: SQLText = "\(function)(\(text.sql), \(needle.sql), \(flags))"
    return (tests + text.guards + needle.guards + [call]).joinedBalanced(by: "AND")
  }

  /// What holds of every text that matches, and is quicker to test: bounds of texts with a prefix, the
  /// bytes of a substring.
  private mutating func firstTests(
    _ textOperator: EntityPredicate.TextOperator, _ text: EntityExpression,
    _ needle: EntityExpression
  ) throws(Unpushable) -> [SQLText] {
    guard case .stored(let stored) = try expression(text), stored.meaning == .asStored,
      case .literal(.text(let needle)) = try expression(needle)
    else { return [] }
    switch textOperator {
    case .hasPrefix: return stored.startingWith(needle).map { [$0] } ?? []
    case .contains where needle.canonicalForms?.count == 1:
      return ["instr(\(stored.sql), \(value: .text(needle))) > 0"]
    default: return []
    }
  }

  /// The argument of a text function; `nil` where it is never text.
  private mutating func textArgument(
    _ expression: EntityExpression
  ) throws(Unpushable) -> (sql: SQLText, guards: [SQLText])? {
    switch try self.expression(expression) {
    case .literal(.text(let text)): return (.text(text), [])
    case .stored(let stored) where stored.kinds.contains(.text) && stored.meaning != .uuid:
      // What is shown as a date is no text.
      return (stored.sql, stored.meaning == .date ? ["\(stored.asDate) IS NULL"] : [])
    case .json(let operand):
      guard let stored = operand.stored, stored.kinds == .text, stored.meaning == .asStored else {
        throw Unpushable("values in JSON are compared with their own kind alone")
      }
      return (stored.sql, [])
    default: return nil
    }
  }
}

extension SQLText {
  static func constant(_ answer: Bool) -> SQLText { answer ? "1" : "0" }

  static func text(_ text: String) -> SQLText { "\(value: .text(text))" }
}

extension EntityPredicate.TextOperator {
  /// The SQL function of ours, or `nil` where there is none.
  fileprivate var function: SQLText? {
    switch self {
    case .contains: "larder_contains"
    case .hasPrefix: "larder_has_prefix"
    case .hasSuffix: "larder_has_suffix"
    case .equals: "larder_equals"
    case .like: "larder_like"
    case .matches, .containsPattern: nil
    }
  }
}

extension EntityPredicate.TextOptions {
  /// As in the query language: `c`, `d` or `cd`.
  var letters: String {
    (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
  }

  init(letters: String) {
    self = []
    if letters.utf8.contains(UInt8(ascii: "c")) { insert(.caseInsensitive) }
    if letters.utf8.contains(UInt8(ascii: "d")) { insert(.diacriticInsensitive) }
  }
}
