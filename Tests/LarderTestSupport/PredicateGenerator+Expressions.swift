public import LarderCore

extension PredicateGenerator {
  /// An expression whose value is a number, a text or a date.
  public mutating func expression(depth: Int = 2) -> EntityExpression {
    for _ in 0..<8 {
      let kind = generator.choose(ValueKind.number, .number, .text, .date)
      if let made = expression(of: kind, depth: depth) { return made }
    }
    return .value(.integer(values.integer()))
  }

  /// An expression of a kind, or `nil` where no attribute in scope is of that kind.
  mutating func expression(of kind: ValueKind, depth: Int) -> EntityExpression? {
    let path = pick { $0.kind == kind }.map { EntityExpression.path($0.path) }
    guard depth > 0, generator.chance(percent: 40) else { return path }
    switch generator.integer(in: 0...5) {
    case 0: return coalesce(of: kind, depth: depth - 1)
    case 1: return conditional(of: kind, depth: depth - 1)
    default: break
    }
    switch kind {
    case .number: return number(depth: depth - 1) ?? path
    case .text: return text(depth: depth - 1) ?? path
    case .date: return date(depth: depth - 1) ?? path
    case .bool, .uuid, .data: return path
    }
  }

  private mutating func coalesce(of kind: ValueKind, depth: Int) -> EntityExpression? {
    guard let first = expression(of: kind, depth: depth), let second = literal(of: kind) else {
      return nil
    }
    return .coalesce(first, second)
  }

  private mutating func conditional(of kind: ValueKind, depth: Int) -> EntityExpression? {
    guard let first = expression(of: kind, depth: depth), let second = literal(of: kind) else {
      return nil
    }
    return .conditional(predicate(depth: 0), first, second)
  }

  private mutating func number(depth: Int) -> EntityExpression? {
    switch generator.integer(in: 0...6) {
    case 0...2:
      guard let left = expression(of: .number, depth: depth),
        let right = Bool.random(using: &generator)
          ? expression(of: .number, depth: depth) : literal(of: .number),
        let operation = generator.pick(from: EntityExpression.ArithmeticOperator.allCases)
      else { return nil }
      return .arithmetic(operation, left, right)
    case 3:
      return pick { $0.kind == .number }.map { .negated(.path($0.path)) }
    case 4:
      guard let operand = expression(of: .number, depth: depth) else { return nil }
      return .function(generator.choose(.abs, .rounded, .floor, .ceiling), [operand])
    case 5:
      if let moment = pick(where: { $0.kind == .date }), Bool.random(using: &generator) {
        let component = generator.choose(
          EntityExpression.Function.year, .month, .day, .hour, .minute, .second, .weekday)
        return .function(component, [.path(moment.path)])
      }
      return pick { $0.kind == .text }.map { .function(.count, [.path($0.path)]) }
    default: return collection(depth: depth)
    }
  }

  private mutating func text(depth: Int) -> EntityExpression? {
    guard let operand = expression(of: .text, depth: depth) else { return nil }
    if generator.chance(percent: 25) {
      return .arithmetic(.add, operand, .value(.text(values.text())))
    }
    return .function(generator.choose(.lowercased, .uppercased, .trimmed), [operand])
  }

  private mutating func date(depth: Int) -> EntityExpression? {
    guard let operand = expression(of: .date, depth: 0) else { return nil }
    let duration = generator.choose(
      CalendarDuration(months: 14), CalendarDuration(days: -3), CalendarDuration(months: -24),
      CalendarDuration(milliseconds: 5_400_000), CalendarDuration(days: 21),
      CalendarDuration(milliseconds: -250))
    return .shifted(operand, duration)
  }

  /// `count` of a collection, or a function over a number of each of its elements.
  private mutating func collection(depth: Int) -> EntityExpression? {
    guard options.contains(.quantifiers), elements.count < 4,
      let path = pick(where: { $0.element != nil }), let element = path.type.element
    else { return nil }
    elements.append(element)
    defer { elements.removeLast() }
    let isCounted = generator.chance(percent: 40)
    let function: EntityExpression.CollectionFunction =
      isCounted ? .count : generator.choose(.sum, .average, .minimum, .maximum)
    let operand = filtered(.path(path.path))
    if isCounted { return .collection(.count, operand, element: nil) }
    if element.kind == .number, Bool.random(using: &generator) {
      return .collection(function, operand, element: nil)
    }
    let innermost = elements.count - 1
    let numbers = schema.paths(from: element, level: innermost).filter { $0.type.kind == .number }
    guard let number = generator.pick(from: numbers) else { return nil }
    return .collection(function, operand, element: .path(number.path))
  }

