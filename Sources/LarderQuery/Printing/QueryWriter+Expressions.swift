import LarderCore

extension QueryWriter {
  func expression(_ expression: EntityExpression) -> QueryPiece {
    switch expression {
    case .value(let value): literal(value)
    case .path(let path): self.path(path)
    case .arithmetic(let operation, let left, let right): arithmetic(operation, left, right)
    case .negated(let operand): negated(operand)
    case .coalesce(let first, let second):
      QueryPiece(
        self.expression(first).tight(.range) + " ?? "
          + self.expression(second).tight(.coalescing), .coalescing)
    case .conditional(let condition, let first, let second):
      QueryPiece(
        predicate(condition).tight(.disjunction) + " ? " + self.expression(first).text + " : "
          + self.expression(second).text, .conditional)
    case .predicate(let condition): predicate(condition)
    case .function(let function, let arguments): call(function, arguments)
    case .shifted(let date, let duration): shifted(date, duration)
    case .collection(let function, let collection, let element):
      self.collection(function, collection, element)
    case .filtered(let collection, let condition):
      QueryPiece(
        self.expression(collection).tight(.postfix) + ".filter "
          + closure(condition, over: collection))
    case .aggregate(let function, let argument): aggregate(function, argument)
    case .first(let descriptor):
      QueryPiece("first " + fetch(descriptor), .conditional)
    }
  }

  private func arithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: EntityExpression,
    _ right: EntityExpression
  ) -> QueryPiece {
    let isSum = operation == .add || operation == .subtract
    return QueryPiece(
      expression(left).tight(isSum ? .sum : .product) + " \(operation.rawValue) "
        + expression(right).tight(isSum ? .product : .prefix), isSum ? .sum : .product)
  }

  /// A number behind a minus is a literal; brackets keep the operation apart.
  private func negated(_ operand: EntityExpression) -> QueryPiece {
    let piece = expression(operand)
    if case .value = operand { return QueryPiece("-(" + piece.text + ")", .prefix) }
    return QueryPiece("-" + piece.tight(.postfix), .prefix)
  }

  private func call(
    _ function: EntityExpression.Function, _ arguments: [EntityExpression]
  ) -> QueryPiece {
    let pieces = arguments.map(expression)
    switch function.form {
    case .function:
      let list = pieces.map(\.text).joined(separator: ", ")
      return QueryPiece("\(function.spelling)(\(list))")
    case .method:
      return QueryPiece((pieces.first?.tight(.postfix) ?? "") + ".\(function.spelling)()")
    case .member:
      return QueryPiece((pieces.first?.tight(.postfix) ?? "") + ".\(function.spelling)")
    }
  }

  private func shifted(_ date: EntityExpression, _ duration: CalendarDuration) -> QueryPiece {
    let steps = DurationText.steps(of: duration)
    let base = expression(date).tight(.sum)
    return QueryPiece(
      base + steps.map { $0.isNegative ? " - \($0.text)" : " + \($0.text)" }.joined(), .sum)
  }

  private func collection(
    _ function: EntityExpression.CollectionFunction, _ collection: EntityExpression,
    _ element: EntityExpression?
  ) -> QueryPiece {
    let base = expression(collection).tight(.postfix) + "." + function.rawValue
    guard let element else {
      return QueryPiece(function == .count ? base : base + "()")
    }
    if case .path(let path) = element, path.level == elements.count + 1, !path.names.isEmpty {
      let names = path.names.map { QueryNames.member($0.rawValue) }.joined(separator: ".")
      return QueryPiece("\(base)(\\.\(names))")
    }
    // `count` counts the elements for which its closure holds, the others compute with its value.
    let body: EntityPredicate =
      function == .count ? .comparison(.notEqual, element, .value(.null)) : .isTrue(element)
    return QueryPiece(base + " " + closure(body, over: collection))
  }

  private func aggregate(
    _ function: EntityExpression.AggregateFunction, _ argument: EntityExpression?
  ) -> QueryPiece {
    let text = argument.map { expression($0).text } ?? ""
    return QueryPiece(
      function == .countDistinct ? "count(distinct \(text))" : "\(function.rawValue)(\(text))")
  }
}

extension QueryWriter {
  /// `name`, `$0.name`, `friend.name`; an element without a path is `self` or `$0`.
  func path(_ path: AttributePath) -> QueryPiece {
    var parts = path.names.map { QueryNames.member($0.rawValue) }
    if path.level == 0, let first = path.names.first {
      parts[0] = QueryNames.attribute(first.rawValue)
    } else {
      parts.insert(element(path.level), at: 0)
    }
    return QueryPiece(parts.joined(separator: "."))
  }

  func element(_ level: Int) -> String {
    guard level > 0 else { return "self" }
    return level <= elements.count ? elements[level - 1] : "$0"
  }

  /// `{ $0.age < 18 }`, or with a name where a closure further in speaks of this element too.
  func closure(_ condition: EntityPredicate, over collection: EntityExpression) -> String {
    var inner = self
    let level = elements.count + 1
    let needsName = condition.mentionsFromWithin(level)
    let name = needsName ? names.name(forElementsOf: collection, besides: elements) : "$0"
    inner.elements.append(name)
    let body = inner.predicate(condition).text
    if needsName { return "{ \(name) in \(body) }" }
    return QueryNames.looksLikeParameter(body) ? "{ (\(body)) }" : "{ \(body) }"
  }
}

extension EntityExpression.Function {
  enum Form { case function, method, member }

  /// How a call is written: `abs(x)`, `x.lowercased()` or `x.count`.
  var form: Form {
    switch self {
    case .lowercased, .uppercased, .trimmed, .rounded: .method
    case .count, .first, .last: .member
    case .abs, .floor, .ceiling, .year, .month, .day, .hour, .minute, .second, .weekday, .text,
      .integer, .real:
      .function
    }
  }

  var spelling: String {
    switch self {
    case .text: "String"
    case .integer: "Int"
    case .real: "Double"
    default: rawValue
    }
  }
}
