import Foundation
import LarderCore

/// Builds Foundation's form of one comparison of a property with a constant.
struct ComparisonLifting<T: PersistentModel> {
  typealias Condition = any StandardPredicateExpression<Bool>

  let element: PredicateExpressions.Variable<T>
  let op: EntityPredicate.ComparisonOperator
  let value: AttributeValue

  /// The comparison, or `nil` where the property's type or the value has no form here.
  ///
  /// Text is compared for equality only: Foundation's order of text is not asked of a store.
  func lift(_ keyPath: AnyKeyPath) -> Condition? {
    switch value {
    case .text(let text): op.isEquality ? lift(keyPath, text) : nil
    case .bool(let bool): op.isEquality ? lift(keyPath, bool) : nil
    case .uuid(let uuid): op.isEquality ? lift(keyPath, uuid) : nil
    case .integer(let integer): Int(exactly: integer).flatMap { liftOrdered(keyPath, $0) }
    case .real(let real): liftOrdered(keyPath, real)
    case .date(let date): liftOrdered(keyPath, date)
    case .null, .decimal, .data, .array, .object, .identifier: nil
    }
  }

  private func lift<V: Equatable & Codable & Sendable>(
    _ keyPath: AnyKeyPath, _ constant: V
  ) -> Condition? {
    if let plain = keyPath as? KeyPath<T, V> { return equality(sendable(plain), constant) }
    if let optional = keyPath as? KeyPath<T, V?> {
      return equality(sendable(optional), Optional(constant))
    }
    return nil
  }

  private func equality<V: Equatable & Codable & Sendable>(
    _ keyPath: any KeyPath<T, V> & Sendable, _ constant: V
  ) -> Condition {
    let property = PredicateExpressions.build_KeyPath(
      root: PredicateExpressions.build_Arg(element), keyPath: keyPath)
    let operand = PredicateExpressions.build_Arg(constant)
    return op == .equal
      ? PredicateExpressions.build_Equal(lhs: property, rhs: operand)
      : PredicateExpressions.build_NotEqual(lhs: property, rhs: operand)
  }

  private func liftOrdered<V: Comparable & Codable & Sendable>(
    _ keyPath: AnyKeyPath, _ constant: V
  ) -> Condition? {
    if op.isEquality { return lift(keyPath, constant) }
    guard let plain = keyPath as? KeyPath<T, V> else { return nil }
    let lhs = PredicateExpressions.build_KeyPath(
      root: PredicateExpressions.build_Arg(element), keyPath: sendable(plain))
    let rhs = PredicateExpressions.build_Arg(constant)
    switch op {
    case .lessThan: return PredicateExpressions.build_Comparison(lhs: lhs, rhs: rhs, op: .lessThan)
    case .lessThanOrEqual:
      return PredicateExpressions.build_Comparison(lhs: lhs, rhs: rhs, op: .lessThanOrEqual)
    case .greaterThan:
      return PredicateExpressions.build_Comparison(lhs: lhs, rhs: rhs, op: .greaterThan)
    case .greaterThanOrEqual:
      return PredicateExpressions.build_Comparison(lhs: lhs, rhs: rhs, op: .greaterThanOrEqual)
    case .equal, .notEqual: return nil
    }
  }

  /// Says what is true of every key path to stored properties but lost by a cast: it is immutable.
  private func sendable<V>(_ keyPath: KeyPath<T, V>) -> any KeyPath<T, V> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<T, V> & Sendable).self)
  }
}

extension EntityPredicate.ComparisonOperator {
  fileprivate var isEquality: Bool { self == .equal || self == .notEqual }
}
