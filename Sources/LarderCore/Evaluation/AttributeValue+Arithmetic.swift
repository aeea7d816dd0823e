import FoundationEssentials

/// Why a computation has no value.
enum ComputationFault: Error {
  case operandIsNil
  case overflow
  case divisionByZero
  case wrongKind(AttributeValue, wanted: String)

  var code: PersistenceError.Code {
    switch self {
    case .operandIsNil: .operandIsNil
    case .overflow: .overflow
    case .divisionByZero: .divisionByZero
    case .wrongKind: .wrongKind
    }
  }

  var value: AttributeValue? {
    if case .wrongKind(let value, _) = self { value } else { nil }
  }

  var detail: String {
    switch self {
    case .operandIsNil: "an operand is nil"
    case .overflow: "the result is out of range"
    case .divisionByZero: "a division by zero"
    case .wrongKind(let value, let wanted): "\(value.kind.rawValue) found where \(wanted) is needed"
    }
  }
}

extension AttributeValue {
  /// Arithmetic of numbers; `+` also joins texts and arrays; dates differ by seconds and move by them.
  ///
  /// Two integers give an integer, a real operand makes the result real, else a decimal operand makes
  /// it decimal.
  static func compute(
    _ operation: EntityExpression.ArithmeticOperator, _ left: AttributeValue?,
    _ right: AttributeValue?
  ) throws(ComputationFault) -> AttributeValue {
    guard let left = left.nonNull, let right = right.nonNull else { throw .operandIsNil }
    switch (operation, left, right) {
    case (_, .integer(let a), .integer(let b)): return try compute(operation, a, b)
    case (_, .real(let a), .real(let b)): return try compute(operation, a, b)
    case (.add, .text(let a), .text(let b)): return .text(a + b)
    case (.add, .array(let a), .array(let b)): return .array(a + b)
    case (.subtract, .date(let a), .date(let b)): return .real(a.timeIntervalSince(b))
    case (.add, .date(let date), _):
      return .date(date.addingTimeInterval(try right.approximation()))
    case (.subtract, .date(let date), _):
      return .date(date.addingTimeInterval(-(try right.approximation())))
    default: break
    }
    switch (try left.number(), try right.number()) {
    case (.real, _), (_, .real):
      return try compute(operation, try left.approximation(), try right.approximation())
    case (let a, let b): return try compute(operation, a.decimal, b.decimal)
    }
  }

  func negated() throws(ComputationFault) -> AttributeValue {
    switch try number() {
    case .integer(let number):
      if number == .min { throw .overflow }
      return .integer(-number)
    case .real(let number): return .real(-number)
    case .decimal(let number): return .decimal(-number)
    }
  }

  func shifted(by duration: CalendarDuration) throws(ComputationFault) -> AttributeValue {
    guard case .date(let date) = self else { throw .wrongKind(self, wanted: "a date") }
    return .date(duration.added(to: date))
  }

  private static func compute(
    _ operation: EntityExpression.ArithmeticOperator, _ left: Int64, _ right: Int64
  ) throws(ComputationFault) -> AttributeValue {
    if right == 0, operation == .divide || operation == .remainder { throw .divisionByZero }
    let (result, overflow) =
      switch operation {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: right == -1 ? (0, false) : left.remainderReportingOverflow(dividingBy: right)
      }
    if overflow { throw .overflow }
    return .integer(result)
  }

  private static func compute(
    _ operation: EntityExpression.ArithmeticOperator, _ left: Double, _ right: Double
  ) throws(ComputationFault) -> AttributeValue {
    if right == 0, operation == .divide || operation == .remainder { throw .divisionByZero }
    let result =
      switch operation {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .remainder: left.truncatingRemainder(dividingBy: right)
      }
    if !result.isFinite, left.isFinite, right.isFinite { throw .overflow }
    return .real(result)
  }

  private static func compute(
    _ operation: EntityExpression.ArithmeticOperator, _ left: ExactDecimal, _ right: ExactDecimal
  ) throws(ComputationFault) -> AttributeValue {
    if right == .zero, operation == .divide || operation == .remainder { throw .divisionByZero }
    let result =
      switch operation {
      case .add: left.adding(right)
      case .subtract: left.subtracting(right)
      case .multiply: left.multiplied(by: right)
      case .divide: left.divided(by: right)
      case .remainder: left.remainder(dividingBy: right)
      }
    guard let result else { throw .overflow }
    return .decimal(result)
  }
}

extension AttributeValue {
  /// A value that is a number.
  enum Number {
    case integer(Int64)
    case real(Double)
    case decimal(ExactDecimal)

    /// The exact number; zero for infinity and NaN, which have none.
    var decimal: ExactDecimal {
      switch self {
      case .integer(let number): ExactDecimal(number)
      case .real(let number): ExactDecimal(exactly: number) ?? .zero
      case .decimal(let number): number
      }
    }
  }

  /// The nearest `Double` of a number; a decimal beyond `Double` is an overflow.
  func approximation() throws(ComputationFault) -> Double {
    switch try number() {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    case .decimal(let number):
      let double = number.doubleValue
      if double.isInfinite { throw .overflow }
      return double
    }
  }

  func number() throws(ComputationFault) -> Number {
    switch self {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .decimal(let number): .decimal(number)
    case .null: throw .operandIsNil
    case .bool, .text, .date, .uuid, .data, .array, .object, .identifier:
      throw .wrongKind(self, wanted: "a number")
    }
  }
}
