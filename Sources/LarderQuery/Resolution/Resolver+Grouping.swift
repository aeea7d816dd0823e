import LarderCore

/// What may be read of a group: its keys, and functions over its objects.
extension StatementResolver {
  mutating func checkGrouping(
    _ projection: EntityProjection, _ columns: [Operand], _ clauses: QueryClauses
  ) {
    guard Self.isGrouped(projection) else { return }
    for column in columns {
      check(column.expression, in: projection, at: column.span)
    }
    if let having = projection.having, let syntax = clauses.having {
      let stray = Self.strayPath(in: having.parts, projection.groupKeys)
      if let stray { diagnostics.append(notGrouped(stray, at: syntax.span)) }
    }
  }

  /// The order of groups is over keys and functions, that of distinct rows over their columns.
  mutating func checkOrder(
    _ sort: [EntitySortDescriptor], _ projection: EntityProjection, _ clauses: QueryClauses
  ) {
    for (key, syntax) in zip(sort, clauses.sort) {
      let span = syntax.expression.span
      if Self.isGrouped(projection) { check(key.expression, in: projection, at: span) }
      let isColumn = projection.items.contains { $0.expression == key.expression }
      guard projection.isDistinct, !isColumn else { continue }
      diagnostics.append(
        Diagnostic(
          .notInSelect, "distinct rows can be sorted only by what they show", at: span,
          help: "add `\(source.excerpt(span))` to `select`"))
    }
  }

  private static func isGrouped(_ projection: EntityProjection) -> Bool {
    !projection.groupKeys.isEmpty || projection.items.contains { $0.expression.hasAggregate }
  }

  private mutating func check(
    _ expression: EntityExpression, in projection: EntityProjection, at span: Range<Int>
  ) {
    guard let stray = Self.strayPath(in: expression, projection.groupKeys) else { return }
    diagnostics.append(notGrouped(stray, at: span))
  }

  private func notGrouped(_ path: AttributePath, at span: Range<Int>) -> Diagnostic {
    let name = path.names.map(\.rawValue.asName).joined(separator: ".")
    let shown = name.isEmpty ? "self" : name
    return Diagnostic(
      .notGrouped, "`\(shown)` is neither grouped nor inside a function such as `max`", at: span,
      help: "add `\(shown)` to `group by`, or write `max(\(shown))`")
  }

  /// A path of the objects that is not part of a key or of a function over the group.
  private static func strayPath(
    in expression: EntityExpression, _ keys: [EntityExpression]
  ) -> AttributePath? {
    if keys.contains(expression) { return nil }
    switch expression {
    case .aggregate: return nil
    case .path(let path): return path.level == 0 ? path : nil
    default: return strayPath(in: expression.parts, keys)
    }
  }

  private static func strayPath(
    in parts: ExpressionParts, _ keys: [EntityExpression]
  ) -> AttributePath? {
    for expression in parts.expressions {
      if let found = strayPath(in: expression, keys) { return found }
    }
    for predicate in parts.predicates {
      if let found = strayPath(in: predicate.parts, keys) { return found }
    }
    return nil
  }
}
