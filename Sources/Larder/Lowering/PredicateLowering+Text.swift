import Foundation
import LarderCore

extension PredicateExpressions.CollectionContainsCollection: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (base, other) = (try lowering.lower(base), try lowering.lower(other))
    guard base.isText, other.isText else { throw NotLowerable() }
    return LoweredExpression(.text(.contains, [], base.value, other.value))
  }
}

extension PredicateExpressions.SequenceStartsWith: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (base, prefix) = (try lowering.lower(base), try lowering.lower(prefix))
    guard base.isText, prefix.isText else { throw NotLowerable() }
    return LoweredExpression(.text(.hasPrefix, [], base.value, prefix.value))
  }
}
