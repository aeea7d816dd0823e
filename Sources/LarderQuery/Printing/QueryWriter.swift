import LarderCore

/// Writes conditions and expressions for elements that have names.
struct QueryWriter {
  /// The name of the element at each level but 0, outermost first.
  var elements: [String] = []
  let names: ParameterNames

  init(names: ParameterNames) { self.names = names }

  func predicate(_ predicate: EntityPredicate) -> QueryPiece {
    switch predicate {
    case .constant(let flag): QueryPiece(flag ? "true" : "false")
    case .and(let parts): join(parts, " && ", .conjunction, .comparison, empty: "true")
    case .or(let parts): join(parts, " || ", .disjunction, .conjunction, empty: "false")
    case .not(let condition):
      QueryPiece("!" + self.predicate(condition).tight(.prefix), .prefix)
    case .comparison(let operation, let left, let right):
      comparison(left, operation.rawValue, right)
    case .text(let operation, let options, let subject, let needle):
      text(operation, options, subject, needle)
    case .membership(let element, let collection):
      QueryPiece(
        expression(element).tight(.coalescing) + " in " + expression(collection).tight(.range),
        .comparison)
    case .range(let subject, let lower, let upper, let includesUpperBound):
      range(subject, lower, includesUpperBound ? "..." : "..<", upper)
    case .quantified(let quantifier, let collection, let condition):
      quantified(quantifier, collection, condition)
    case .isMissing(let path): QueryPiece(self.path(path).text + " is missing", .comparison)
    case .isEmpty(let subject): QueryPiece(expression(subject).tight(.postfix) + ".isEmpty")
    case .isTrue(let value): expression(value)
    case .isKind(let level, let entity):
      QueryPiece(element(level) + " is " + QueryNames.entity(entity), .comparison)
    }
  }

  private func join(
    _ parts: [EntityPredicate], _ sign: String, _ precedence: QueryPrecedence,
    _ minimum: QueryPrecedence, empty: String
  ) -> QueryPiece {
    guard parts.count > 1 else { return parts.first.map(predicate) ?? QueryPiece(empty) }
    return QueryPiece(
      parts.map { predicate($0).tight(minimum) }.joined(separator: sign), precedence)
  }

  private func comparison(
    _ left: EntityExpression, _ sign: String, _ right: EntityExpression
  ) -> QueryPiece {
    QueryPiece(
      expression(left).tight(.coalescing) + " \(sign) " + expression(right).tight(.coalescing),
      .comparison)
  }

  private func range(
    _ subject: EntityExpression, _ lower: EntityExpression, _ sign: String,
    _ upper: EntityExpression
  ) -> QueryPiece {
    let bounds = expression(lower).tight(.sum) + sign + expression(upper).tight(.sum)
    return QueryPiece(expression(subject).tight(.coalescing) + " in " + bounds, .comparison)
  }

  private func text(
    _ operation: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ subject: EntityExpression, _ needle: EntityExpression
  ) -> QueryPiece {
    let flags = options.flags
    switch operation {
    case .contains: return textCall("contains", flags, subject, needle)
    case .hasPrefix: return textCall("hasPrefix", flags, subject, needle)
    case .hasSuffix: return textCall("hasSuffix", flags, subject, needle)
    case .equals: return comparison(subject, "==" + flags, needle)
    case .like: return comparison(subject, "like" + flags, needle)
    case .matches: return comparison(subject, "matches" + flags, needle)
    case .containsPattern:
      guard case .value(.text(let pattern)) = needle else {
        return textCall("contains", flags, subject, needle)
      }
      let literal = QueryNames.pattern(pattern) + options.argument
      return QueryPiece(expression(subject).tight(.postfix) + ".contains(\(literal))")
    }
  }

  /// Swift's method, or where options are wanted NSPredicate's word, which can carry them.
  private func textCall(
    _ method: String, _ flags: String, _ subject: EntityExpression, _ needle: EntityExpression
  ) -> QueryPiece {
    guard !flags.isEmpty else {
      return QueryPiece(
        expression(subject).tight(.postfix) + ".\(method)(\(expression(needle).text))")
    }
    let words = ["hasPrefix": "beginswith", "hasSuffix": "endswith"]
    return comparison(subject, (words[method] ?? method) + flags, needle)
  }

  private func quantified(
    _ quantifier: EntityPredicate.Quantifier, _ collection: EntityExpression,
    _ condition: EntityPredicate
  ) -> QueryPiece {
    let method =
      switch quantifier {
      case .any: "contains"
      case .all: "allSatisfy"
      case .none: "none"
      }
    let subject = expression(collection).tight(.postfix)
    return QueryPiece("\(subject).\(method) " + closure(condition, over: collection))
  }
}

extension EntityPredicate.TextOptions {
  /// `[cd]`, or nothing.
  fileprivate var flags: String {
    guard !isEmpty else { return "" }
    return "[" + (contains(.caseInsensitive) ? "c" : "")
      + (contains(.diacriticInsensitive) ? "d" : "") + "]"
  }

  /// `, .cd` behind an argument, or nothing.
  fileprivate var argument: String {
    switch (contains(.caseInsensitive), contains(.diacriticInsensitive)) {
    case (false, false): ""
    case (true, false): ", .ci"
    case (false, true): ", .di"
    case (true, true): ", .cd"
    }
  }
}
