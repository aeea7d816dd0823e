import LarderCore

extension StatementResolver {
  mutating func query(_ query: QuerySyntax) throws(Diagnostic) -> EntityQuery {
    var result = try base(query.subject)
    elements = [Element(type: .object(result.descriptor.entity))]
    let clauses = QueryClauses(query.clauses)
    try requireExtensible(result, clauses, query)
    for condition in clauses.conditions { add(condition, to: &result.descriptor) }
    for path in clauses.prefetch {
      collecting { (resolver) throws(Diagnostic) in
        result.descriptor.prefetchedRelationships.append(try resolver.relationshipPath(path))
      }
    }
    if query.verb == .count {
      try refuseClauses(of: query, but: [.where])
      result.output = .count
      return result
    }
    if clauses.selectsObjects, clauses.having == nil {
      try order(&result.descriptor, clauses)
    } else {
      result.output = .rows(try projection(clauses, &result.descriptor))
    }
    if query.verb == .first { Self.takeFirst(&result) }
    return result
  }

  private mutating func base(_ subject: QuerySyntax.Subject) throws(Diagnostic) -> EntityQuery {
    switch subject {
    case .entity(let syntax):
      if syntax.store == nil, entity(named: syntax.name.text) == nil {
        if let found = try saved(syntax.name) { return found }
      }
      let found = try entity(syntax)
      enter(found)
      return EntityQuery(descriptor: EntityFetchDescriptor(entity: found.name))
    case .objects(let references):
      if references.count == 1, case .variable(let name) = references[0],
        let found = try saved(name)
      {
        return found
      }
      let span = references[0].span.lowerBound..<references[references.count - 1].span.upperBound
      return try query(of: try identifiers(of: references), at: span)
    }
  }

  /// What a variable stands for: its query, or its object.
  private mutating func saved(_ name: NameSyntax) throws(Diagnostic) -> EntityQuery? {
    switch scope.variable(name.text) {
    case .query(let query, let owner):
      guard let found = scope.stores.first(where: { $0.name == owner }) else {
        throw Diagnostic(
          .unknownStore, "the store of `\(name.text)` is no longer open", at: name.span)
      }
      enter(
        FoundEntity(store: found.name, schema: found.schema, name: query.descriptor.entity))
      return query
    case .value:
      let identifiers = try identifiers(of: [.variable(name)])
      return try query(of: identifiers, at: name.span)
    case nil: return nil
    }
  }

  private mutating func query(
    of identifiers: [PersistentIdentifier], at span: Range<Int>
  ) throws(Diagnostic) -> EntityQuery {
    let entity = try enterObjects(identifiers, at: span)
    let list = AttributeValue.array(identifiers.map(AttributeValue.identifier))
    let itself = EntityExpression.path(AttributePath([]))
    return EntityQuery(
      descriptor: EntityFetchDescriptor(
        entity: entity, predicate: .membership(itself, in: .value(list))))
  }

  /// What may be added to a query that has a name, without changing which objects it gives.
  private func requireExtensible(
    _ base: EntityQuery, _ clauses: QueryClauses, _ query: QuerySyntax
  ) throws(Diagnostic) {
    guard let first = query.clauses.first else { return }
    guard base.output == .objects else {
      throw Diagnostic(
        .cannotExtendQuery, "this query gives rows or a number, not objects: nothing can be added",
        at: first.span)
    }
    guard base.descriptor.fetchLimit != nil || base.descriptor.fetchOffset != nil else { return }
    for word in [Word.where, .sort, .offset] {
      guard let span = clauses.spans[word] else { continue }
      throw Diagnostic(
        .cannotExtendQuery,
        "this query has a limit: `\(word.rawValue)` after it would give other objects", at: span)
    }
  }

