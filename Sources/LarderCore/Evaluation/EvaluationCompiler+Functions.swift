import FoundationEssentials

extension EvaluationCompiler {
  /// A function of its one argument.
  ///
  /// Nil, and what the function does not take, gives nil; a result out of range is a fault of an edit.
  mutating func call(
    _ function: EntityExpression.Function, _ arguments: [EntityExpression]
  ) throws -> CompiledExpression {
    guard arguments.count == 1 else {
      throw PersistenceError(
        .unsupported, detail: "`\(function.rawValue)` takes one argument, not \(arguments.count)")
    }
    let value = try expression(arguments[0])
    let reports = reportsFailures
    return { root, frame, objects in
      guard let argument = value(root, &frame, objects).nonNull else { return nil }
      do throws(ComputationFault) {
        return try argument.applying(function)
      } catch {
        return reports && frame.failures.isEmpty ? frame.fail(error, of: root) : nil
      }
    }
  }
}

extension AttributeValue {
  /// The function's value, `nil` for a kind that it does not take.
  fileprivate func applying(
    _ function: EntityExpression.Function
  ) throws(ComputationFault) -> AttributeValue? {
    switch function {
    case .lowercased: text.map { .text($0.lowercased()) }
    case .uppercased: text.map { .text($0.uppercased()) }
    case .trimmed: text.map { .text($0.trimmed) }
    case .count: elementCount.map { .integer(Int64($0)) }
    case .abs: try absolute()
    case .rounded: try rounded(.toNearestOrAwayFromZero)
    case .floor: try rounded(.down)
    case .ceiling: try rounded(.up)
    case .year: time.map { .integer(Int64($0.date.year)) }
    case .month: time.map { .integer(Int64($0.date.month)) }
    case .day: time.map { .integer(Int64($0.date.day)) }
    case .hour: time.map { .integer(Int64($0.secondOfDay / 3600)) }
    case .minute: time.map { .integer(Int64($0.secondOfDay / 60 % 60)) }
    case .second: time.map { .integer(Int64($0.secondOfDay % 60)) }
    case .weekday: time.map { .integer(Int64($0.weekday)) }
    case .text: asText.map { .text($0) }
    case .integer: try asInteger()
    case .real: try asReal()
    case .first: EvaluationCompiler.elements(self).first
    case .last: EvaluationCompiler.elements(self).last
    }
  }

  private var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  private var time: CivilTime? {
    if case .date(let date) = self { CivilTime(date) } else { nil }
  }

  /// Characters, elements or members; `nil` for what has none.
  var elementCount: Int? {
    switch self {
    case .text(let text): text.count
    case .array(let elements): elements.count
    case .object(let object): Set(object.members.map(\.name)).count
    case .data(let data): data.count
    default: nil
    }
  }

  private func absolute() throws(ComputationFault) -> AttributeValue? {
    switch self {
    case .integer(let number): return number < 0 ? try negated() : self
    case .real(let number): return .real(Swift.abs(number))
    case .decimal(let number): return .decimal(number.isNegative ? -number : number)
    default: return nil
    }
  }

  private func rounded(
    _ rule: FloatingPointRoundingRule
  ) throws(ComputationFault) -> AttributeValue? {
    switch self {
    case .integer: self
    case .real(let number): .real(number.rounded(rule))
    case .decimal(let number): .decimal(number.rounded(rule))
    default: nil
    }
  }

  private var asText: String? {
    switch self {
    case .text(let text): text
    case .bool(let flag): String(flag)
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .decimal(let number): number.description
    case .date(let date): DateText.text(for: date)
    case .uuid(let uuid): uuid.uuidString
    case .identifier(let identifier): identifier.description
    case .null, .data, .array, .object: nil
    }
  }

  private func asInteger() throws(ComputationFault) -> AttributeValue? {
    switch self {
    case .integer: return self
    case .real(let number):
      guard let integer = Int64(exactly: number.rounded(.towardZero)) else { throw .overflow }
      return .integer(integer)
    case .decimal(let number):
      guard let integer = number.truncated.int64Value else { throw .overflow }
      return .integer(integer)
    case .text(let text): return Int64(text).map { .integer($0) }
    default: return nil
    }
  }

  private func asReal() throws(ComputationFault) -> AttributeValue? {
    switch self {
    case .integer, .real, .decimal: return .real(try approximation())
    case .text(let text):
      guard let number = ExactDecimal(text) else { return nil }
      return .real(try AttributeValue.decimal(number).approximation())
    default: return nil
    }
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
