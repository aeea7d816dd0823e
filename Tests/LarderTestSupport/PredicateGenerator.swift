public import LarderCore

/// Random conditions, expressions, orders, projections and queries that a schema allows.
///
/// All are well typed and in the form that the query language's resolver makes: `and` and `or` have
/// two parts or more and none of their own kind, a negative literal is one value, a condition is not
/// wrapped as a value and back.
public struct PredicateGenerator: Sendable {
  public let schema: EntitySchema
  public let entity: EntityName
  public let options: GeneratorOptions
  var generator: SeededGenerator
  var values: ValueGenerator

  /// Values of the snapshots given, by kind, so that conditions meet them.
  private let seen: [ValueKind: [AttributeValue]]

  /// The element's type at each level, the query's object first.
  var elements: [PathType]

  /// Half of the literals come from the snapshots, where there are any.
  public init(
    schema: EntitySchema, entity: EntityName, using generator: SeededGenerator,
    options: GeneratorOptions = .all, snapshots: [EntitySnapshot] = []
  ) {
    self.schema = schema
    self.entity = entity
    self.options = options
    self.generator = generator
    values = ValueGenerator(using: self.generator.split(), options: options)
    elements = [.toOne(entity)]
    seen = Dictionary(grouping: snapshots.flatMap(\.values).compactMap(\.self)) { $0.scalarKind }
      .reduce(into: [:]) { result, pair in pair.key.map { result[$0] = pair.value } }
  }

  /// A condition on an object of the entity; so many conditions may stand inside each other.
  public mutating func predicate(depth: Int = 3) -> EntityPredicate {
    guard depth > 0, generator.chance(percent: 60) else { return leaf() }
    switch generator.integer(in: 0...9) {
    case 0...2: return .and(parts(depth: depth) { if case .and = $0 { true } else { false } })
    case 3...5: return .or(parts(depth: depth) { if case .or = $0 { true } else { false } })
    case 6...7: return .not(predicate(depth: depth - 1))
    default: return quantified(depth: depth - 1) ?? leaf()
    }
  }

  /// Two or three conditions, none of which is of the kind that joins them.
  private mutating func parts(
    depth: Int, excluding isSame: (EntityPredicate) -> Bool
  ) -> [EntityPredicate] {
    (0..<generator.integer(in: 2...3)).map { _ in
      let part = predicate(depth: depth - 1)
      return isSame(part) ? leaf() : part
    }
  }

  private mutating func leaf() -> EntityPredicate {
    for _ in 0..<8 {
      if let made = leafOrNil() { return made }
    }
    return .constant(Bool.random(using: &generator))
  }

  private mutating func leafOrNil() -> EntityPredicate? {
    switch generator.integer(in: 0...11) {
    case 0...3: comparison()
    case 4...5: textCondition()
    case 6: membership()
    case 7: range()
    case 8: nilTest()
    case 9: emptyTest()
    case 10: pick { $0.kind == .bool }.map { .isTrue(.path($0.path)) }
    default: kindTest()
    }
  }

  private mutating func comparison() -> EntityPredicate? {
    guard let kind = pick(where: { $0.kind != nil })?.type.kind else { return nil }
    let isOrdered = kind == .number || kind == .text || kind == .date
    let operators: [EntityPredicate.ComparisonOperator] =
      isOrdered ? EntityPredicate.ComparisonOperator.allCases : [.equal, .notEqual]
    guard let comparison = generator.pick(from: operators),
      let left = expression(of: kind, depth: 1)
    else { return nil }
    let right = generator.chance(percent: 80) ? literal(of: kind) : expression(of: kind, depth: 1)
    return right.map { .comparison(comparison, left, $0) }
  }

