import LarderCore

extension QueryWriter {
  func statement(_ query: EntityQuery) -> String {
    let descriptor = query.descriptor
    switch query.output {
    case .objects: return fetch(descriptor)
    case .count: return "count " + fetch(descriptor)
    case .rows(let projection):
      let head = [QueryNames.entity(descriptor.entity)] + conditionClause(descriptor.predicate)
      let order = projectionClauses(projection) + orderClauses(descriptor)
      return (head + order + prefetchClause(descriptor)).joined(separator: " ")
    }
  }

  /// An entity and the clauses of a fetch.
  func fetch(_ descriptor: EntityFetchDescriptor) -> String {
    let clauses =
      [QueryNames.entity(descriptor.entity)] + conditionClause(descriptor.predicate)
      + orderClauses(descriptor) + prefetchClause(descriptor)
    return clauses.joined(separator: " ")
  }

  func clauses(_ projection: EntityProjection) -> [String] { projectionClauses(projection) }

  func sortKey(_ descriptor: EntitySortDescriptor) -> String {
    var text = expression(descriptor.expression).text
    if descriptor.order == .reverse { text += " desc" }
    if descriptor.comparator == .localized { text += " localized" }
    if let nils = descriptor.nils { text += " nils " + nils.rawValue }
    return text
  }

  private func conditionClause(_ predicate: EntityPredicate?) -> [String] {
    predicate.map { ["where " + self.predicate($0).text] } ?? []
  }

  private func orderClauses(_ descriptor: EntityFetchDescriptor) -> [String] {
    orderClauses(descriptor.sortDescriptors, descriptor.fetchOffset, descriptor.fetchLimit)
  }

  private func orderClauses(
    _ sortDescriptors: [EntitySortDescriptor], _ offset: Int?, _ limit: Int?
  ) -> [String] {
    var clauses: [String] = []
    if !sortDescriptors.isEmpty {
      clauses.append("sort by " + sortDescriptors.map(sortKey).joined(separator: ", "))
    }
    if let offset { clauses.append("offset \(offset)") }
    if let limit { clauses.append("limit \(limit)") }
    return clauses
  }

  private func prefetchClause(_ descriptor: EntityFetchDescriptor) -> [String] {
    let paths = descriptor.prefetchedRelationships.map { path($0).text }
    return paths.isEmpty ? [] : ["prefetch " + paths.joined(separator: ", ")]
  }

  private func projectionClauses(_ projection: EntityProjection) -> [String] {
    var clauses: [String] = []
    if !projection.groupKeys.isEmpty {
      clauses.append(
        "group by " + projection.groupKeys.map { expression($0).text }.joined(separator: ", "))
    }
    if let having = projection.having { clauses.append("having " + predicate(having).text) }
    clauses.append("select " + projection.items.map(item).joined(separator: ", "))
    if projection.isDistinct { clauses.append("distinct") }
    return clauses
      + orderClauses(projection.sortDescriptors, projection.offset, projection.limit)
  }

  /// A column; its name stands behind it unless it is the one that the text gives it.
  private func item(_ item: EntityProjection.Item) -> String {
    let value = expression(item.expression).text
    let isPlain = item.presentation == .plain
    let shown = isPlain ? value : "\(item.presentation.rawValue)(\(value))"
    if item.name == QueryNames.column(named: value) { return shown }
    return "\(shown) as \(QueryNames.attribute(item.name))"
  }
}

extension QueryWriter {
  func statement(_ edit: EntityEdit) -> String {
    switch edit {
    case .insert(let entity, let assignments):
      "insert \(QueryNames.entity(entity))("
        + assignments.map { named($0, ": ") }.joined(separator: ", ") + ")"
    case .update(let target, let assignments):
      "update \(self.target(target)) set "
        + assignments.map { named($0, " = ") }.joined(separator: ", ")
    case .delete(let target): "delete " + self.target(target)
    case .append(let object, let path, let values): call("append", on: object, path, values)
    case .remove(let object, let path, let values): call("remove", on: object, path, values)
    }
  }

  private func named(_ assignment: EntityEdit.Assignment, _ sign: String) -> String {
    path(assignment.path).text + sign + expression(assignment.value).text
  }

  private func target(_ target: EntityEdit.Target) -> String {
    switch target {
    case .objects(let identifiers): identifiers.map(Self.handle).joined(separator: ", ")
    case .matching(let descriptor):
      descriptor.predicate == nil ? "all " + fetch(descriptor) : fetch(descriptor)
    }
  }

  private func call(
    _ method: String, on object: PersistentIdentifier, _ path: AttributePath,
    _ values: [EntityExpression]
  ) -> String {
    let arguments = values.map { expression($0).tight(.disjunction) }.joined(separator: ", ")
    return "\(Self.handle(object)).\(self.path(path).text).\(method)(\(arguments))"
  }
}
