import Foundation

/// Finds the token after which a condition wants the transactions, so that the rest is not read.
enum TokenBound {
  /// The token that every match is later than, or the same as; `nil` where the condition has none.
  static func lowerBound(
    of predicate: Predicate<DefaultHistoryTransaction>?
  ) -> (token: DefaultHistoryToken, isIncluded: Bool)? {
    (predicate?.expression as? any TokenBounding)?.tokenBound
  }
}

/// A node of a condition that may set a bound.
private protocol TokenBounding {
  var tokenBound: (token: DefaultHistoryToken, isIncluded: Bool)? { get }
}

extension PredicateExpressions.Conjunction: TokenBounding {
  fileprivate var tokenBound: (token: DefaultHistoryToken, isIncluded: Bool)? {
    (lhs as? any TokenBounding)?.tokenBound ?? (rhs as? any TokenBounding)?.tokenBound
  }
}

extension PredicateExpressions.Comparison: TokenBounding {
  fileprivate var tokenBound: (token: DefaultHistoryToken, isIncluded: Bool)? {
    switch op {
    case .greaterThan: constantToken(rhs).map { ($0, false) }
    case .greaterThanOrEqual: constantToken(rhs).map { ($0, true) }
    case .lessThan: constantToken(lhs).map { ($0, false) }
    case .lessThanOrEqual: constantToken(lhs).map { ($0, true) }
    @unknown default: nil
    }
  }

  /// The token that an operand is, where it is one whatever the transaction.
  private func constantToken(_ operand: some PredicateExpression) -> DefaultHistoryToken? {
    // A variable has no value without bindings.
    (try? operand.evaluate(PredicateBindings())) as? DefaultHistoryToken
  }
}
