import LarderCore

extension SwiftWriter {
  mutating func predicate(_ predicate: EntityPredicate) throws(PrintingObstacle) -> QueryPiece {
    switch predicate {
    case .constant(let flag): return QueryPiece(flag ? "true" : "false")
    case .and(let parts): return try join(parts, " && ", .conjunction, empty: "true")
    case .or(let parts): return try join(parts, " || ", .disjunction, empty: "false")
    case .not(let condition):
      return QueryPiece("!" + (try self.predicate(condition).tight(.postfix)), .prefix)
    case .comparison(let operation, let left, let right):
      return try comparison(operation, left, right, predicate)
    case .text(let operation, let options, let subject, let needle):
      return try text(operation, options, subject, needle, predicate)
    case .membership(let element, let collection):
      return try membership(element, in: collection, predicate)
    case .range(let subject, let lower, let upper, let includesUpperBound):
      return try range(subject, lower, upper, includesUpperBound, predicate)
    case .quantified(let quantifier, let collection, let condition):
      return try quantified(quantifier, collection, condition)
    case .isMissing:
      throw PrintingObstacle(
        .optionality, in: predicate, "Swift does not tell a missing attribute from nil")
    case .isEmpty(let subject): return try isEmpty(subject, predicate)
    case .isTrue(let value): return try isTrue(value)
    case .isKind(let level, let entity):
      return QueryPiece("\(element(level).name) is \(Self.typeName(entity))", .range)
    }
  }

  private mutating func join(
    _ parts: [EntityPredicate], _ sign: String, _ precedence: QueryPrecedence, empty: String
  ) throws(PrintingObstacle) -> QueryPiece {
    guard parts.count > 1 else {
      guard let only = parts.first else { return QueryPiece(empty) }
      return try predicate(only)
    }
    var texts: [String] = []
    for part in parts {
      let piece = try predicate(part)
      texts.append(piece.tight(piece.precedence == precedence ? precedence : .comparison))
    }
    return QueryPiece(texts.joined(separator: sign), precedence)
  }

  func element(_ level: Int) -> Element { elements[min(max(level, 0), elements.count - 1)] }

  private mutating func comparison(
    _ operation: EntityPredicate.ComparisonOperator, _ left: EntityExpression,
    _ right: EntityExpression, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let isEquality = operation == .equal || operation == .notEqual
    if case .value(.null) = right {
      return isEquality ? try nilTest(left, operation, whole) : QueryPiece("false")
    }
    if case .value(.null) = left {
      return isEquality ? try nilTest(right, operation, whole) : QueryPiece("false")
    }
    let (first, second) = try operands(left, right, whole)
    guard isEquality else {
      guard first.type.isOrdered else {
        throw PrintingObstacle(
          .value, in: whole, "Swift has no order for \(first.type.swiftName)")
      }
      return [first, second].guarded(sign(operation.rawValue, first, second))
    }
    return try equality(first, second, isNegated: operation == .notEqual, whole)
  }

  private func sign(_ sign: String, _ left: SwiftPiece, _ right: SwiftPiece) -> QueryPiece {
    QueryPiece(
      left.unwrapped.tight(.coalescing) + " \(sign) " + right.unwrapped.tight(.coalescing),
      .comparison)
  }

  /// Optionals of one type can be compared; a value and an optional only after a test for nil.
  private func equality(
    _ left: SwiftPiece, _ right: SwiftPiece, isNegated: Bool, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let isAlike =
      left.isOptional == right.isOptional || left.isLiteral || right.isLiteral
    if isAlike, let first = left.optionalText, let second = right.optionalText {
      return QueryPiece(
        first.tight(.coalescing) + (isNegated ? " != " : " == ") + second.tight(.coalescing),
        .comparison)
    }
    guard !left.isOptional || !right.isOptional else {
      throw PrintingObstacle(
        .optionality, in: whole, "both sides can be nil, and Swift computes with values only")
    }
    let equal = [left, right].guarded(sign("==", left, right))
    return isNegated ? QueryPiece("!(" + equal.text + ")", .prefix) : equal
  }

  private mutating func nilTest(
    _ subject: EntityExpression, _ operation: EntityPredicate.ComparisonOperator,
    _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    if case .value(let value) = subject {
      return QueryPiece((value == .null) == (operation == .equal) ? "true" : "false")
    }
    let piece = try expression(subject)
    guard piece.isOptional else {
      return QueryPiece(operation == .equal ? "false" : "true")
    }
    guard let text = piece.optionalText else {
      throw PrintingObstacle(.optionality, in: whole, "Swift computes with values, never with nil")
    }
    return QueryPiece(text.tight(.coalescing) + " \(operation.rawValue) nil", .comparison)
  }

  private mutating func isTrue(
    _ value: EntityExpression
  ) throws(PrintingObstacle) -> QueryPiece {
    let piece = try expression(value, as: .attribute(.bool))
    guard piece.type == .attribute(.bool) else {
      throw PrintingObstacle(.value, in: value, "\(piece.type.swiftName) is no condition in Swift")
    }
    guard piece.isOptional, let text = piece.optionalText else { return piece.unwrapped }
    return QueryPiece(text.tight(.coalescing) + " == true", .comparison)
  }

  private mutating func isEmpty(
    _ subject: EntityExpression, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let piece = try expression(subject)
    let isCollection = piece.type.isText || piece.type.element != nil
    guard let text = piece.optionalText else {
      throw PrintingObstacle(.optionality, in: whole, "Swift computes with values, never with nil")
    }
    guard isCollection else {
      return QueryPiece(
        piece.isOptional ? text.tight(.coalescing) + " == nil" : "false", .comparison)
    }
    guard piece.isOptional else {
      guard let base = piece.callable else { throw .chain(whole) }
      return QueryPiece(base.tight(.postfix) + ".isEmpty")
    }
    return QueryPiece(text.tight(.postfix) + piece.chainMark + ".isEmpty ?? true", .coalescing)
  }
}
