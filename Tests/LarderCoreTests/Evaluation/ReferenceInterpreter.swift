import FoundationEssentials
import LarderCore

/// What conditions mean, written as plainly as possible and without regard to speed: every rule
/// stands here a second time, so that the compiled form can be held against it.
struct ReferenceInterpreter {
  let schema: EntitySchema
  let objects: [PersistentIdentifier: EntitySnapshot]
  var elements: [AttributeValue?]

  init(
    _ snapshot: EntitySnapshot, schema: EntitySchema,
    objects: [PersistentIdentifier: EntitySnapshot]
  ) {
    self.schema = schema
    self.objects = objects
    elements = [.identifier(snapshot.identifier)]
  }

  func holds(_ predicate: EntityPredicate) -> Bool {
    switch predicate {
    case .constant(let answer): answer
    case .and(let parts): !parts.contains { !holds($0) }
    case .or(let parts): parts.contains { holds($0) }
    case .not(let part): !holds(part)
    case .comparison(let comparison, let left, let right):
      compare(comparison, value(left), value(right))
    case .text(let operation, let options, let text, let needle):
      matches(operation, options, value(text), value(needle))
    case .membership(let element, in: let collection):
      items(value(collection)).contains { isEqual($0, value(element)) }
    case .range(let middle, let lower, let upper, let includesUpper):
      compare(.lessThanOrEqual, value(lower), value(middle))
        && compare(includesUpper ? .lessThanOrEqual : .lessThan, value(middle), value(upper))
    case .quantified(let quantifier, let collection, let part):
      quantified(quantifier, items(value(collection)).map { inner($0).holds(part) })
    case .isMissing(let path): isMissing(path)
    case .isEmpty(let operand): isEmpty(value(operand))
    case .isTrue(let operand): value(operand) == .bool(true)
    case .isKind(let level, let entity): isKind(elements[level], entity)
    }
  }

  func value(_ expression: EntityExpression) -> AttributeValue? {
    switch expression {
    case .value(let value): value
    case .path(let path): follow(path.names[...], from: elements[path.level])
    case .arithmetic(let operation, let left, let right):
      computed(operation, value(left), value(right))
    case .negated(let operand): computed(.subtract, .integer(0), value(operand))
    case .coalesce(let first, let second): isNil(value(first)) ? value(second) : value(first)
    case .conditional(let test, let first, let second): holds(test) ? value(first) : value(second)
    case .predicate(let predicate): .bool(holds(predicate))
    case .function(let function, let arguments): called(function, value(arguments[0]))
    case .shifted(let date, let duration):
      if case .date(let date)? = value(date) { .date(duration.added(to: date)) } else { nil }
    case .collection(let function, let collection, element: let element):
      collected(
        function,
        items(value(collection)).map { item in element.map { inner(item).value($0) } ?? item })
    case .filtered(let collection, let condition):
      .array(items(value(collection)).filter { inner($0).holds(condition) })
    case .aggregate, .first: nil
    }
  }

  private func inner(_ element: AttributeValue) -> ReferenceInterpreter {
    var copy = self
    copy.elements.append(element)
    return copy
  }
}

// Paths and collections.
extension ReferenceInterpreter {
  private func follow(_ names: ArraySlice<AttributeName>, from value: AttributeValue?)
    -> AttributeValue?
  {
    guard let name = names.first else { return value }
    switch value {
    case .identifier(let identifier)?:
      guard let object = objects[identifier] else { return .null }
      let isRelationship = schema.relationship(name, of: object.entityName) != nil
      if isRelationship, isNil(object[name]) { return .null }
      return follow(names.dropFirst(), from: object[name])
    case .object(let object)?: return follow(names.dropFirst(), from: object[name])
    default: return nil
    }
  }

  private func isMissing(_ path: AttributePath) -> Bool { value(.path(path)) == nil }

  private func items(_ value: AttributeValue?) -> [AttributeValue] {
    if case .array(let items)? = value { items } else { [] }
  }

  private func quantified(_ quantifier: EntityPredicate.Quantifier, _ answers: [Bool]) -> Bool {
    switch quantifier {
    case .any: answers.contains(true)
    case .all: !answers.contains(false)
    case .none: !answers.contains(true)
    }
  }

