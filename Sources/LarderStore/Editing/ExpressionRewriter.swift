package import LarderCore

/// Replaces parts of expressions wherever they stand.
package struct ExpressionRewriter {
  /// Gives the replacement of an expression, or `nil` to look into its parts.
  let replacement: (EntityExpression) throws -> EntityExpression?

  package init(replacement: @escaping (EntityExpression) throws -> EntityExpression?) {
    self.replacement = replacement
  }

  func rewrite(_ edit: EntityEdit) throws -> EntityEdit {
    switch edit {
    case .insert(let entity, let assignments): .insert(entity, try assignments.map(rewrite))
    case .update(let target, let assignments):
      .update(try rewrite(target), try assignments.map(rewrite))
    case .delete(let target): .delete(try rewrite(target))
    case .append(let object, let path, let values):
      .append(to: object, path, try values.map(rewrite))
    case .remove(let object, let path, let values):
      .remove(from: object, path, try values.map(rewrite))
    }
  }

  func rewrite(_ query: EntityQuery) throws -> EntityQuery {
    var result = query
    result.descriptor = try rewrite(query.descriptor)
    if case .rows(let rows) = query.output { result.output = .rows(try rewrite(rows)) }
    return result
  }

  func rewrite(_ descriptor: EntityFetchDescriptor) throws -> EntityFetchDescriptor {
    var result = descriptor
    result.predicate = try descriptor.predicate.map(rewrite)
    result.sortDescriptors = try descriptor.sortDescriptors.map(rewrite)
    return result
  }

  package func rewrite(_ expression: EntityExpression) throws -> EntityExpression {
    if let new = try replacement(expression) { return new }
    switch expression {
    case .value, .path, .first: return expression
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try rewrite(left), try rewrite(right))
    case .negated(let part): return .negated(try rewrite(part))
    case .coalesce(let left, let right): return .coalesce(try rewrite(left), try rewrite(right))
    case .conditional(let condition, let first, let second):
      return .conditional(try rewrite(condition), try rewrite(first), try rewrite(second))
    case .predicate(let condition): return .predicate(try rewrite(condition))
    case .function(let function, let arguments):
      return .function(function, try arguments.map(rewrite))
    case .shifted(let part, let duration): return .shifted(try rewrite(part), duration)
    case .collection(let function, let collection, let element):
      return .collection(function, try rewrite(collection), element: try element.map(rewrite))
    case .filtered(let collection, let condition):
      return .filtered(try rewrite(collection), try rewrite(condition))
    case .aggregate(let function, let argument):
      return .aggregate(function, try argument.map(rewrite))
    }
  }

  package func rewrite(_ predicate: EntityPredicate) throws -> EntityPredicate {
    switch predicate {
    case .constant, .isMissing, .isKind: return predicate
    case .and(let parts): return .and(try parts.map(rewrite))
    case .or(let parts): return .or(try parts.map(rewrite))
    case .not(let part): return .not(try rewrite(part))
    case .comparison(let operation, let left, let right):
      return .comparison(operation, try rewrite(left), try rewrite(right))
    case .text(let operation, let options, let left, let right):
      return .text(operation, options, try rewrite(left), try rewrite(right))
    case .membership(let value, let collection):
      return .membership(try rewrite(value), in: try rewrite(collection))
    case .range(let value, let lower, let upper, let includes):
      return .range(
        try rewrite(value), try rewrite(lower), try rewrite(upper), includesUpperBound: includes)
    case .quantified(let quantifier, let collection, let condition):
      return .quantified(quantifier, try rewrite(collection), try rewrite(condition))
    case .isEmpty(let part): return .isEmpty(try rewrite(part))
    case .isTrue(let part): return .isTrue(try rewrite(part))
    }
  }

  private func rewrite(_ assignment: EntityEdit.Assignment) throws -> EntityEdit.Assignment {
    EntityEdit.Assignment(assignment.path, try rewrite(assignment.value))
  }

  private func rewrite(_ step: EntitySortDescriptor) throws -> EntitySortDescriptor {
    var result = step
    result.expression = try rewrite(step.expression)
    return result
  }

  private func rewrite(_ target: EntityEdit.Target) throws -> EntityEdit.Target {
    switch target {
    case .matching(let descriptor): .matching(try rewrite(descriptor))
    case .objects: target
    }
  }

  private func rewrite(_ projection: EntityProjection) throws -> EntityProjection {
    var result = projection
    result.groupKeys = try projection.groupKeys.map(rewrite)
    result.items = try projection.items.map { item in
      var new = item
      new.expression = try rewrite(item.expression)
      return new
    }
    result.having = try projection.having.map(rewrite)
    result.sortDescriptors = try projection.sortDescriptors.map(rewrite)
    return result
  }
}
