import Foundation
import LarderCore

extension PredicateExpressions.Conjunction: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    LoweredExpression(
      .and([try lowering.lower(lhs).condition, try lowering.lower(rhs).condition]))
  }
}

extension PredicateExpressions.Disjunction: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    LoweredExpression(
      .or([try lowering.lower(lhs).condition, try lowering.lower(rhs).condition]))
  }
}

extension PredicateExpressions.Negation: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    LoweredExpression(.not(try lowering.lower(wrapped).condition))
  }
}

extension PredicateExpressions.Equal: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs), try lowering.lower(rhs))
    return LoweredExpression(.comparison(.equal, lhs.value, rhs.value))
  }
}

extension PredicateExpressions.NotEqual: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs), try lowering.lower(rhs))
    return LoweredExpression(.comparison(.notEqual, lhs.value, rhs.value))
  }
}

extension PredicateExpressions.Comparison: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs), try lowering.lower(rhs))
    let op: EntityPredicate.ComparisonOperator
    switch self.op {
    case .lessThan: op = .lessThan
    case .lessThanOrEqual: op = .lessThanOrEqual
    case .greaterThan: op = .greaterThan
    case .greaterThanOrEqual: op = .greaterThanOrEqual
    @unknown default: throw NotLowerable()
    }
    return LoweredExpression(.comparison(op, lhs.value, rhs.value))
  }
}

extension PredicateExpressions.TypeCheck: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let input = try lowering.lower(input)
    guard let path = input.path, path.names.isEmpty,
      let model = Desired.self as? any PersistentModel.Type
    else { throw NotLowerable() }
    return LoweredExpression(.isKind(level: path.level, EntityName(Schema.name(of: model))))
  }
}