  private func isEmpty(_ value: AttributeValue?) -> Bool {
    isNil(value) || value == .text("") || value == .array([])
      || value == .object(AttributeObject([]))
  }

  private func isKind(_ element: AttributeValue?, _ entity: EntityName) -> Bool {
    guard case .identifier(let identifier)? = element else { return false }
    return schema.ancestry(of: identifier.entity).contains { $0.name == entity }
  }

  private func isNil(_ value: AttributeValue?) -> Bool { value == nil || value == .null }
}

// Comparisons, through exact decimals for all numbers.
extension ReferenceInterpreter {
  private func isEqual(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    if isNil(left) || isNil(right) { return isNil(left) && isNil(right) }
    if let a = exact(left), let b = exact(right) { return a == b }
    return left == right
  }

  private func compare(
    _ comparison: EntityPredicate.ComparisonOperator, _ left: AttributeValue?,
    _ right: AttributeValue?
  ) -> Bool {
    switch comparison {
    case .equal: isEqual(left, right)
    case .notEqual: !isEqual(left, right)
    case .lessThan: isLess(left, right)
    case .greaterThan: isLess(right, left)
    case .lessThanOrEqual: isLess(left, right) || (isOrdered(left) && isEqual(left, right))
    case .greaterThanOrEqual: isLess(right, left) || (isOrdered(left) && isEqual(left, right))
    }
  }

  private func isLess(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    if let a = exact(left), let b = exact(right) { return a < b }
    return switch (left, right) {
    case (.text(let a)?, .text(let b)?): a < b
    case (.date(let a)?, .date(let b)?): a < b
    case (.bool(let a)?, .bool(let b)?): !a && b
    default: false
    }
  }

  private func isOrdered(_ value: AttributeValue?) -> Bool {
    switch value?.kind {
    case .bool, .integer, .real, .decimal, .text, .date: true
    default: false
    }
  }

  private func exact(_ value: AttributeValue?) -> ExactDecimal? {
    switch value {
    case .integer(let number)?: ExactDecimal(number)
    case .real(let number)?: ExactDecimal(exactly: number)
    case .decimal(let number)?: number
    default: nil
    }
  }
}

// Text: Swift's own operators on the folded forms; patterns are left out of the generated tests.
extension ReferenceInterpreter {
  private func matches(
    _ operation: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ text: AttributeValue?, _ needle: AttributeValue?
  ) -> Bool {
    guard case .text(let text)? = text, case .text(let needle)? = needle else { return false }
    let folded = TextFolding.folded(text, options)
    let wanted = TextFolding.folded(needle, options)
    return switch operation {
    case .contains: wanted.isEmpty || folded.contains(wanted)
    case .hasPrefix: folded.hasPrefix(wanted)
    case .hasSuffix: folded.hasSuffix(wanted)
    case .equals: folded == wanted
    case .like: isLike(Array(folded)[...], pattern: Array(wanted)[...])
    case .matches, .containsPattern: false
    }
  }

  private func isLike(_ text: ArraySlice<Character>, pattern: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return isLike(text, pattern: rest)
        || (!text.isEmpty && isLike(text.dropFirst(), pattern: pattern))
    case "?": return !text.isEmpty && isLike(text.dropFirst(), pattern: rest)
    case "\\":
      return text.first == rest.first && isLike(text.dropFirst(), pattern: rest.dropFirst())
    default: return text.first == first && isLike(text.dropFirst(), pattern: rest)
    }
  }
}

// Arithmetic and functions.
extension ReferenceInterpreter {
  private func computed(
    _ operation: EntityExpression.ArithmeticOperator, _ left: AttributeValue?,
    _ right: AttributeValue?
  ) -> AttributeValue? {
    switch (left, right) {
    case (.integer(let a)?, .integer(let b)?): return computed(operation, Int128(a), Int128(b))
    case (.text(let a)?, .text(let b)?): return operation == .add ? .text(a + b) : nil
    default: break
    }
    guard let a = exact(left), let b = exact(right) else { return nil }
    if left?.kind == .real || right?.kind == .real {
      let (first, second) = (a.doubleValue, b.doubleValue)
      return first.isFinite && second.isFinite ? computed(operation, first, second) : nil
    }
    let result =
      switch operation {
      case .add: a.adding(b)
      case .subtract: a.subtracting(b)
      case .multiply: a.multiplied(by: b)
      case .divide: a.divided(by: b)
      case .remainder: a.remainder(dividingBy: b)
      }
    return result.map { .decimal($0) }
  }

