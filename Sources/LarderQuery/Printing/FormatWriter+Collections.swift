import LarderCore

extension FormatWriter {
  /// `ANY friends.age < 18` where one comparison of the element says it all, else a subquery.
  func quantified(
    _ quantifier: EntityPredicate.Quantifier, _ collection: EntityExpression,
    _ condition: EntityPredicate
  ) throws(PrintingObstacle) -> FormatPiece {
    if let simple = try aggregateComparison(quantifier, collection, condition) { return simple }
    let negated = quantifier == .all ? EntityPredicate.not(condition) : condition
    let count = try subquery(collection, negated) + ".@count"
    return FormatPiece(count + (quantifier == .any ? " > 0" : " == 0"), .comparison)
  }

  private func aggregateComparison(
    _ quantifier: EntityPredicate.Quantifier, _ collection: EntityExpression,
    _ condition: EntityPredicate
  ) throws(PrintingObstacle) -> FormatPiece? {
    guard case .path(let path) = collection, isComparison(condition),
      let subject = condition.comparedPath, subject.level == elements.count
    else { return nil }
    var reads = 0
    condition.visitPaths(at: elements.count) { path, _ in
      if path.level == elements.count { reads += 1 }
    }
    guard reads == 1, let element = try type(of: collection)?.element else { return nil }
    var inner = self
    inner.elements.append(Element(name: try self.path(path).text, type: element))
    guard try inner.type(of: .path(subject))?.element == nil else { return nil }
    let text = try inner.predicate(condition).text
    return FormatPiece(quantifier.rawValue.uppercased() + " " + text, .comparison)
  }

  private func isComparison(_ condition: EntityPredicate) -> Bool {
    switch condition {
    case .comparison, .text: true
    case .range(_, _, _, let includesUpperBound): includesUpperBound
    default: false
    }
  }

  /// `SUBQUERY(friends, $friend, $friend.age < 18)`.
  func subquery(
    _ collection: EntityExpression, _ condition: EntityPredicate
  ) throws(PrintingObstacle) -> String {
    guard let element = try type(of: collection)?.element else {
      throw PrintingObstacle(.collection, in: collection, "it is no collection")
    }
    let plain = elements.map { String($0.name.drop { $0 == "$" }) }
    let name = ParameterNames().name(forElementsOf: collection, besides: plain)
    var inner = self
    inner.elements.append(Element(name: "$" + name, type: element))
    let list = try expression(collection).text
    return "SUBQUERY(\(list), $\(name), \(try inner.predicate(condition).text))"
  }

  /// `items.@count`, `items.@sum.price`; of text the length.
  func collection(
    _ function: EntityExpression.CollectionFunction, _ collection: EntityExpression,
    _ element: EntityExpression?
  ) throws(PrintingObstacle) -> FormatPiece {
    let list = try expression(collection).tight(.operand)
    if function == .count { return FormatPiece(list + ".@count") }
    switch element {
    case nil: return FormatPiece("\(list).@\(function.rawValue).self")
    case .path(let path)
    where path.level == elements.count && !path.names.isEmpty:
      var keys: [String] = []
      for name in path.names { keys.append(try key(name, path)) }
      return FormatPiece("\(list).@\(function.rawValue)." + keys.joined(separator: "."))
    case .some(let expression):
      throw PrintingObstacle(
        .function, in: expression, "`@\(function.rawValue)` takes a key path, not an expression")
    }
  }
}

extension EntityPredicate {
  /// The path on the left of a comparison, or `nil`.
  fileprivate var comparedPath: AttributePath? {
    switch self {
    case .comparison(_, .path(let path), _), .text(_, _, .path(let path), _),
      .range(.path(let path), _, _, _):
      path
    default: nil
    }
  }
}
