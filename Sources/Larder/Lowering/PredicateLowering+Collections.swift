import Foundation
import LarderCore

extension PredicateExpressions.SequenceContains: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (sequence, element) = (try lowering.lower(sequence), try lowering.lower(element))
    return LoweredExpression(.membership(element.value, in: sequence.value))
  }
}

extension PredicateExpressions.SequenceContainsWhere: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let sequence = try lowering.lower(sequence)
    let inner = lowering.inside(sequence, variable: variable.key)
    return LoweredExpression(
      .quantified(.any, sequence.value, try inner.lower(test).condition))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let sequence = try lowering.lower(sequence)
    let inner = lowering.inside(sequence, variable: variable.key)
    return LoweredExpression(
      .quantified(.all, sequence.value, try inner.lower(test).condition))
  }
}

extension PredicateExpressions.Filter: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let sequence = try lowering.lower(sequence)
    let inner = lowering.inside(sequence, variable: variable.key)
    return LoweredExpression(
      .filtered(sequence.value, try inner.lower(filter).condition), type: Output.self)
  }
}

extension PredicateExpressions.SequenceMaximum: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    LoweredExpression(
      .collection(.maximum, try lowering.lower(elements).value, element: nil), type: Output.self)
  }
}

extension PredicateExpressions.SequenceMinimum: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    LoweredExpression(
      .collection(.minimum, try lowering.lower(elements).value, element: nil), type: Output.self)
  }
}

extension PredicateExpressions.RangeExpressionContains: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    guard let bounds = (range as? any BoundedExpression) else { throw NotLowerable() }
    let (lower, upper) = try bounds.bounds(lowering)
    return LoweredExpression(
      .range(
        try lowering.lower(element).value, lower, upper,
        includesUpperBound: bounds.includesUpperBound))
  }
}

/// A range whose bounds have forms of their own.
private protocol BoundedExpression {
  var includesUpperBound: Bool { get }

  func bounds(_ lowering: PredicateLowering) throws -> (EntityExpression, EntityExpression)
}

extension PredicateExpressions.Range: BoundedExpression {
  fileprivate var includesUpperBound: Bool { false }

  fileprivate func bounds(
    _ lowering: PredicateLowering
  ) throws -> (EntityExpression, EntityExpression) {
    (try lowering.lower(lower).value, try lowering.lower(upper).value)
  }
}

extension PredicateExpressions.ClosedRange: BoundedExpression {
  fileprivate var includesUpperBound: Bool { true }

  fileprivate func bounds(
    _ lowering: PredicateLowering
  ) throws -> (EntityExpression, EntityExpression) {
    (try lowering.lower(lower).value, try lowering.lower(upper).value)
  }
}

extension PredicateExpressions.Value: BoundedExpression {
  fileprivate var includesUpperBound: Bool { value is any ClosedBounds }

  fileprivate func bounds(
    _ lowering: PredicateLowering
  ) throws -> (EntityExpression, EntityExpression) {
    guard let ends = (value as? any Bounds)?.ends, let lower = AttributeValue(constant: ends.0),
      let upper = AttributeValue(constant: ends.1)
    else { throw NotLowerable() }
    return (.value(lower), .value(upper))
  }
}

/// Sees the ends of a range without knowing its type.
private protocol Bounds {
  var ends: (Any, Any) { get }
}

private protocol ClosedBounds {}

extension Range: Bounds {
  fileprivate var ends: (Any, Any) { (lowerBound, upperBound) }
}

extension ClosedRange: Bounds, ClosedBounds {
  fileprivate var ends: (Any, Any) { (lowerBound, upperBound) }
}