  private func computed(
    _ operation: EntityExpression.ArithmeticOperator, _ left: Int128, _ right: Int128
  ) -> AttributeValue? {
    if right == 0, operation == .divide || operation == .remainder { return nil }
    let result =
      switch operation {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .remainder: left % right
      }
    return Int64(exactly: result).map { .integer($0) }
  }

  private func computed(
    _ operation: EntityExpression.ArithmeticOperator, _ left: Double, _ right: Double
  ) -> AttributeValue? {
    let result =
      switch operation {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .remainder: left.truncatingRemainder(dividingBy: right)
      }
    let isFinite = result.isFinite || !left.isFinite || !right.isFinite
    return isFinite && !(right == 0 && (operation == .divide || operation == .remainder))
      ? .real(result) : nil
  }

  private func called(
    _ function: EntityExpression.Function, _ value: AttributeValue?
  ) -> AttributeValue? {
    switch (function, value) {
    case (.lowercased, .text(let text)?): .text(text.lowercased())
    case (.uppercased, .text(let text)?): .text(text.uppercased())
    case (.trimmed, .text(let text)?):
      .text(
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
    case (.count, .text(let text)?): .integer(Int64(text.count))
    case (.abs, .integer(let number)?): number == .min ? nil : .integer(Swift.abs(number))
    case (.abs, .real(let number)?): .real(Swift.abs(number))
    case (.abs, .decimal(let number)?): .decimal(number < .zero ? -number : number)
    case (.rounded, _): rounded(value, .toNearestOrAwayFromZero)
    case (.floor, _): rounded(value, .down)
    case (.ceiling, _): rounded(value, .up)
    case (_, .date(let date)?): part(function, of: date)
    default: nil
    }
  }

  private func rounded(
    _ value: AttributeValue?, _ rule: FloatingPointRoundingRule
  ) -> AttributeValue? {
    switch value {
    case .integer?: value
    case .real(let number)?: .real(number.rounded(rule))
    case .decimal(let number)?: .decimal(number.rounded(rule))
    default: nil
    }
  }

  /// Read off the printed date.
  private func part(_ function: EntityExpression.Function, of date: Date) -> AttributeValue? {
    let floor = Date(
      timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
    let parts = DateText.text(for: floor).split { !$0.isNumber }.compactMap { Int64($0) }
    let functions: [EntityExpression.Function] = [.year, .month, .day, .hour, .minute, .second]
    if let index = functions.firstIndex(of: function) { return .integer(parts[index]) }
    // 2001-01-01 was a Monday.
    let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
    let weekday = Int64(days.truncatingRemainder(dividingBy: 7) + 7 + 1) % 7 + 1
    return .integer(weekday)
  }

  private func collected(
    _ function: EntityExpression.CollectionFunction, _ values: [AttributeValue?]
  ) -> AttributeValue? {
    let known = values.filter { !isNil($0) }
    let numbers = known.filter { exact($0) != nil }
    let hasReal = numbers.contains { $0?.kind == .real }
    let hasDecimal = numbers.contains { $0?.kind == .decimal }
    let approximate = numbers.reduce(0.0) { $0 + (exact($1)?.doubleValue ?? 0) }
    let total = numbers.reduce(ExactDecimal.zero) { $0.adding(exact($1) ?? .zero) ?? .zero }
    switch function {
    case .count: return .integer(Int64(known.count))
    case .sum:
      if hasReal { return .real(approximate) }
      return hasDecimal ? .decimal(total) : total.int64Value.map { .integer($0) } ?? .decimal(total)
    case .average:
      if numbers.isEmpty { return nil }
      if hasDecimal, !hasReal {
        return total.divided(by: ExactDecimal(numbers.count)).map { .decimal($0) }
      }
      return .real((hasReal ? approximate : total.doubleValue) / Double(numbers.count))
    case .minimum: return numbers.first { least in !numbers.contains { isLess($0, least) } } ?? nil
    case .maximum: return numbers.first { most in !numbers.contains { isLess(most, $0) } } ?? nil
    }
  }
}
