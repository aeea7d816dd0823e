import Foundation
import LarderCore

extension PredicateExpressions.Variable: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    guard let found = lowering.scope[key] else { throw NotLowerable() }
    return found
  }
}

extension PredicateExpressions.Value: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    guard let constant = AttributeValue(constant: value) else { throw NotLowerable() }
    return .constant(constant, type: Output.self)
  }
}

extension PredicateExpressions.NilLiteral: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    .constant(.null, type: Output.self)
  }
}

extension PredicateExpressions.KeyPath: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    // What hangs on no variable is a constant, whatever it is.
    if let value = try? evaluate(PredicateBindings()),
      let constant = AttributeValue(constant: value)
    {
      return .constant(constant, type: Output.self)
    }
    let root = try lowering.lower(root)
    if let function = Self.functions[keyPath] {
      return function(root.value)
    }
    guard let path = root.path, let type = root.type as? any PersistentModel.Type,
      let names = ModelPaths.step(keyPath, of: type)
    else { return try member(of: root) }
    return .path(names.reduce(path) { $0.appending($1) }, of: Output.self)
  }

  /// A member of a composite attribute: its key path shows the property, which has a coded name.
  private func member(of root: LoweredExpression) throws -> LoweredExpression {
    guard let path = root.path, !path.names.isEmpty, let type = root.type as? any Decodable.Type,
      let property = storedName, let name = CodableShape.shape(of: type).codedName(of: property)
    else { throw NotLowerable() }
    return .path(path.appending(name), of: Output.self)
  }

  private var storedName: String? {
    let text = String(describing: keyPath)
    guard text.hasPrefix("\\"), let dot = text.lastIndex(of: ".") else { return nil }
    let name = text[text.index(after: dot)...]
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      ? String(name) : nil
  }

  /// What the standard library's own properties are.
  private static var functions: [AnyKeyPath: (EntityExpression) -> LoweredExpression] {
    [
      \String.count: { LoweredExpression(.function(.count, [$0]), type: Int.self) },
      \String.isEmpty: { LoweredExpression(.comparison(.equal, $0, .value(.text("")))) },
    ]
  }
}

extension PredicateExpressions.NilCoalesce: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs), try lowering.lower(rhs))
    return LoweredExpression(.coalesce(lhs.value, rhs.value), type: Output.self)
  }
}

extension PredicateExpressions.ForcedUnwrap: LowerableExpression {
  // Of nil the condition is as of any nil: a trap is no answer to a query.
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    try lowering.lower(inner)
  }
}

extension PredicateExpressions.OptionalFlatMap: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let wrapped = try lowering.lower(wrapped)
    var inner = lowering
    inner.scope[variable.key] = wrapped
    let result = try inner.lower(transform)
    // `a?.b` of nil is nil where `b` is a path; anything else may make something of the nil.
    if result.path != nil { return result }
    return LoweredExpression(
      .conditional(
        .comparison(.equal, wrapped.value, .value(.null)), .value(.null), result.value),
      type: Output.self)
  }
}

extension PredicateExpressions.Conditional: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let test = try lowering.lower(test).condition
    return LoweredExpression(
      .conditional(
        test, try lowering.lower(trueBranch).value, try lowering.lower(falseBranch).value),
      type: Output.self)
  }
}

extension PredicateExpressions.Arithmetic: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs).value, try lowering.lower(rhs).value)
    let op: EntityExpression.ArithmeticOperator
    switch self.op {
    case .add: op = .add
    case .subtract: op = .subtract
    case .multiply: op = .multiply
    @unknown default: throw NotLowerable()
    }
    return LoweredExpression(.arithmetic(op, lhs, rhs), type: Output.self)
  }
}

extension PredicateExpressions.FloatDivision: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs).value, try lowering.lower(rhs).value)
    return LoweredExpression(.arithmetic(.divide, lhs, rhs), type: Output.self)
  }
}

extension PredicateExpressions.IntDivision: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs).value, try lowering.lower(rhs).value)
    return LoweredExpression(.arithmetic(.divide, lhs, rhs), type: Output.self)
  }
}

extension PredicateExpressions.IntRemainder: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    let (lhs, rhs) = (try lowering.lower(lhs).value, try lowering.lower(rhs).value)
    return LoweredExpression(.arithmetic(.remainder, lhs, rhs), type: Output.self)
  }
}

extension PredicateExpressions.UnaryMinus: LowerableExpression {
  func lowered(by lowering: PredicateLowering) throws -> LoweredExpression {
    LoweredExpression(.negated(try lowering.lower(wrapped).value), type: Output.self)
  }
}

extension AttributeValue {
  /// The form of a value that a predicate captured; `nil` where it has none.
  init?(constant value: Any) {
    switch value {
    case let model as any PersistentModel: self = .identifier(model.persistentModelID)
    case let optional as any OptionalType where optional.wrappedValue == nil: self = .null
    case let models as [any PersistentModel]:
      self = .array(models.map { .identifier($0.persistentModelID) })
    case let encodable as any Encodable:
      guard let encoded = try? AttributeValue(encoding: encodable) else { return nil }
      self = encoded
    default: return nil
    }
  }
}
