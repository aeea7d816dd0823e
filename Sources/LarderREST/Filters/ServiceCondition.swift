import LarderCore

/// A condition in a dialect's own operators, not yet spelled.
indirect enum ServiceCondition: Hashable, Sendable {
  case test(ServiceTest)
  case not(ServiceTest)
  case and([ServiceCondition])
  case or([ServiceCondition])
  /// At least one object of a to-many relationship meets the condition.
  case any(ServicePath, variable: String, ServiceCondition)
}

/// One operator on one path.
struct ServiceTest: Hashable, Sendable {
  var name: FilterOperator
  var path: ServicePath
  var values: [ServiceLiteral]
}

/// The names that lead to a value of a row.
struct ServicePath: Hashable, Sendable {
  var names: [String]

  /// The object looked at inside an `any`.
  var variable: String?

  /// The path is spelled already, with this text.
  var spelling: String?

  func text(separator: String) -> String {
    if let spelling {
      return (variable.map { [$0, spelling] } ?? [spelling]).joined(separator: separator)
    }
    return ((variable.map { [$0] } ?? []) + names).joined(separator: separator)
  }
}

/// A value and the kind of literal that it is.
struct ServiceLiteral: Hashable, Sendable {
  var value: AttributeValue
  var kind: LiteralKind

  /// The service's name of an enumeration's type.
  var typeName: String?
}

/// A condition as a service can be asked it, and how far its answer can be believed.
struct CompiledCondition: Hashable, Sendable {
  var condition: ServiceCondition

  /// Why the answer is only a superset; `nil` where it is exact.
  var supersetReason: String?

  /// Whether it looks at objects other than those it is asked of.
  var readsOtherObjects = false

  /// What it is made of, to be remembered where the service does not apply it.
  var keys: Set<ConditionKey> {
    var keys: Set<ConditionKey> = []
    condition.collect(&keys)
    return keys
  }
}

/// An operator on a path: what a service applies or does not.
struct ConditionKey: Hashable, Sendable {
  var name: FilterOperator
  var path: [String]

  var text: String { "\(name.rawValue) on `\(path.joined(separator: "."))`" }
}

extension ServiceCondition {
  fileprivate func collect(_ keys: inout Set<ConditionKey>) {
    switch self {
    case .test(let test), .not(let test):
      keys.insert(ConditionKey(name: test.name, path: test.path.names))
    case .and(let parts), .or(let parts): for part in parts { part.collect(&keys) }
    case .any(_, _, let condition): condition.collect(&keys)
    }
  }
}

/// Why a service is not asked a condition.
struct Refusal: Error, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
