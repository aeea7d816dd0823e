import LarderCore

/// Rewrites what is computed of groups into what is computed of rows that hold each group's keys and
/// aggregates as plain attributes.
struct AggregateRewriting {
  struct Aggregate: Hashable {
    var function: EntityExpression.AggregateFunction
    var argument: EntityExpression?
  }

  private let groupKeys: [EntityExpression]
  private(set) var aggregates: [Aggregate] = []

  /// Something else of a group's objects is asked for.
  private(set) var hasFailed = false

  init(groupKeys: [EntityExpression]) { self.groupKeys = groupKeys }

  static func keyName(_ index: Int) -> AttributeName { AttributeName("key\(index)") }
  static func aggregateName(_ index: Int) -> AttributeName { AttributeName("aggregate\(index)") }

  mutating func rewrite(_ expression: EntityExpression) -> EntityExpression {
    if let index = groupKeys.firstIndex(of: expression) {
      return .path(AttributePath(Self.keyName(index)))
    }
    switch expression {
    case .value: return expression
    case .path(let path):
      if path.level == 0 { hasFailed = true }
      return expression
    case .aggregate(let function, let argument):
      let aggregate = Aggregate(function: function, argument: argument)
      let index = aggregates.firstIndex(of: aggregate) ?? aggregates.count
      if index == aggregates.count { aggregates.append(aggregate) }
      return .path(AttributePath(Self.aggregateName(index)))
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, rewrite(left), rewrite(right))
    case .negated(let part): return .negated(rewrite(part))
    case .coalesce(let left, let right): return .coalesce(rewrite(left), rewrite(right))
    case .conditional(let condition, let first, let second):
      return .conditional(rewrite(condition), rewrite(first), rewrite(second))
    case .predicate(let condition): return .predicate(rewrite(condition))
    case .function(let function, let arguments):
      return .function(function, arguments.map { rewrite($0) })
    case .shifted(let part, let duration): return .shifted(rewrite(part), duration)
    case .collection, .filtered, .first:
      hasFailed = true
      return expression
    }
  }

  mutating func rewrite(_ predicate: EntityPredicate) -> EntityPredicate {
    switch predicate {
    case .constant: return predicate
    case .and(let parts): return .and(parts.map { rewrite($0) })
    case .or(let parts): return .or(parts.map { rewrite($0) })
    case .not(let part): return .not(rewrite(part))
    case .comparison(let comparison, let left, let right):
      return .comparison(comparison, rewrite(left), rewrite(right))
    case .text(let textOperator, let options, let text, let needle):
      return .text(textOperator, options, rewrite(text), rewrite(needle))
    case .membership(let value, in: let collection):
      return .membership(rewrite(value), in: rewrite(collection))
    case .range(let value, let lower, let upper, let includesUpper):
      return .range(
        rewrite(value), rewrite(lower), rewrite(upper), includesUpperBound: includesUpper)
    case .isEmpty(let part): return .isEmpty(rewrite(part))
    case .isTrue(let part): return .isTrue(rewrite(part))
    case .quantified, .isMissing, .isKind:
      hasFailed = true
      return predicate
    }
  }
}
