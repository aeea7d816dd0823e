import LarderCore

/// Rows: `select`, `group by`, `having`, `distinct`.
extension StatementResolver {
  mutating func projection(
    _ clauses: QueryClauses, _ descriptor: inout EntityFetchDescriptor
  ) throws(Diagnostic) -> EntityProjection {
    let keys = clauses.groupKeys.compactMap { syntax in
      collecting { (resolver) throws(Diagnostic) in try resolver.groupKey(syntax) }
    }
    aggregates = .allowed
    defer { aggregates = .forbidden }
    let columns = try columns(clauses, keys: keys)
    var projection = EntityProjection(
      groupKeys: keys.map(\.expression), items: columns.map(\.item),
      isDistinct: clauses.isDistinct)
    for column in columns { aliases[column.item.name] = column.operand }
    defer { aliases = [:] }
    if let having = clauses.having {
      projection.having = collecting { (resolver) throws(Diagnostic) in
        try resolver.condition(having)
      }
    }
    try requireGroups(projection, clauses)
    let sort = sortDescriptors(clauses.sort)
    guard projection.hasOwnOrder else {
      try place(sort, clauses, in: &descriptor)
      return projection
    }
    checkGrouping(projection, columns.map(\.operand), clauses)
    checkOrder(sort, projection, clauses)
    projection.sortDescriptors = sort
    projection.limit = try clauses.limit.map { (syntax) throws(Diagnostic) in try count(syntax) }
    projection.offset = try clauses.offset.map { (syntax) throws(Diagnostic) in try count(syntax) }
    return projection
  }

  /// A column, and what it was written as.
  private struct Column {
    var item: EntityProjection.Item
    var operand: Operand
  }

  private mutating func groupKey(_ syntax: ExpressionSyntax) throws(Diagnostic) -> Operand {
    let operand = try value(syntax)
    if let problem = textForName(operand) { throw problem }
    if case .duration = operand.type { throw strayDuration(operand.span) }
    return operand
  }

  private mutating func place(
    _ sort: [EntitySortDescriptor], _ clauses: QueryClauses,
    in descriptor: inout EntityFetchDescriptor
  ) throws(Diagnostic) {
    if let key = zip(sort, clauses.sort).first(where: { $0.0.expression.hasAggregate }) {
      throw Diagnostic(
        .misplacedAggregate, "a function of a group needs `group by`, or to be selected",
        at: key.1.expression.span)
    }
    if !sort.isEmpty { descriptor.sortDescriptors = sort }
    if let offset = clauses.offset { descriptor.fetchOffset = try count(offset) }
    if let limit = clauses.limit {
      descriptor.fetchLimit = min(try count(limit), descriptor.fetchLimit ?? Int.max)
    }
  }

  /// Without `select`, groups show their keys and how many objects they have.
  private mutating func columns(
    _ clauses: QueryClauses, keys: [Operand]
  ) throws(Diagnostic) -> [Column] {
    guard clauses.items.isEmpty else {
      var columns: [Column] = []
      for item in clauses.items {
        let made = collecting { (resolver) throws(Diagnostic) in try resolver.columns(item) }
        columns += made ?? []
      }
      return columns
    }
    if keys.isEmpty, clauses.groupKeys.isEmpty {
      let word: Word = clauses.isDistinct ? .distinct : .having
      throw Diagnostic(
        .notInSelect, "`\(word.rawValue)` needs `\(word == .having ? "group by" : "select")`",
        at: clauses.spans[word] ?? 0..<0)
    }
    let count = Operand(
      expression: .aggregate(.count, nil), type: .integer, span: clauses.spans[.group] ?? 0..<0)
    return keys.map { column($0, name: defaultName($0.span)) } + [column(count, name: "count")]
  }

  private func column(
    _ operand: Operand, name: String, presentation: EntityProjection.Presentation = .plain
  ) -> Column {
    Column(
      item: EntityProjection.Item(
        operand.expression, name: name, presentation: presentation), operand: operand)
  }

  /// A column without an alias is called as it is written.
  private func defaultName(_ span: Range<Int>) -> String {
    let words = source.text(span).split { $0.isWhitespace }
    let name = words.joined(separator: " ")
    return name.hasPrefix("`") && name.hasSuffix("`") && name.count > 2
      ? String(name.dropFirst().dropLast()) : name
  }

  private mutating func columns(_ item: ItemSyntax) throws(Diagnostic) -> [Column] {
    switch item {
    case .everything(except: let paths, let span): return try everything(except: paths, span)
    case .expression(let syntax, let alias):
      var (inner, presentation) = (syntax, EntityProjection.Presentation.plain)
      if case .call(let call) = syntax.kind, call.base == nil,
        let drawn = EntityProjection.Presentation(rawValue: call.name.text), drawn != .plain
      {
        guard call.arguments.count == 1 else { throw wrongCount(call, "one argument") }
        inner = call.arguments[0].value
        presentation = drawn
      }
      let operand = try value(inner)
      if let problem = textForName(operand) { throw problem }
      if case .duration = operand.type { throw strayDuration(operand.span) }
      let name = alias?.text ?? defaultName(inner.span)
      return [column(operand, name: name, presentation: presentation)]
    }
  }

  /// Every attribute and to-one relationship but some.
  private func everything(
    except paths: [PathSyntax], _ span: Range<Int>
  ) throws(Diagnostic) -> [Column] {
    let itself = try element(at: 0, span)
    for path in paths { try requireOwn(path, of: itself) }
    let excluded = paths.map { $0.names.map { AttributeName($0.text) } }
    guard case .object(let entity) = itself.type else { return [] }
    let names =
      schema.allAttributes(of: entity).map(\.name)
      + schema.allRelationships(of: entity).filter { !$0.isToMany }.map(\.name)
    return names.flatMap { name in
      property(name, of: itself, span).map { columns($0, [name], without: excluded) } ?? []
    }
  }

  /// A part of the object itself can be left out, what belongs to another object cannot.
  private func requireOwn(_ path: PathSyntax, of itself: Operand) throws(Diagnostic) {
    var operand = itself
    for (index, name) in path.names.enumerated() {
      if index > 0 {
        guard case .attribute(.composite) = operand.type else {
          let owner = source.excerpt(path.span.lowerBound..<path.names[index - 1].span.upperBound)
          throw Diagnostic(
            .typeMismatch, "`\(owner)` is \(operand.type): it can only be left out as a whole",
            at: path.span)
        }
      }
      operand = try step(from: operand, to: name)
    }
  }

  /// The property as one column; a composite of which parts are left out has one for each other part.
  private func columns(
    _ operand: Operand, _ names: [AttributeName], without excluded: [[AttributeName]]
  ) -> [Column] {
    if excluded.contains(names) { return [] }
    guard case .attribute(.composite(let members)) = operand.type,
      excluded.contains(where: { $0.starts(with: names) })
    else {
      return [column(operand, name: names.map(\.rawValue).joined(separator: "."))]
    }
    return members.flatMap { member in
      property(member.name, of: operand, operand.span).map {
        columns($0, names + [member.name], without: excluded)
      } ?? []
    }
  }

  private func requireGroups(
    _ projection: EntityProjection, _ clauses: QueryClauses
  ) throws(Diagnostic) {
    guard let having = clauses.having, projection.groupKeys.isEmpty,
      !projection.items.contains(where: { $0.expression.hasAggregate })
    else { return }
    throw Diagnostic(
      .notGrouped, "`having` is a condition on groups and needs `group by`", at: having.span,
      help: "write `where` for a condition on objects")
  }
}
