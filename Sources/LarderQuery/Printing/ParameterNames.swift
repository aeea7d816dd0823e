import LarderCore

/// Names for closure parameters that hide no attribute of the query.
struct ParameterNames {
  /// First names of the paths from the query's object.
  private var taken: Set<String> = []

  mutating func reserve(_ predicate: EntityPredicate) {
    predicate.visitPaths { path, _ in reserve(path) }
  }

  mutating func reserve(_ expression: EntityExpression) {
    expression.visitPaths { path, _ in reserve(path) }
  }

  mutating func reserve(_ projection: EntityProjection) {
    for expression in projection.groupKeys { reserve(expression) }
    for item in projection.items { reserve(item.expression) }
    projection.having.map { reserve($0) }
    for descriptor in projection.sortDescriptors { reserve(descriptor.expression) }
  }

  mutating func reserve(_ query: EntityQuery) {
    query.descriptor.predicate.map { reserve($0) }
    for descriptor in query.descriptor.sortDescriptors { reserve(descriptor.expression) }
    if case .rows(let projection) = query.output { reserve(projection) }
  }

  private mutating func reserve(_ path: AttributePath) {
    if path.level == 0, let name = path.names.first { taken.insert(name.rawValue) }
  }

  /// `friend` for the elements of `friends`, else `element`, with a number where that is taken.
  func name(forElementsOf collection: EntityExpression, besides others: [String]) -> String {
    let base = singular(of: collection) ?? "element"
    var name = base
    var number = 2
    while taken.contains(name) || others.contains(name) || QueryNames.isReserved(name) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }

  private func singular(of collection: EntityExpression) -> String? {
    switch collection {
    case .path(let path):
      guard let name = path.names.last?.rawValue, name.hasSuffix("s"), name.utf8.count > 2,
        SwiftNames.isIdentifier(name), Word(String(name.dropLast())) == nil
      else { return nil }
      return name.hasSuffix("ies") ? name.dropLast(3) + "y" : String(name.dropLast())
    case .filtered(let inner, _): return singular(of: inner)
    default: return nil
    }
  }
}

extension EntityPredicate {
  /// A closure further in speaks of the element at a level, which is this condition's own.
  func mentionsFromWithin(_ level: Int) -> Bool {
    var isMentioned = false
    visitPaths(at: level) { path, current in
      if path.level == level, current > level { isMentioned = true }
    }
    return isMentioned
  }

  /// Calls `body` with every path and the level of the innermost element where it stands.
  func visitPaths(at level: Int = 0, _ body: (AttributePath, Int) -> Void) {
    switch self {
    case .constant: break
    case .and(let parts), .or(let parts): for part in parts { part.visitPaths(at: level, body) }
    case .not(let condition): condition.visitPaths(at: level, body)
    case .comparison(_, let left, let right), .text(_, _, let left, let right),
      .membership(let left, let right):
      left.visitPaths(at: level, body)
      right.visitPaths(at: level, body)
    case .range(let subject, let lower, let upper, _):
      for part in [subject, lower, upper] { part.visitPaths(at: level, body) }
    case .quantified(_, let collection, let condition):
      collection.visitPaths(at: level, body)
      condition.visitPaths(at: level + 1, body)
    case .isMissing(let path): body(path, level)
    case .isEmpty(let value), .isTrue(let value): value.visitPaths(at: level, body)
    case .isKind(let kindLevel, _): body(AttributePath(level: kindLevel, []), level)
    }
  }
}

extension EntityExpression {
  /// Calls `body` with every path and the level of the innermost element where it stands.
  func visitPaths(at level: Int = 0, _ body: (AttributePath, Int) -> Void) {
    switch self {
    case .value, .first: break
    case .path(let path): body(path, level)
    case .arithmetic(_, let left, let right), .coalesce(let left, let right):
      left.visitPaths(at: level, body)
      right.visitPaths(at: level, body)
    case .conditional(let condition, let left, let right):
      condition.visitPaths(at: level, body)
      left.visitPaths(at: level, body)
      right.visitPaths(at: level, body)
    case .negated(let operand), .shifted(let operand, _): operand.visitPaths(at: level, body)
    case .predicate(let condition): condition.visitPaths(at: level, body)
    case .function(_, let arguments):
      for argument in arguments { argument.visitPaths(at: level, body) }
    case .collection(_, let collection, let element):
      collection.visitPaths(at: level, body)
      element?.visitPaths(at: level + 1, body)
    case .filtered(let collection, let condition):
      collection.visitPaths(at: level, body)
      condition.visitPaths(at: level + 1, body)
    case .aggregate(_, let argument): argument?.visitPaths(at: level, body)
    }
  }
}