  private mutating func textCondition() -> EntityPredicate? {
    guard let subject = expression(of: .text, depth: 1) else { return nil }
    let folding: EntityPredicate.TextOptions = generator.choose(
      [], [], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive], .diacriticInsensitive)
    let needle = EntityExpression.value(.text(values.text()))
    switch generator.integer(in: 0...6) {
    case 0: return .text(.hasPrefix, folding, subject, needle)
    case 1: return .text(.hasSuffix, folding, subject, needle)
    case 2: return .text(.equals, folding.union(.caseInsensitive), subject, needle)
    case 3:
      let pattern = generator.choose("*a*", "?s*", "Caf?", "*", "file*", "\\**")
      return .text(.like, folding, subject, .value(.text(pattern)))
    case 4 where options.contains(.patterns):
      let pattern = generator.choose("[A-M].*", "\\w+", ".*/.*", "^C.f.$", "a|b")
      return .text(
        generator.choose(.matches, .containsPattern), folding.intersection(.caseInsensitive),
        subject, .value(.text(pattern)))
    default: return .text(.contains, folding, subject, needle)
    }
  }

  private mutating func membership() -> EntityPredicate? {
    if Bool.random(using: &generator), let path = pick(where: { $0.element?.kind != nil }),
      let kind = path.type.element?.kind, let element = literal(of: kind)
    {
      return .membership(element, in: .path(path.path))
    }
    guard let path = pick(where: { $0.kind != nil && $0.kind != .bool }), let kind = path.type.kind
    else { return nil }
    let list = (0..<generator.integer(in: 0...4)).map { _ in literalValue(of: kind) }
    return .membership(.path(path.path), in: .value(.array(list)))
  }

  private mutating func range() -> EntityPredicate? {
    let kind = generator.choose(ValueKind.number, .number, .date, .text)
    guard let subject = expression(of: kind, depth: 1), let lower = literal(of: kind),
      let upper = literal(of: kind)
    else { return nil }
    return .range(subject, lower, upper, includesUpperBound: Bool.random(using: &generator))
  }

  private mutating func nilTest() -> EntityPredicate? {
    if options.contains(.missing), Bool.random(using: &generator) {
      // An element of an array is never missing.
      return pick { if case .attribute = $0 { true } else { false } }
        .flatMap { $0.path.names.isEmpty ? nil : .isMissing($0.path) }
    }
    return pick { if case .toMany = $0 { false } else { true } }.map {
      .comparison(generator.choose(.equal, .notEqual), .path($0.path), .value(.null))
    }
  }

  private mutating func emptyTest() -> EntityPredicate? {
    pick { $0.kind == .text || $0.element != nil }.map { .isEmpty(.path($0.path)) }
  }

  private mutating func kindTest() -> EntityPredicate? {
    guard case .toOne(let name) = elements.last,
      let below = schema.descendants(of: name).subtracting([name]).sorted().first
    else { return nil }
    return .isKind(level: elements.count - 1, below)
  }

  private mutating func quantified(depth: Int) -> EntityPredicate? {
    guard options.contains(.quantifiers), elements.count < 4,
      let collection = pick(where: { $0.element != nil }), let element = collection.type.element
    else { return nil }
    elements.append(element)
    defer { elements.removeLast() }
    return .quantified(
      generator.choose(.any, .any, .all, .none), .path(collection.path), predicate(depth: depth))
  }
}

extension PredicateGenerator {
  /// A path from a level in scope, mostly the innermost, whose type is wanted.
  mutating func pick(where isWanted: (PathType) -> Bool) -> TypedPath? {
    let level =
      generator.chance(percent: 75)
      ? elements.count - 1 : generator.integer(in: 0...(elements.count - 1))
    var candidates = schema.paths(
      from: elements[level], level: level, includesBelow: options.contains(.inheritance))
    if level > 0 {
      candidates.append(TypedPath(path: AttributePath(level: level, []), type: elements[level]))
    }
    if !options.contains(.relationships) { candidates.removeAll { $0.type.isRelationship } }
    return generator.pick(from: candidates.filter { isWanted($0.type) })
  }

  mutating func literal(of kind: ValueKind) -> EntityExpression? { .value(literalValue(of: kind)) }

  /// A value of a kind, half of the time one of the snapshots'.
  mutating func literalValue(of kind: ValueKind) -> AttributeValue {
    if Bool.random(using: &generator), let known = seen[kind].flatMap({ generator.pick(from: $0) })
    {
      return known
    }
    switch kind {
    case .number:
      return generator.choose(.integer(values.integer()), .real(values.real()), values.decimal())
    case .text: return .text(values.text())
    case .bool: return .bool(Bool.random(using: &generator))
    case .date: return .date(values.date())
    case .uuid: return .uuid(values.uuid())
    case .data: return .data(values.data())
    }
  }
}

extension PathType {
  fileprivate var isRelationship: Bool {
    if case .attribute = self { false } else { true }
  }
}

extension AttributeValue {
  fileprivate var scalarKind: ValueKind? {
    switch self {
    case .bool: .bool
    case .integer, .real, .decimal: .number
    case .text: .text
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .null, .array, .object, .identifier: nil
    }
  }
}
