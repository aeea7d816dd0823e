import Foundation
import LarderCore

/// Builds Foundation's form of a condition, for stores that are asked in it.
struct PredicateLifting<T: PersistentModel> {
  typealias Condition = any StandardPredicateExpression<Bool>
  typealias Element = PredicateExpressions.Variable<T>

  private let keyPaths: [AttributeName: AnyKeyPath]

  init() {
    keyPaths = Dictionary(
      T.schemaMetadata.map { (AttributeName($0.name), $0.keypath) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The predicate, or `nil` where some part of it has no form here.
  func predicate(_ condition: EntityPredicate) -> Predicate<T>? {
    var isWhole = true
    let predicate = Predicate<T> { element in
      guard let lifted = lift(condition, of: element) else {
        isWhole = false
        return PredicateExpressions.build_Arg(true)
      }
      return lifted
    }
    return isWhole ? predicate : nil
  }

  private func lift(_ condition: EntityPredicate, of element: Element) -> Condition? {
    switch condition {
    case .constant(let value): return PredicateExpressions.build_Arg(value)
    case .and(let parts): return combined(parts, of: element, and)
    case .or(let parts): return combined(parts, of: element, or)
    case .not(let part): return lift(part, of: element).map(not)
    case .comparison(let op, .path(let path), .value(let value)):
      guard let keyPath = keyPath(path) else { return nil }
      return ComparisonLifting(element: element, op: op, value: value).lift(keyPath)
    case .membership(.path(let path), in: .value(.array(let keys)))
    where path.level == 0 && path.names.isEmpty:
      let identifiers = keys.compactMap(\.asIdentifier)
      guard identifiers.count == keys.count else { return nil }
      return isMember(of: Set(identifiers), element: element)
    default: return nil
    }
  }

  private func keyPath(_ path: AttributePath) -> AnyKeyPath? {
    guard path.level == 0, path.names.count == 1 else { return nil }
    return keyPaths[path.names[0]]
  }

  private func isMember(of identifiers: Set<PersistentIdentifier>, element: Element) -> Condition {
    PredicateExpressions.build_contains(
      PredicateExpressions.build_Arg(identifiers),
      PredicateExpressions.build_KeyPath(
        root: PredicateExpressions.build_Arg(element), keyPath: \T.persistentModelID))
  }

  private func combined(
    _ parts: [EntityPredicate], of element: Element,
    _ join: (Condition, Condition) -> Condition
  ) -> Condition? {
    let lifted = parts.compactMap { lift($0, of: element) }
    guard lifted.count == parts.count, let first = lifted.first else { return nil }
    return lifted.dropFirst().reduce(first, join)
  }

  private func and(_ lhs: Condition, _ rhs: Condition) -> Condition {
    func join(
      _ lhs: some StandardPredicateExpression<Bool>, _ rhs: some StandardPredicateExpression<Bool>
    ) -> Condition { PredicateExpressions.build_Conjunction(lhs: lhs, rhs: rhs) }
    return join(lhs, rhs)
  }

  private func or(_ lhs: Condition, _ rhs: Condition) -> Condition {
    func join(
      _ lhs: some StandardPredicateExpression<Bool>, _ rhs: some StandardPredicateExpression<Bool>
    ) -> Condition { PredicateExpressions.build_Disjunction(lhs: lhs, rhs: rhs) }
    return join(lhs, rhs)
  }

  private func not(_ part: Condition) -> Condition {
    func negate(_ part: some StandardPredicateExpression<Bool>) -> Condition {
      PredicateExpressions.build_Negation(part)
    }
    return negate(part)
  }
}
