import LarderCore

extension SwiftWriter {
  mutating func text(
    _ operation: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ subject: EntityExpression, _ needle: EntityExpression, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let method: String
    switch (operation, options) {
    case (.contains, []): method = "contains("
    case (.contains, [.caseInsensitive, .diacriticInsensitive]):
      method = "localizedStandardContains("
    case (.hasPrefix, []): method = "starts(with: "
    case (.matches, _), (.containsPattern, _):
      throw PrintingObstacle(
        .regularExpression, in: whole, "SwiftData cannot fetch by a regular expression")
    case (.hasSuffix, _):
      throw PrintingObstacle(.textOperator, in: whole, "`#Predicate` does not take `hasSuffix`")
    case (.like, _):
      throw PrintingObstacle(.textOperator, in: whole, "Swift has no wildcards")
    case (.contains, _), (.hasPrefix, _), (.equals, _):
      throw PrintingObstacle(
        .textOperator, in: whole,
        "`#Predicate` ignores case and accents only together, in `localizedStandardContains`")
    }
    let (text, search) = (try expression(subject), try expression(needle, as: .attribute(.text)))
    guard text.type.isText, search.type.isText else {
      throw PrintingObstacle(.value, in: whole, "only a String can be searched in Swift")
    }
    return try call(method, on: text, with: search, whole)
  }

  /// A method of a value that may be nil, with an argument that must not be.
  private func call(
    _ method: String, on subject: SwiftPiece, with argument: SwiftPiece, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    guard let value = argument.callable else { throw .chain(whole) }
    let end = method + value.text + ")"
    if subject.isOptional, !argument.isOptional, let optional = subject.optionalText {
      return QueryPiece(
        optional.tight(.postfix) + subject.chainMark + "." + end + " ?? false", .coalescing)
    }
    guard let base = subject.callable else { throw .chain(whole) }
    return [subject, argument].guarded(QueryPiece(base.tight(.postfix) + "." + end))
  }

  mutating func membership(
    _ element: EntityExpression, in collection: EntityExpression, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    if case .value(.array(let values)) = collection {
      return try membership(element, in: values, whole)
    }
    let list = try expression(collection)
    guard case .attribute = list.type, let type = list.type.element else {
      throw PrintingObstacle(
        .identifier, in: whole, "a predicate cannot capture an object to look for")
    }
    let value = try expression(element, as: type)
    guard value.type == type else {
      throw PrintingObstacle(
        .value, in: whole, "a list of \(type.swiftName) cannot hold \(value.type.swiftName)")
    }
    return try call("contains(", on: list, with: value, whole)
  }

  /// Constants that `#Predicate` cannot make stand before it.
  private mutating func membership(
    _ element: EntityExpression, in values: [AttributeValue], _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let subject = try expression(element)
    guard let optional = subject.optionalText, !subject.isLiteral else {
      throw PrintingObstacle(.optionality, in: whole, "Swift computes with values, never with nil")
    }
    var hasNil = false
    var texts: [String] = []
    for value in values {
      if value == .null {
        hasNil = true
      } else {
        texts.append(try literal(value, as: subject.type, whole).text)
      }
    }
    let isNilFound = subject.isOptional && hasNil
    guard !texts.isEmpty else {
      return isNilFound
        ? QueryPiece(optional.tight(.coalescing) + " == nil", .comparison) : QueryPiece("false")
    }
    let list = "[" + texts.joined(separator: ", ") + "].contains("
    var found = QueryPiece(list + optional.text + ")")
    if optional.text.contains("?.") {
      guard let value = subject.callable else { throw .chain(whole) }
      found = [subject].guarded(QueryPiece(list + value.text + ")"))
    }
    return isNilFound
      ? QueryPiece(
        optional.tight(.coalescing) + " == nil || " + found.tight(.conjunction), .disjunction)
      : found
  }

  mutating func range(
    _ subject: EntityExpression, _ lower: EntityExpression, _ upper: EntityExpression,
    _ includesUpperBound: Bool, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let (value, low) = try operands(subject, lower, whole)
    let (_, high) = try operands(subject, upper, whole)
    guard value.type.isOrdered else {
      throw PrintingObstacle(.value, in: whole, "Swift has no order for \(value.type.swiftName)")
    }
    let parts = [value, low, high]
    // A range whose bounds are the wrong way round stops a program.
    if case .value(let first) = lower, case .value(let second) = upper,
      let order = AttributeValue.order(first, second), order <= 0, let callable = value.callable
    {
      let sign = includesUpperBound ? "..." : "..<"
      let bounds = low.unwrapped.tight(.sum) + sign + high.unwrapped.tight(.sum)
      return parts.guarded(QueryPiece("(\(bounds)).contains(\(callable.text))"))
    }
    let middle = value.unwrapped.tight(.coalescing)
    return parts.guarded(
      QueryPiece(
        "\(middle) >= \(low.unwrapped.tight(.coalescing)) && \(middle) "
          + (includesUpperBound ? "<= " : "< ") + high.unwrapped.tight(.coalescing), .conjunction))
  }

  mutating func quantified(
    _ quantifier: EntityPredicate.Quantifier, _ collection: EntityExpression,
    _ condition: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    let list = try expression(collection)
    guard let optional = list.optionalText else {
      throw PrintingObstacle(.collection, in: collection, "Swift computes with values only")
    }
    let body = try closure(condition, over: collection, list)
    let method = quantifier == .all ? "allSatisfy" : "contains"
    let mark = list.isOptional ? list.chainMark : ""
    let call = optional.tight(.postfix) + mark + ".\(method) " + body
    let whenNil = quantifier == .all ? "true" : "false"
    let piece =
      list.isOptional ? QueryPiece("\(call) ?? \(whenNil)", .coalescing) : QueryPiece(call)
    return quantifier == .none ? QueryPiece("!" + piece.tight(.postfix), .prefix) : piece
  }

  mutating func closure(
    _ condition: EntityPredicate, over collection: EntityExpression, _ list: SwiftPiece
  ) throws(PrintingObstacle) -> String {
    guard let type = list.type.element else {
      throw PrintingObstacle(.collection, in: collection, "it is no array in Swift")
    }
    let name = ParameterNames().name(
      forElementsOf: collection, besides: elements.map(\.name))
    elements.append(Element(name: SwiftNames.spelled(name) ?? "element", type: type))
    defer { elements.removeLast() }
    return "{ \(elements[elements.count - 1].name) in " + (try predicate(condition).text) + " }"
  }
}
