import LarderCore

extension StatementResolver {
  mutating func edit(_ edit: EditSyntax) throws(Diagnostic) -> EntityEdit {
    allowsFirst = true
    defer { allowsFirst = false }
    switch edit {
    case .insert(let entity, let assignments): return try insert(entity, assignments)
    case .update(let target, let assignments): return try update(target, assignments)
    case .delete(let target):
      let resolved = try self.target(target, "delete")
      try requireWritable(try entityName(of: resolved), at: target.span)
      return .delete(resolved)
    case .append(let reference, let path, let values):
      let (object, path, values) = try members(reference, path, values)
      return .append(to: object, path, values)
    case .remove(let reference, let path, let values):
      let (object, path, values) = try members(reference, path, values)
      return .remove(from: object, path, values)
    }
  }

  private mutating func insert(
    _ syntax: EntitySyntax, _ assignments: [AssignmentSyntax]
  ) throws(Diagnostic) -> EntityEdit {
    let found = try entity(syntax)
    enter(found)
    try requireWritable(found.name, at: syntax.span)
    if schema.entity(found.name)?.isAbstract == true {
      throw Diagnostic(
        .notWritable, "`\(found.name)` is abstract: only objects of entities below it exist",
        at: syntax.span)
    }
    elements = []
    return .insert(found.name, try self.assignments(assignments, of: found.name))
  }

  private mutating func update(
    _ syntax: TargetSyntax, _ assignments: [AssignmentSyntax]
  ) throws(Diagnostic) -> EntityEdit {
    let target = try self.target(syntax, "update")
    let entity = try entityName(of: target)
    try requireWritable(entity, at: syntax.span)
    elements = [Element(type: .object(entity))]
    if case .objects(let identifiers) = target, identifiers.count == 1, assignments.count == 1,
      let edit = try memberEdit(assignments[0], of: identifiers[0])
    {
      return edit
    }
    return .update(target, try self.assignments(assignments, of: entity))
  }

  private func entityName(of target: EntityEdit.Target) throws(Diagnostic) -> EntityName {
    switch target {
    case .matching(let descriptor): return descriptor.entity
    case .objects(let identifiers): return identifiers.first?.entity ?? ""
    }
  }

  func requireWritable(_ entity: EntityName, at span: Range<Int>) throws(Diagnostic) {
    guard schema.entity(entity)?.isReadOnly == true else { return }
    throw Diagnostic(.notWritable, "`\(entity)` can be read but not changed", at: span)
  }

  /// The objects of an update or delete; without a condition `all` must be said.
  private mutating func target(
    _ syntax: TargetSyntax, _ verb: String
  ) throws(Diagnostic) -> EntityEdit.Target {
    switch syntax {
    case .objects(let references):
      let identifiers = try self.identifiers(of: references)
      _ = try enterObjects(identifiers, at: syntax.span)
      return .objects(identifiers)
    case .entity(let entity, let conditions, let isAll):
      if let named = try namedTarget(entity, conditions) { return named }
      let found = try self.entity(entity)
      enter(found)
      var descriptor = EntityFetchDescriptor(entity: found.name)
      if conditions.isEmpty, !isAll {
        diagnostics.append(missingAll(verb, found.name, entity.span))
      }
      elements = [Element(type: .object(found.name))]
      for condition in conditions { add(condition, to: &descriptor) }
      return .matching(descriptor)
    }
  }

  private func missingAll(_ verb: String, _ entity: EntityName, _ span: Range<Int>) -> Diagnostic {
    Diagnostic(
      .missingAll, "`\(verb)` without `where` would \(verb) every \(entity)", at: span,
      help: "write `all` to mean it",
      replacement: Diagnostic.Replacement(span.lowerBound..<span.lowerBound, with: "all "))
  }

  /// A variable in the place of an entity: an object, or a query that has a condition of its own.
  private mutating func namedTarget(
    _ syntax: EntitySyntax, _ conditions: [ExpressionSyntax]
  ) throws(Diagnostic) -> EntityEdit.Target? {
    guard syntax.store == nil, entity(named: syntax.name.text) == nil else { return nil }
    switch scope.variable(syntax.name.text) {
    case .value:
      let identifiers = try identifiers(of: [.variable(syntax.name)])
      _ = try enterObjects(identifiers, at: syntax.span)
      guard conditions.isEmpty else {
        throw Diagnostic(
          .clauseNotAllowed, "`where` cannot be used with objects named one by one",
          at: conditions[0].span)
      }
      return .objects(identifiers)
    case .query:
      let clauses = conditions.map {
        ClauseSyntax(kind: .where($0), word: .where, span: $0.span)
      }
      let base = try query(
        QuerySyntax(
          verb: .fetch, subject: .entity(syntax), clauses: clauses, span: syntax.span))
      guard base.output == .objects else {
        throw Diagnostic(
          .typeMismatch, "`\(syntax.name.text)` gives rows or a number, not objects",
          at: syntax.span)
      }
      return .matching(base.descriptor)
    case nil: return nil
    }
  }

  /// `bob.friends += #3` with a to-many relationship is an append.
  private mutating func memberEdit(
    _ assignment: AssignmentSyntax, of object: PersistentIdentifier
  ) throws(Diagnostic) -> EntityEdit? {
    guard assignment.operation == .add || assignment.operation == .subtract,
      let entity = elements.first?.type, case .object(let name) = entity
    else { return nil }
    let place = try place(assignment.path, of: name)
    guard case .objects = place.type else { return nil }
    let values = try members(of: place, [assignment.value])
    return assignment.operation == .add
      ? .append(to: object, place.path, values) : .remove(from: object, place.path, values)
  }

  private mutating func members(
    _ reference: ReferenceSyntax, _ path: PathSyntax, _ values: [ExpressionSyntax]
  ) throws(Diagnostic) -> (PersistentIdentifier, AttributePath, [EntityExpression]) {
    let identifiers = try identifiers(of: [reference])
    let entity = try enterObjects(identifiers, at: reference.span)
    guard identifiers.count == 1 else {
      throw Diagnostic(
        .typeMismatch, "expected one object, found \(identifiers.count)", at: reference.span)
    }
    try requireWritable(entity, at: reference.span)
    elements = [Element(type: .object(entity))]
    let place = try place(path, of: entity)
    return (identifiers[0], place.path, try members(of: place, values))
  }
}

extension TargetSyntax {
  var span: Range<Int> {
    switch self {
    case .entity(let entity, _, _): entity.span
    case .objects(let references):
      (references.first?.span.lowerBound ?? 0)..<(references.last?.span.upperBound ?? 0)
    }
  }
}
