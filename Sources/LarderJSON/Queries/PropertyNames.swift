import LarderCore

/// What a condition or an expression reads of the object that a query is about.
///
/// Names are gathered from the paths of all levels: more may be read than needed, but never less.
struct PropertyNames {
  private(set) var names: Set<AttributeName> = []

  /// The paths that start from the object itself.
  private(set) var rootPaths: Set<AttributePath> = []

  /// The identity of objects counts, or their entity.
  private(set) var usesIdentity = false

  init(_ predicate: EntityPredicate) { visit(predicate) }

  init(_ expressions: [EntityExpression]) {
    for expression in expressions { visit(expression) }
  }

  private mutating func visit(_ path: AttributePath) {
    names.formUnion(path.names)
    if path.level == 0 { rootPaths.insert(path) }
    if path.level == 0, path.names.isEmpty { usesIdentity = true }
  }

  private mutating func visit(_ predicate: EntityPredicate) {
    switch predicate {
    case .constant: break
    case .isKind: usesIdentity = true
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    case .not(let part): visit(part)
    case .comparison(_, let left, let right), .text(_, _, let left, let right),
      .membership(let left, in: let right):
      visit(left)
      visit(right)
    case .range(let value, let lower, let upper, _):
      for part in [value, lower, upper] { visit(part) }
    case .quantified(_, let collection, let condition):
      visit(collection)
      visit(condition)
    case .isMissing(let path): visit(path)
    case .isEmpty(let part), .isTrue(let part): visit(part)
    }
  }

  private mutating func visit(_ expression: EntityExpression) {
    switch expression {
    case .value: break
    case .path(let path): visit(path)
    case .arithmetic(_, let left, let right), .coalesce(let left, let right):
      visit(left)
      visit(right)
    case .negated(let part), .shifted(let part, _): visit(part)
    case .conditional(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    case .predicate(let condition): visit(condition)
    case .function(_, let arguments): for part in arguments { visit(part) }
    case .collection(_, let collection, let element):
      visit(collection)
      if let element { visit(element) }
    case .filtered(let collection, let condition):
      visit(collection)
      visit(condition)
    case .aggregate(_, let argument): if let argument { visit(argument) }
    case .first: usesIdentity = true
    }
  }
}
