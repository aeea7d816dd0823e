import FoundationEssentials
import LarderCore
import SQLiteDriver

extension SQLCompiler {
  /// Where a stored value equals a constant.
  func equality(_ stored: StoredOperand, to value: AttributeValue) -> SQLText {
    switch value {
    case .null: return "\(stored.sql) IS NULL"
    case .bool(let answer): return equality(stored, toBoolean: answer)
    case .integer, .real, .decimal:
      guard let number = value.storedNumber, stored.kinds.contains(.number),
        stored.meaning != .seconds
      else { return .constant(false) }
      // Where 0 and 1 are truth values they are no numbers.
      if stored.meaning == .bool, number.isZeroOrOne {
        guard stored.hasRealBooleans else { return .constant(false) }
        return "(typeof(\(stored.sql)) = 'real' AND \(stored.plain) = \(value: number))"
      }
      return equality(stored, toStored: number)
    case .text(let text):
      guard stored.kinds.contains(.text), stored.meaning != .uuid else { return .constant(false) }
      // Where texts are dates, one that reads as a date is no text.
      if stored.meaning == .date, DateText.parse(text) != nil { return .constant(false) }
      return equality(stored, toStored: .text(text))
    case .date(let date):
      guard let side = stored.seconds else { return .constant(false) }
      let test: SQLText = "\(side) = \(value: .real(date.timeIntervalSinceReferenceDate))"
      return stored.between(date, date).map { "(\($0) AND \(test))" } ?? test
    case .data(let data):
      guard stored.kinds.contains(.data) else { return .constant(false) }
      if stored.meaning == .uuidBytes, data.count == 16 { return .constant(false) }
      return equality(stored, toStored: .blob(Array(data)))
    case .uuid(let uuid):
      if stored.meaning == .uuidBytes { return equality(stored, toStored: .blob(uuid.bytes)) }
      guard stored.meaning == .uuid else { return .constant(false) }
      return equality(stored, toStored: .text(uuid.uuidString))
    case .array, .object, .identifier: return .constant(false)
    }
  }

  private func equality(_ stored: StoredOperand, toBoolean answer: Bool) -> SQLText {
    guard stored.meaning == .bool else { return .constant(false) }
    let test: SQLText = "\(stored.sql) = \(value: .integer(answer ? 1 : 0))"
    return stored.hasRealBooleans ? "(typeof(\(stored.sql)) = 'integer' AND \(test))" : test
  }

  /// Where the value stored is another stored value, text by canonical equivalence.
  func equality(_ stored: StoredOperand, toStored value: SQLiteValue) -> SQLText {
    switch value {
    case .null: return "\(stored.sql) IS NULL"
    case .integer(let number):
      // A real column would round the number before it looks it up in an index.
      let isExact = number.magnitude <= 1 << 53
      let side = stored.affinity == .text || !isExact ? stored.plain : stored.sql
      return "\(side) = \(value: value)"
    case .real: return "\(stored.affinity == .text ? stored.plain : stored.sql) = \(value: value)"
    case .blob: return "\(stored.sql) = \(value: value)"
    case .text(let text):
      guard let forms = text.canonicalForms else { return "\(stored.asText) = \(value: value)" }
      // A numeric column would turn "5" into 5 first.
      let side = stored.affinity.isNumeric ? "\(stored.plain)" : stored.asBytes
      if forms.count == 1 { return "\(side) = \(value: value)" }
      let list = forms.map { "\(value: .text($0))" as SQLText }.joined(by: ", ")
      return "\(side) IN (\(list))"
    }
  }

  /// Where a stored value stands before or after a constant of its own kind.
  func order(
    _ comparison: EntityPredicate.ComparisonOperator, _ stored: StoredOperand,
    _ value: AttributeValue
  ) throws(Unpushable) -> SQLText {
    switch value {
    case .integer, .real, .decimal:
      guard stored.kinds.contains(.number), stored.meaning != .seconds else {
        return .constant(false)
      }
      if case .real(let number) = value, number.isNaN { return .constant(false) }
      guard let number = value.storedNumber, stored.meaning != .bool else {
        throw Unpushable("SQLite cannot hold this number")
      }
      let test: SQLText = "\(stored.numberSide(number)) \(comparison.sql) \(value: number)"
      // Numbers stand before everything but null.
      let isBounded = comparison == .lessThan || comparison == .lessThanOrEqual
      guard !isBounded, stored.kinds != .number else { return test }
      return "(\(test) AND \(stored.plain) < '')"
    case .text(let text):
      guard stored.kinds.contains(.text), stored.meaning != .uuid else { return .constant(false) }
      if stored.meaning == .date { throw Unpushable("texts among dates are not ordered in SQL") }
      let test: SQLText = "\(stored.asText) \(comparison.sql) \(value: .text(text))"
      guard stored.kinds != .text else { return test }
      // Text stands after numbers and before data.
      let isBounded = comparison == .lessThan || comparison == .lessThanOrEqual
      return "(\(test) AND \(stored.plain) \(isBounded ? ">= ''" : "< x''"))"
    case .date(let date):
      guard let side = stored.seconds else { return .constant(false) }
      let seconds = SQLiteValue.real(date.timeIntervalSinceReferenceDate)
      let test: SQLText = "\(side) \(comparison.sql) \(value: seconds)"
      let isAbove = comparison == .greaterThan || comparison == .greaterThanOrEqual
      let bounds = isAbove ? stored.between(date, nil) : stored.between(nil, date)
      return bounds.map { "(\($0) AND \(test))" } ?? test
    case .uuid(let uuid):
      if stored.meaning == .uuidBytes { throw Unpushable("UUIDs in bytes are not ordered in SQL") }
      guard stored.meaning == .uuid else { return .constant(false) }
      return "\(stored.sql) \(comparison.sql) \(value: .text(uuid.uuidString))"
    case .bool:
      guard stored.meaning == .bool else { return .constant(false) }
      throw Unpushable("truth values are not ordered in SQL")
    case .null, .data, .array, .object, .identifier: return .constant(false)
    }
  }
}

extension StoredOperand {
  fileprivate func numberSide(_ number: SQLiteValue) -> SQLText {
    if affinity == .text { return plain }
    if case .integer(let integer) = number, integer.magnitude > 1 << 53 { return plain }
    return sql
  }
}

extension SQLiteValue {
  fileprivate var isZeroOrOne: Bool {
    switch self {
    case .integer(let number): number == 0 || number == 1
    case .real(let number): number == 0 || number == 1
    case .null, .text, .blob: false
    }
  }
}

extension AttributeValue {
  /// The number as SQLite can store it without a loss; `nil` for NaN and for what is too long.
  var storedNumber: SQLiteValue? {
    switch self {
    case .integer(let number): return .integer(number)
    case .real(let number): return number.isNaN ? nil : .real(number)
    case .decimal(let number):
      if let integer = number.int64Value { return .integer(integer) }
      let nearest = number.doubleValue
      return ExactDecimal(exactly: nearest) == number ? .real(nearest) : nil
    default: return nil
    }
  }
}