  /// Now and then only the elements that a condition holds for.
  private mutating func filtered(_ collection: EntityExpression) -> EntityExpression {
    generator.chance(percent: 20) ? .filtered(collection, predicate(depth: 0)) : collection
  }
}

extension PredicateGenerator {
  /// Up to three steps of an order over attributes and expressions of them.
  public mutating func sortDescriptors() -> [EntitySortDescriptor] {
    (0..<generator.integer(in: 0...3)).map { _ in sortDescriptor() }
  }

  private mutating func sortDescriptor() -> EntitySortDescriptor {
    let path = pick { $0.kind != nil }
    let isPlain = generator.chance(percent: 75)
    let expression = path.flatMap { isPlain ? .path($0.path) : nil } ?? expression(depth: 1)
    let isText = isPlain && path?.type.kind == .text
    return EntitySortDescriptor(
      expression, order: generator.choose(.forward, .reverse),
      comparator: isText ? generator.choose(.standard, .localized) : .standard,
      nils: generator.choose(nil, nil, .first, .last))
  }

  /// Rows of expressions, or groups with aggregates over them.
  public mutating func projection() -> EntityProjection {
    Bool.random(using: &generator) ? plainProjection() : groupedProjection()
  }

  private mutating func plainProjection() -> EntityProjection {
    let items = (0..<generator.integer(in: 1...3)).map { number in
      EntityProjection.Item(expression(depth: 1), name: "item\(number)")
    }
    var projection = EntityProjection(
      items: items, isDistinct: generator.chance(percent: 30))
    if projection.isDistinct, Bool.random(using: &generator), let first = items.first {
      projection.sortDescriptors = [
        EntitySortDescriptor(first.expression, order: generator.choose(.forward, .reverse))
      ]
    }
    if projection.isDistinct { projection.limit = generator.choose(nil, 3, 1) }
    return projection
  }

  private mutating func groupedProjection() -> EntityProjection {
    let keys = (0..<generator.integer(in: 0...2)).map { _ in expression(depth: 1) }
    let aggregates = (0..<generator.integer(in: 1...3)).map { _ in aggregate() }
    let items =
      keys.enumerated().map { EntityProjection.Item($1, name: "key\($0)") }
      + aggregates.enumerated().map { EntityProjection.Item($1, name: "value\($0)") }
    var projection = EntityProjection(groupKeys: keys, items: items)
    guard !keys.isEmpty else { return projection }
    if generator.chance(percent: 30) {
      projection.having = .comparison(
        generator.choose(.greaterThan, .lessThanOrEqual), .aggregate(.count, nil),
        .value(.integer(Int64(generator.integer(in: 0...3)))))
    }
    projection.sortDescriptors = aggregates.prefix(1).map {
      EntitySortDescriptor($0, order: generator.choose(.forward, .reverse))
    }
    projection.limit = generator.choose(nil, 5)
    projection.offset = generator.choose(nil, nil, 1)
    return projection
  }

  private mutating func aggregate() -> EntityExpression {
    guard let number = pick(where: { $0.kind == .number }), generator.chance(percent: 70) else {
      return .aggregate(.count, nil)
    }
    let function = generator.choose(
      EntityExpression.AggregateFunction.count, .countDistinct, .sum, .average, .minimum, .maximum)
    return .aggregate(function, .path(number.path))
  }

  /// A query of objects, of their number, or of rows.
  public mutating func query() -> EntityQuery {
    var descriptor = EntityFetchDescriptor(entity: entity)
    if generator.chance(percent: 85) { descriptor.predicate = predicate() }
    switch generator.integer(in: 0...3) {
    case 0: return EntityQuery(descriptor: descriptor, output: .count)
    case 1: return EntityQuery(descriptor: descriptor, output: .rows(projection()))
    default:
      descriptor.sortDescriptors = sortDescriptors()
      descriptor.fetchLimit = generator.choose(nil, 0, 1, 5)
      descriptor.fetchOffset = generator.choose(nil, nil, 1, 3)
      return EntityQuery(descriptor: descriptor)
    }
  }
}
