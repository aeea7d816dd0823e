package import LarderCore

/// Which properties conditions and expressions read, and whether they read other objects.
///
/// Names are gathered without regard to the entity they belong to: more may be loaded than needed, but
/// never less.
package struct PropertyUse {
  private let schema: EntitySchema

  /// Of all entities; many an expression asks for none.
  private lazy var relationships = Set(schema.entities.lazy.flatMap(\.relationships).map(\.name))

  private(set) var names: Set<AttributeName> = []

  /// Whether something is read of an object that a relationship leads to, besides its identifier.
  private(set) var readsOtherObjects = false

  /// How many relationships away the furthest object may be.
  private(set) var depth = 0

  /// Whether an expression holds a fetch of its own.
  private(set) var holdsFetch = false

  /// Whether an expression holds the identifier of an object.
  private(set) var holdsIdentifier = false

  init(schema: EntitySchema) { self.schema = schema }

  /// The names that a descriptor's condition and order read.
  package static func names(
    in descriptor: EntityFetchDescriptor, schema: EntitySchema
  ) -> Set<AttributeName> {
    var use = PropertyUse(schema: schema)
    use.add(descriptor.predicate)
    use.add(descriptor.sortDescriptors)
    return use.names
  }

  mutating func add(_ predicate: EntityPredicate?) {
    if let predicate { visit(predicate, base: 0) }
  }

  mutating func add(_ expression: EntityExpression) { visit(expression, base: 0) }

  mutating func add(_ order: [EntitySortDescriptor]) {
    for step in order { visit(step.expression, base: 0) }
  }

  mutating func add(_ projection: EntityProjection) {
    for expression in projection.groupKeys { add(expression) }
    for item in projection.items { add(item.expression) }
    add(projection.having)
    add(projection.sortDescriptors)
  }

  mutating func add(_ path: AttributePath) { visit(path, base: 0) }

  private mutating func visit(_ path: AttributePath, base: Int) {
    names.formUnion(path.names)
    depth = max(depth, base + path.names.count)
    guard path.names.count > 1, !readsOtherObjects else { return }
    readsOtherObjects = path.names.dropLast().contains { relationships.contains($0) }
  }

  private mutating func visit(_ predicate: EntityPredicate, base: Int) {
    switch predicate {
    case .constant, .isKind: break
    case .and(let parts), .or(let parts): for part in parts { visit(part, base: base) }
    case .not(let part): visit(part, base: base)
    case .comparison(_, let left, let right), .text(_, _, let left, let right),
      .membership(let left, in: let right):
      visit(left, base: base)
      visit(right, base: base)
    case .range(let value, let lower, let upper, _):
      for part in [value, lower, upper] { visit(part, base: base) }
    case .quantified(_, let collection, let condition):
      let inner = visit(collection: collection, base: base)
      visit(condition, base: inner)
    case .isMissing(let path): visit(path, base: base)
    case .isEmpty(let part), .isTrue(let part): visit(part, base: base)
    }
  }

  private mutating func visit(_ expression: EntityExpression, base: Int) {
    switch expression {
    case .value(let value): if value.holdsIdentifier { holdsIdentifier = true }
    case .path(let path): visit(path, base: base)
    case .arithmetic(_, let left, let right), .coalesce(let left, let right):
      visit(left, base: base)
      visit(right, base: base)
    case .negated(let part), .shifted(let part, _): visit(part, base: base)
    case .conditional(let condition, let first, let second):
      visit(condition, base: base)
      visit(first, base: base)
      visit(second, base: base)
    case .predicate(let condition): visit(condition, base: base)
    case .function(_, let arguments): for part in arguments { visit(part, base: base) }
    case .collection(_, let collection, let element):
      guard let element else { return visit(collection, base: base) }
      visit(element, base: visit(collection: collection, base: base))
    case .filtered(let collection, let condition):
      visit(condition, base: visit(collection: collection, base: base))
    case .aggregate(_, let argument): if let argument { visit(argument, base: base) }
    case .first: holdsFetch = true
    }
  }

  /// Visits a collection whose elements are looked into, and returns how deep those are.
  private mutating func visit(collection: EntityExpression, base: Int) -> Int {
    var inner = PropertyUse(schema: schema)
    inner.visit(collection, base: base)
    merge(inner)
    if !relationships.isDisjoint(with: inner.names) { readsOtherObjects = true }
    // A closure may also look at an outer element, which is less deep than this.
    return max(base, inner.depth)
  }

  private mutating func merge(_ other: PropertyUse) {
    names.formUnion(other.names)
    readsOtherObjects = readsOtherObjects || other.readsOtherObjects
    depth = max(depth, other.depth)
    holdsFetch = holdsFetch || other.holdsFetch
    holdsIdentifier = holdsIdentifier || other.holdsIdentifier
  }
}

extension AttributeValue {
  /// Whether the value is an identifier or an array that holds one.
  var holdsIdentifier: Bool {
    switch self {
    case .identifier: true
    case .array(let elements): elements.contains(where: \.holdsIdentifier)
    case .null, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data, .object: false
    }
  }
}

extension AttributeValue? {
  /// The identifiers that a relationship's value holds; none where it is null or not loaded.
  package var identifiers: [PersistentIdentifier] {
    switch self {
    case .identifier(let identifier)?: [identifier]
    case .array(let elements)?:
      elements.compactMap { if case .identifier(let identifier) = $0 { identifier } else { nil } }
    default: []
    }
  }
}