  private func refuseClauses(of query: QuerySyntax, but allowed: Set<Word>) throws(Diagnostic) {
    guard let clause = query.clauses.first(where: { !allowed.contains($0.word) }) else { return }
    throw Diagnostic(
      .clauseNotAllowed,
      "`\(query.verb.rawValue)` takes `where`, not `\(clause.word.rawValue)`", at: clause.span)
  }

  mutating func add(_ syntax: ExpressionSyntax, to descriptor: inout EntityFetchDescriptor) {
    let condition = collecting { (resolver) throws(Diagnostic) in
      try resolver.condition(syntax)
    }
    guard let condition else { return }
    let parts = (descriptor.predicate.map { [$0] } ?? []) + [condition]
    descriptor.predicate = .joined(parts)
  }

  private mutating func order(
    _ descriptor: inout EntityFetchDescriptor, _ clauses: QueryClauses
  ) throws(Diagnostic) {
    if !clauses.sort.isEmpty { descriptor.sortDescriptors = sortDescriptors(clauses.sort) }
    if let offset = clauses.offset { descriptor.fetchOffset = try count(offset) }
    if let limit = clauses.limit {
      descriptor.fetchLimit = min(try count(limit), descriptor.fetchLimit ?? Int.max)
    }
  }

  mutating func sortDescriptors(_ keys: [SortKeySyntax]) -> [EntitySortDescriptor] {
    keys.compactMap { key in
      collecting { (resolver) throws(Diagnostic) in try resolver.sortDescriptor(key) }
    }
  }

  private mutating func sortDescriptor(
    _ key: SortKeySyntax
  ) throws(Diagnostic) -> EntitySortDescriptor {
    let operand = try value(key.expression)
    if let problem = textForName(operand) { throw problem }
    if case .objects = operand.type {
      throw Diagnostic(
        .typeMismatch, "`\(excerpt(operand))` leads to several objects and has no order",
        at: operand.span, help: "write `sort by \(excerpt(operand)).count`")
    }
    if case .duration = operand.type { throw strayDuration(operand.span) }
    return EntitySortDescriptor(
      operand.expression, order: key.isReversed ? .reverse : .forward,
      comparator: key.isLocalized ? .localized : .standard,
      nils: key.nilsFirst.map { $0 ? .first : .last })
  }

  /// A whole number of objects, as `limit` and `offset` take.
  mutating func count(_ syntax: ExpressionSyntax) throws(Diagnostic) -> Int {
    let outer = elements
    elements = []
    defer { elements = outer }
    let value = try constant(syntax, expecting: .integer)
    guard case .integer(let number) = value, let count = Int(exactly: number), count >= 0 else {
      throw Diagnostic(
        .typeMismatch, "expected a whole number, found `\(source.excerpt(syntax.span))`",
        at: syntax.span)
    }
    return count
  }

  private static func takeFirst(_ query: inout EntityQuery) {
    guard case .rows(var projection) = query.output, projection.hasOwnOrder else {
      query.descriptor.fetchLimit = min(query.descriptor.fetchLimit ?? 1, 1)
      return
    }
    projection.limit = min(projection.limit ?? 1, 1)
    query.output = .rows(projection)
  }

  private mutating func relationshipPath(_ path: PathSyntax) throws(Diagnostic) -> AttributePath {
    var operand = try element(at: 0, path.span)
    for name in path.names {
      // A prefetch may go on through several objects, as a condition may not.
      if case .objects(let entity) = operand.type { operand.type = .object(entity) }
      operand = try step(from: operand, to: name)
    }
    switch operand.type {
    case .object, .objects: return operand.path ?? AttributePath([])
    default:
      throw Diagnostic(
        .notARelationship, "`\(source.excerpt(path.span))` is \(operand.type), not a relationship",
        at: path.span)
    }
  }
}

extension EntityProjection {
  /// Its rows are not the fetch's objects one for one, so that order and limit are its own.
  var hasOwnOrder: Bool {
    isDistinct || !groupKeys.isEmpty || having != nil
      || items.contains { $0.expression.hasAggregate }
  }
}
