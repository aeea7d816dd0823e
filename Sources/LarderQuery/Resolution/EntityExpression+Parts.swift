import LarderCore

/// The conditions and expressions directly inside another.
struct ExpressionParts {
  var expressions: [EntityExpression] = []
  var predicates: [EntityPredicate] = []

  /// Whether any part, however deep, is wanted.
  func contains(_ isWanted: (EntityExpression) -> Bool) -> Bool {
    expressions.contains { $0.contains(isWanted) } || predicates.contains { $0.contains(isWanted) }
  }
}

extension EntityExpression {
  var parts: ExpressionParts {
    switch self {
    case .value, .path, .first: ExpressionParts()
    case .arithmetic(_, let left, let right), .coalesce(let left, let right):
      ExpressionParts(expressions: [left, right])
    case .conditional(let condition, let first, let second):
      ExpressionParts(expressions: [first, second], predicates: [condition])
    case .negated(let operand), .shifted(let operand, _):
      ExpressionParts(expressions: [operand])
    case .predicate(let condition): ExpressionParts(predicates: [condition])
    case .function(_, let arguments): ExpressionParts(expressions: arguments)
    case .collection(_, let collection, let element):
      ExpressionParts(expressions: [collection] + (element.map { [$0] } ?? []))
    case .filtered(let collection, let condition):
      ExpressionParts(expressions: [collection], predicates: [condition])
    case .aggregate(_, let argument): ExpressionParts(expressions: argument.map { [$0] } ?? [])
    }
  }

  /// Whether this or any part of it is wanted.
  func contains(_ isWanted: (EntityExpression) -> Bool) -> Bool {
    isWanted(self) || parts.contains(isWanted)
  }

  var hasAggregate: Bool {
    contains { if case .aggregate = $0 { true } else { false } }
  }

  var readsObjects: Bool {
    contains {
      switch $0 {
      case .path, .first, .aggregate: true
      default: false
      }
    }
  }
}

extension EntityPredicate {
  var parts: ExpressionParts {
    switch self {
    case .constant, .isKind: ExpressionParts()
    case .and(let parts), .or(let parts): ExpressionParts(predicates: parts)
    case .not(let condition): ExpressionParts(predicates: [condition])
    case .comparison(_, let left, let right), .text(_, _, let left, let right),
      .membership(let left, in: let right):
      ExpressionParts(expressions: [left, right])
    case .range(let subject, let lower, let upper, _):
      ExpressionParts(expressions: [subject, lower, upper])
    case .quantified(_, let collection, let condition):
      ExpressionParts(expressions: [collection], predicates: [condition])
    case .isMissing(let path): ExpressionParts(expressions: [.path(path)])
    case .isEmpty(let operand), .isTrue(let operand): ExpressionParts(expressions: [operand])
    }
  }

  func contains(_ isWanted: (EntityExpression) -> Bool) -> Bool { parts.contains(isWanted) }

  /// Joined by "and", without conditions of that kind inside.
  static func joined(_ parts: [EntityPredicate]) -> EntityPredicate {
    let flat = parts.flatMap { part -> [EntityPredicate] in
      if case .and(let inner) = part { inner } else { [part] }
    }
    return flat.count == 1 ? flat[0] : .and(flat)
  }

  /// Joined by "or", without conditions of that kind inside.
  static func alternatives(_ parts: [EntityPredicate]) -> EntityPredicate {
    let flat = parts.flatMap { part -> [EntityPredicate] in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return flat.count == 1 ? flat[0] : .or(flat)
  }
}
