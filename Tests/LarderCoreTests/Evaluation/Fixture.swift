import LarderCore
import LarderTestSupport
import PatternMatching

/// The sample's objects by identifier, and short ways to ask of them.
enum Fixture {
  static let objects = Dictionary(
    uniqueKeysWithValues: SampleSnapshots.all.map { ($0.identifier, $0) })

  static let environment = EvaluationEnvironment { pattern, options, isWhole in
    do throws(PatternError) {
      let compiled = try Pattern(
        pattern, caseInsensitive: options.contains(.caseInsensitive))
      return { compiled.matches($0, whole: isWhole) }
    } catch {
      throw PersistenceError(
        .invalidPattern, value: .text(pattern), detail: error.message, underlyingError: error)
    }
  }

  /// The keys of the sample's objects that meet a condition.
  static func keys(
    of entity: EntityName, where predicate: EntityPredicate
  ) throws -> [Int64] {
    let evaluator = try PredicateEvaluator(
      predicate, entity: entity, schema: .sample, environment: environment)
    return SampleSnapshots.all
      .filter { $0.entityName == entity && evaluator.matches($0) { objects[$0] } }
      .map(\.key)
  }

  /// The value of an expression of the first trip, in a condition.
  static func value(_ expression: EntityExpression, of key: Int64 = 1) throws -> AttributeValue? {
    try evaluate(expression, of: key, mode: .condition)
  }

  static func edited(_ expression: EntityExpression, of key: Int64 = 1) throws -> AttributeValue? {
    try evaluate(expression, of: key, mode: .edit)
  }

  private static func evaluate(
    _ expression: EntityExpression, of key: Int64, mode: ExpressionEvaluator.Mode
  ) throws -> AttributeValue? {
    let evaluator = try ExpressionEvaluator(
      expression, entity: "Trip", schema: .sample, environment: environment, mode: mode)
    let snapshot = SampleSnapshots.trips[Int(key) - 1]
    return try evaluator.value(of: snapshot) { objects[$0] }
  }
}

extension EntitySnapshot {
  /// The number of an object of the sample.
  var key: Int64 {
    if case .integer(let key) = identifier.primaryKey { key } else { -1 }
  }
}

/// A path from an element: `path("lodging", "stars")`.
func path(_ names: AttributeName..., level: Int = 0) -> EntityExpression {
  .path(AttributePath(level: level, names))
}

func integer(_ number: Int64) -> EntityExpression { .value(.integer(number)) }

func real(_ number: Double) -> EntityExpression { .value(.real(number)) }

func text(_ text: String) -> EntityExpression { .value(.text(text)) }

let null = EntityExpression.value(.null)
