import LarderCore

extension SwiftWriter {
  /// An expression; a literal in it is of the type that it meets, where one is given.
  mutating func expression(
    _ expression: EntityExpression, as type: PathType? = nil
  ) throws(PrintingObstacle) -> SwiftPiece {
    switch expression {
    case .value(let value):
      let type = type ?? value.swiftType
      return SwiftPiece(
        try literal(value, as: type, .isTrue(expression)), type, isLiteral: true)
    case .path(let path): return try self.path(path)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right, expression)
    case .negated(let operand):
      let piece = try self.expression(operand, as: type)
      guard piece.type.isNumber else { throw noNumbers(expression) }
      return SwiftPiece(
        QueryPiece("-" + piece.unwrapped.tight(.postfix), .prefix), of: [piece], piece.type)
    case .coalesce(let first, let second): return try coalesce(first, second, expression)
    case .conditional(let condition, let first, let second):
      return try conditional(condition, first, second, expression)
    case .predicate(let condition):
      return SwiftPiece(try predicate(condition), .attribute(.bool))
    case .function(.count, let arguments) where arguments.count == 1:
      return try count(try self.expression(arguments[0]), expression)
    case .collection(.count, let collection, _):
      return try count(try self.expression(collection), expression)
    case .filtered(let collection, let condition):
      let list = try self.expression(collection)
      let body = try closure(condition, over: collection, list)
      return SwiftPiece(
        QueryPiece(list.unwrapped.tight(.postfix) + ".filter " + body), of: [list], list.type)
    case .collection(let function, let collection, let element):
      return try extreme(function, collection, element, expression)
    case .function(let function, _):
      throw PrintingObstacle(
        .function, in: expression, "`#Predicate` does not take `\(function.rawValue)`")
    case .shifted:
      throw PrintingObstacle(.arithmetic, in: expression, "`#Predicate` cannot move a date")
    case .aggregate:
      throw PrintingObstacle(.projection, in: expression, "SwiftData has no groups")
    case .first:
      throw PrintingObstacle(.identifier, in: expression, "a predicate holds no other fetch")
    }
  }

  /// `trip.lodging?.stars`, and for its value `trip.lodging!.stars!`.
  func path(_ path: AttributePath) throws(PrintingObstacle) -> SwiftPiece {
    let start = element(path.level)
    var (text, value) = (start.name, start.name)
    var (type, isOptional, isLastOptional) = (start.type, false, false)
    for name in path.names {
      guard let step = schema.step(from: type, to: name) else {
        throw PrintingObstacle(
          .entity, in: .path(path), "there is no `\(name)` in the schema")
      }
      text += (isLastOptional ? "?." : ".") + Self.member(name)
      value += (isLastOptional ? "!." : ".") + Self.member(name)
      (type, isLastOptional) = (step.type, step.isOptional)
      isOptional = isOptional || step.isOptional
    }
    guard isOptional else { return SwiftPiece(QueryPiece(text), type) }
    return SwiftPiece(
      optional: QueryPiece(text), unwrapped: QueryPiece(value + (isLastOptional ? "!" : "")), type,
      chainMark: isLastOptional ? "?" : "")
  }

  static func member(_ name: AttributeName) -> String {
    SwiftNames.member(name.rawValue) ?? SwiftNames.made(from: name.rawValue)
  }

  /// Both sides in one type; a literal takes the other's.
  mutating func operands(
    _ left: EntityExpression, _ right: EntityExpression, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> (SwiftPiece, SwiftPiece) {
    let (first, second): (SwiftPiece, SwiftPiece)
    if case .value = left {
      second = try expression(right)
      first = try expression(left, as: second.type)
    } else {
      first = try expression(left)
      second = try expression(right, as: first.type)
    }
    for piece in [first, second] {
      switch piece.type {
      case .object, .objects:
        throw PrintingObstacle(
          .identifier, in: whole, "a predicate cannot compare objects but with nil")
      default: break
      }
    }
    guard first.type == second.type else {
      throw PrintingObstacle(
        .value, in: whole,
        "Swift does not compare \(first.type.swiftName) with \(second.type.swiftName)")
    }
    return (first, second)
  }

  private func noNumbers(_ expression: EntityExpression) -> PrintingObstacle {
    PrintingObstacle(.arithmetic, in: expression, "`#Predicate` computes with numbers only")
  }

  private mutating func arithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: EntityExpression,
    _ right: EntityExpression, _ whole: EntityExpression
  ) throws(PrintingObstacle) -> SwiftPiece {
    let (first, second) = try operands(left, right, .isTrue(whole))
    guard first.type.isNumber, !(first.isLiteral && second.isLiteral) else {
      throw noNumbers(whole)
    }
    if operation == .divide || operation == .remainder {
      guard second.isLiteral, AttributeValue.order(right.constant, .integer(0)) != 0 else {
        throw PrintingObstacle(
          .arithmetic, in: whole, "a division by zero would stop a Swift program")
      }
      guard operation == .divide || first.type == .attribute(.integer) else {
        throw PrintingObstacle(.arithmetic, in: whole, "`%` works on Int only in Swift")
      }
    }
    let isSum = operation == .add || operation == .subtract
    let text =
      first.unwrapped.tight(isSum ? .sum : .product) + " \(operation.rawValue) "
      + second.unwrapped.tight(isSum ? .product : .prefix)
    return SwiftPiece(
      QueryPiece(text, isSum ? .sum : .product), of: [first, second], first.type)
  }

  private mutating func coalesce(
    _ first: EntityExpression, _ second: EntityExpression, _ whole: EntityExpression
  ) throws(PrintingObstacle) -> SwiftPiece {
    let (left, right) = try operands(first, second, .isTrue(whole))
    guard left.isOptional else { return left }
    guard let optional = left.optionalText, !right.isOptional else {
      throw PrintingObstacle(
        .optionality, in: whole, "behind `??` a predicate wants a value that is never nil")
    }
    return SwiftPiece(
      QueryPiece(
        optional.tight(.range) + " ?? " + right.unwrapped.tight(.coalescing), .coalescing),
      left.type)
  }

  private mutating func conditional(
    _ condition: EntityPredicate, _ first: EntityExpression, _ second: EntityExpression,
    _ whole: EntityExpression
  ) throws(PrintingObstacle) -> SwiftPiece {
    let test = try predicate(condition).tight(.disjunction)
    let (left, right) = try operands(first, second, .isTrue(whole))
    guard !left.isOptional, !right.isOptional else {
      throw PrintingObstacle(
        .optionality, in: whole, "the branches of a predicate's `? :` must not be nil")
    }
    let text = "\(test) ? \(left.unwrapped.tight(.disjunction)) : \(right.unwrapped.text)"
    return SwiftPiece(QueryPiece(text, .conditional), left.type)
  }

  private func count(
    _ subject: SwiftPiece, _ whole: EntityExpression
  ) throws(PrintingObstacle) -> SwiftPiece {
    guard subject.type.isText || subject.type.element != nil else {
      throw PrintingObstacle(
        .function, in: whole, "\(subject.type.swiftName) has no count in Swift")
    }
    guard let base = subject.callable else { throw .chain(.isTrue(whole)) }
    let value = QueryPiece(base.tight(.postfix) + ".count")
    guard subject.isOptional, let optional = subject.optionalText else {
      return SwiftPiece(value, of: [subject], .attribute(.integer))
    }
    return SwiftPiece(
      optional: QueryPiece(optional.tight(.postfix) + subject.chainMark + ".count"),
      unwrapped: value, .attribute(.integer), chainMark: "")
  }

  /// The least or greatest element of an array of values; a predicate sums nothing.
  private mutating func extreme(
    _ function: EntityExpression.CollectionFunction, _ collection: EntityExpression,
    _ element: EntityExpression?, _ whole: EntityExpression
  ) throws(PrintingObstacle) -> SwiftPiece {
    guard function == .minimum || function == .maximum, element == nil else {
      throw PrintingObstacle(
        .function, in: whole, "`#Predicate` has no \(function.rawValue) of an attribute of objects")
    }
    let list = try expression(collection)
    guard !list.isOptional, let type = list.type.element, type.isOrdered else {
      throw PrintingObstacle(
        .function, in: whole, "`#Predicate` has no \(function.rawValue) of it")
    }
    let text = list.unwrapped.tight(.postfix) + ".\(function.rawValue)()"
    return SwiftPiece(optional: QueryPiece(text), unwrapped: QueryPiece(text + "!"), type)
  }
}

extension EntityExpression {
  fileprivate var constant: AttributeValue? {
    if case .value(let value) = self { value } else { nil }
  }
}
