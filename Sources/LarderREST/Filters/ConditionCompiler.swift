import LarderCore

/// Takes conditions apart into the operators of a dialect, and says what their answers are worth.
///
/// An opposite is brought down to the single tests, where it is another operator with its own rule
/// for null; so a superset is never turned round.
struct ConditionCompiler {
  let form: FilterForm
  let keyPath: Template?
  let model: ServiceModel

  /// The entity looked at: at the top, then inside each quantifier.
  private(set) var scopes: [Scope]

  /// What the service was seen not to apply.
  let refused: Set<ConditionKey>
  private var supersetReason: String?
  private var readsOtherObjects = false

  struct Scope {
    var entity: ServiceEntity
    var variable: String?
  }

  init(
    form: FilterForm, keyPath: Template?, model: ServiceModel, entity: ServiceEntity,
    refused: Set<ConditionKey>
  ) {
    self.form = form
    self.keyPath = keyPath
    self.model = model
    self.refused = refused
    scopes = [Scope(entity: entity)]
  }

  /// The condition for the service, or why it is not asked.
  static func compile(
    _ predicate: EntityPredicate, dialect: Dialect, model: ServiceModel, entity: ServiceEntity,
    refused: Set<ConditionKey> = []
  ) throws(Refusal) -> CompiledCondition {
    guard let form = dialect.filter else { throw Refusal("the service knows no conditions") }
    var compiler = ConditionCompiler(
      form: form, keyPath: dialect.relationships.keyPath, model: model, entity: entity,
      refused: refused)
    let condition = try compiler.condition(predicate, negated: false, depth: 0)
    return CompiledCondition(
      condition: condition, supersetReason: compiler.supersetReason,
      readsOtherObjects: compiler.readsOtherObjects)
  }

  mutating func weaken(_ reason: String) { if supersetReason == nil { supersetReason = reason } }

  mutating func noteOtherObjects() {
    readsOtherObjects = true
    weaken("the condition looks at other objects")
  }

  /// Enters and leaves the objects of a to-many relationship.
  mutating func inside<Result>(
    _ entity: ServiceEntity, variable: String,
    _ body: (inout ConditionCompiler) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    scopes.append(Scope(entity: entity, variable: variable))
    defer { scopes.removeLast() }
    return try body(&self)
  }

  mutating func condition(
    _ predicate: EntityPredicate, negated: Bool, depth: Int
  ) throws(Refusal) -> ServiceCondition {
    guard depth < 50 else { throw Refusal("it is nested too deep") }
    switch predicate {
    case .not(let part): return try condition(part, negated: !negated, depth: depth + 1)
    case .and(let parts):
      return negated
        ? try alternatives(parts, negated: true, depth) : try conjunction(parts, depth)
    case .or(let parts):
      return negated
        ? try strictConjunction(parts, depth) : try alternatives(parts, negated: false, depth)
    case .comparison(let sign, let left, let right):
      return try comparison(sign, left, right, negated: negated)
    case .range(let value, let lower, let upper, let includesUpperBound):
      let bounds: [EntityPredicate] = [
        .comparison(.greaterThanOrEqual, value, lower),
        .comparison(includesUpperBound ? .lessThanOrEqual : .lessThan, value, upper),
      ]
      return try condition(.and(bounds), negated: negated, depth: depth + 1)
    case .membership(let value, in: let collection):
      return try membership(value, collection, negated: negated)
    case .text(let name, let options, let path, let needle):
      return try text(name, options, path, needle, negated: negated)
    case .isTrue(let expression):
      return try comparison(.equal, expression, .value(.bool(true)), negated: negated)
    case .isEmpty(let expression): return try emptiness(expression, negated: negated)
    case .isMissing(let path):
      return try test(negated ? .isNotMissing : .isMissing, try target(.path(path)), [])
    case .quantified(let quantifier, let collection, let inner):
      guard !negated, quantifier == .any else {
        throw Refusal("the service is asked only whether there is any")
      }
      return try quantified(collection, inner, depth: depth)
    case .constant, .isKind: throw Refusal("the service has no such condition")
    }
  }

  /// Parts that the service is not asked make the answer larger, as long as one is left.
  private mutating func conjunction(
    _ parts: [EntityPredicate], _ depth: Int
  ) throws(Refusal) -> ServiceCondition {
    var conditions: [ServiceCondition] = []
    var refusal: Refusal?
    for part in parts {
      do { conditions.append(try condition(part, negated: false, depth: depth + 1)) } catch {
        refusal = error
      }
    }
    if let refusal {
      guard !conditions.isEmpty else { throw refusal }
      weaken(refusal.reason)
    }
    return try joined(conditions)
  }

  private mutating func strictConjunction(
    _ parts: [EntityPredicate], _ depth: Int
  ) throws(Refusal) -> ServiceCondition {
    var conditions: [ServiceCondition] = []
    for part in parts {
      conditions.append(try condition(part, negated: true, depth: depth + 1))
    }
    return try joined(conditions)
  }

  /// Conditions joined by "and": parameters are so by themselves.
  func joined(_ conditions: [ServiceCondition]) throws(Refusal) -> ServiceCondition {
    if form.encoder == .parameters, conditions.count > 1 { return .and(conditions) }
    return try combined(conditions, form.and, ServiceCondition.and)
  }

  private mutating func alternatives(
    _ parts: [EntityPredicate], negated: Bool, _ depth: Int
  ) throws(Refusal) -> ServiceCondition {
    var conditions: [ServiceCondition] = []
    for part in parts {
      conditions.append(try condition(part, negated: negated, depth: depth + 1))
    }
    return try combined(conditions, form.or, ServiceCondition.or)
  }

  /// Several conditions joined; the service must know the word.
  func combined(
    _ conditions: [ServiceCondition], _ word: CombinationForm?,
    _ join: ([ServiceCondition]) -> ServiceCondition
  ) throws(Refusal) -> ServiceCondition {
    if conditions.count == 1, let only = conditions.first { return only }
    guard word != nil, !conditions.isEmpty else {
      throw Refusal("the service joins conditions only by \"and\" at the top")
    }
    return join(conditions)
  }
}
