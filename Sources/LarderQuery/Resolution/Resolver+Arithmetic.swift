import FoundationEssentials
import LarderCore

/// Arithmetic on numbers, texts, lists and dates.
extension StatementResolver {
  func arithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: Operand, _ right: Operand,
    _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    if let dated = dateArithmetic(operation, left, right, span) { return dated }
    let left = try measured(left, beside: right)
    let right = try measured(right, beside: left)
    guard let type = Self.resultType(operation, left.type, right.type) else {
      throw Diagnostic(
        .typeMismatch,
        "cannot \(operation.verb) `\(excerpt(left))` (\(left.type)) and "
          + "`\(excerpt(right))` (\(right.type))", at: span)
    }
    return Operand(
      expression: .arithmetic(operation, left.expression, right.expression), type: type,
      span: span)
  }

  private static func resultType(
    _ operation: EntityExpression.ArithmeticOperator, _ left: ValueType, _ right: ValueType
  ) -> ValueType? {
    switch (left.family, right.family) {
    case (.number, .number): return number(operation, left, right)
    case (.unknown, .number), (.unknown, .unknown): return left == .null ? right : .mixed
    case (.number, .unknown): return right == .null ? left : .mixed
    case (.text, .text), (.unknown, .text), (.text, .unknown):
      return operation == .add ? .text : nil
    case (.list, .list): return operation == .add ? left : nil
    case (.list, .unknown), (.unknown, .list): return operation == .add ? .mixed : nil
    default: return nil
    }
  }

  /// Seconds stay seconds when they are added to each other or multiplied by a number.
  private static func number(
    _ operation: EntityExpression.ArithmeticOperator, _ left: ValueType, _ right: ValueType
  ) -> ValueType {
    guard left == .interval || right == .interval else { return widest(left, right) }
    switch operation {
    case .add, .subtract, .remainder: return left == right ? .interval : .real
    case .multiply: return left == right ? .real : .interval
    case .divide: return right == .interval ? .real : .interval
    }
  }

  private static func widest(_ left: ValueType, _ right: ValueType) -> ValueType {
    if left == .decimal || right == .decimal { return .decimal }
    return left == .real || right == .real ? .real : .integer
  }

  /// A date and a duration, two durations, or two dates; `nil` for anything else.
  private func dateArithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: Operand, _ right: Operand,
    _ span: Range<Int>
  ) -> Operand? {
    switch (left.type, right.type) {
    case (.duration(let first), .duration(let second)):
      guard operation == .add || operation == .subtract else { return nil }
      let sum = first.adding(operation == .add ? second : second.negated)
      return Operand(expression: .value(.null), type: .duration(sum), span: span)
    case (_, .duration(let duration)):
      guard left.type.family == .date || left.type == .mixed,
        operation == .add || operation == .subtract
      else { return nil }
      return shifted(left, by: operation == .add ? duration : duration.negated, span)
    case (.duration(let duration), _):
      guard right.type.family == .date, operation == .add else { return nil }
      return shifted(right, by: duration, span)
    default: break
    }
    guard left.type.family == .date, right.type.family == .date, operation == .subtract else {
      return nil
    }
    return Operand(
      expression: .arithmetic(.subtract, left.expression, right.expression), type: .interval,
      span: span)
  }

  /// A duration beside the difference of two dates is a number of seconds, as that is.
  func measured(_ operand: Operand, beside other: Operand) throws(Diagnostic) -> Operand {
    guard case .duration(let duration) = operand.type, other.type == .interval else {
      return operand
    }
    guard duration.months == 0 else {
      throw Diagnostic(
        .typeMismatch, "`\(excerpt(operand))` has no fixed length", at: operand.span,
        help: "write days, or move a date, as in `start + \(excerpt(operand)) < end`")
    }
    let seconds = Double(duration.days) * 86_400 + Double(duration.milliseconds) / 1000
    return self.operand(.real(seconds), operand.span, type: .interval)
  }

  /// A date that is known already is moved at once.
  private func shifted(
    _ date: Operand, by duration: CalendarDuration, _ span: Range<Int>
  ) -> Operand {
    if case .date(let moment) = date.constant {
      return operand(.date(duration.added(to: moment)), span)
    }
    return Operand(expression: .shifted(date.expression, duration), type: .date, span: span)
  }

  mutating func negative(
    _ operand: ExpressionSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    if case .number(let literal) = operand.kind,
      operand.span.lowerBound == span.lowerBound + 1
    {
      return self.operand(literal.value.negatedLiteral(literal.exact), span)
    }
    let inner = try value(operand)
    if case .duration(let duration) = inner.type {
      return Operand(
        expression: inner.expression, type: .duration(duration.negated), span: span)
    }
    guard inner.type.family == .number || inner.type.family == .unknown else {
      throw Diagnostic(
        .typeMismatch, "`-` needs a number; `\(excerpt(inner))` is \(inner.type)", at: span)
    }
    return Operand(expression: .negated(inner.expression), type: inner.type, span: span)
  }
}

extension CalendarDuration {
  /// The lengths of both; at the ends of what fits they stop.
  fileprivate func adding(_ other: CalendarDuration) -> CalendarDuration {
    func sum<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
      let (sum, isOver) = left.addingReportingOverflow(right)
      return isOver ? (left < 0 ? .min : .max) : sum
    }
    return CalendarDuration(
      months: sum(months, other.months), days: sum(days, other.days),
      milliseconds: sum(milliseconds, other.milliseconds))
  }
}

extension EntityExpression.ArithmeticOperator {
  fileprivate var verb: String {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .remainder: "take the remainder of"
    }
  }
}

extension AttributeValue {
  /// The number with a minus before it, where the smallest integer is one after all.
  fileprivate func negatedLiteral(_ exact: ExactDecimal) -> AttributeValue {
    switch self {
    case .integer(let number): .integer(-number)
    case .real(let number): .real(-number)
    default:
      exact.compare(to: Int64.max) > 0 && (-exact).compare(to: Int64.min) == 0
        ? .integer(.min) : .decimal(-exact)
    }
  }
}
