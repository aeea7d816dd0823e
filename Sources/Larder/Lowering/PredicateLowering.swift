import Foundation
import LarderCore

/// Turns Foundation's form of a condition into the entity plane's.
struct PredicateLowering {
  /// What a variable of the predicate stands for.
  var scope: [PredicateExpressions.VariableID: LoweredExpression] = [:]

  /// How many closures of collections stand around.
  var level = 0

  let schema: Schema

  /// The condition, or `nil` where some part of it has no form in the entity plane.
  static func condition<T: PersistentModel>(
    of predicate: Predicate<T>, schema: Schema
  ) -> EntityPredicate? {
    var lowering = PredicateLowering(schema: schema)
    lowering.scope[predicate.variable.key] = .path(AttributePath(), of: T.self)
    return try? lowering.lower(predicate.expression).condition
  }

  /// The entity plane's form of a node.
  ///
  /// - Throws: ``NotLowerable`` where it has none.
  func lower(_ expression: any PredicateExpression) throws -> LoweredExpression {
    guard let node = expression as? any LowerableExpression else { throw NotLowerable() }
    return try node.lowered(by: self)
  }

  /// A condition on the elements of a collection, whose variable is one level further in.
  func inside(
    _ collection: LoweredExpression, variable: PredicateExpressions.VariableID
  ) -> PredicateLowering {
    var inner = self
    inner.level += 1
    let path = AttributePath(level: inner.level, [])
    inner.scope[variable] = LoweredExpression(.path(path), type: collection.elementType)
    return inner
  }
}

/// Some part of a predicate has no form in the entity plane; it is evaluated on the models.
struct NotLowerable: Error {}

/// A node of a predicate that the entity plane has a form for.
protocol LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression
}

/// A node in the entity plane's form: a value, or a condition that can be used as one.
struct LoweredExpression {
  private enum Form {
    case value(EntityExpression)
    case condition(EntityPredicate)
  }

  private let form: Form

  /// The Swift type of the value without optionals; `nil` where nobody asks.
  let type: (any Any.Type)?

  init(_ value: EntityExpression, type: (any Any.Type)? = nil) {
    form = .value(value)
    self.type = type.map(LoweredExpression.unwrapped)
  }

  init(_ condition: EntityPredicate) {
    form = .condition(condition)
    type = Bool.self
  }

  static func path(_ path: AttributePath, of type: any Any.Type) -> LoweredExpression {
    LoweredExpression(.path(path), type: type)
  }

  static func constant(_ value: AttributeValue, type: any Any.Type) -> LoweredExpression {
    LoweredExpression(.value(value), type: type)
  }

  var value: EntityExpression {
    switch form {
    case .value(let value): value
    case .condition(let condition): .predicate(condition)
    }
  }

  var condition: EntityPredicate {
    switch form {
    case .value(.value(.bool(let constant))): .constant(constant)
    case .value(.predicate(let condition)), .condition(let condition): condition
    case .value(let value): .isTrue(value)
    }
  }

  var path: AttributePath? {
    if case .value(.path(let path)) = form { path } else { nil }
  }

  var constant: AttributeValue? {
    if case .value(.value(let constant)) = form { constant } else { nil }
  }

  /// The type of the elements of a collection; `nil` where it is none.
  var elementType: (any Any.Type)? {
    (type as? any ElementCollection.Type)?.collectedType
  }

  var isText: Bool { type is String.Type || type is Substring.Type }

  static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    guard let optional = type as? any OptionalType.Type else { return type }
    return unwrapped(optional.wrappedType)
  }
}
