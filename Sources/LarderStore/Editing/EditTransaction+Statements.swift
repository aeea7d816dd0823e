import LarderCore

extension EditTransaction {
  /// Carries out edits whose expressions hold no fetches any more.
  func perform(_ edits: [EntityEdit]) throws {
    try WorkProgress.shared.track("editing", of: edits.count > 1 ? edits.count : nil) {
      for edit in edits {
        try interrupter.checkCancellation()
        try carryOut(edit)
        WorkProgress.shared.advance()
      }
    }
    try finish()
  }

  private func carryOut(_ edit: EntityEdit) throws {
    switch edit {
    case .insert(let entity, let assignments): try insert(entity, assignments)
    case .update(let target, let assignments): try update(target, assignments)
    case .delete(let target):
      let identifiers = try objects(of: target).map(\.identifier)
      try delete(identifiers)
    case .append(let identifier, let path, let values):
      try changeCollection(identifier, path, values, isRemoval: false)
    case .remove(let identifier, let path, let values):
      try changeCollection(identifier, path, values, isRemoval: true)
    }
  }

  private func objects(of target: EntityEdit.Target) throws -> [EntitySnapshot] {
    switch target {
    case .matching(let descriptor): return try fetch(descriptor)
    case .objects(let identifiers):
      try attached.read(identifiers)
      var seen: Set<PersistentIdentifier> = []
      return try identifiers.filter { seen.insert($0).inserted }.map(existing)
    }
  }

  private func insert(
    _ name: EntityName, _ assignments: [EntityEdit.Assignment]
  ) throws {
    let entity = try entity(name)
    try checkWritable(entity)
    guard !entity.isAbstract else {
      throw PersistenceError(
        .unsupported, entity: name, detail: "the entity is abstract and has no objects of its own")
    }
    let layout = try attached.layout(of: name)
    let related = makeRelatedObjects(for: assignments)
    let values = try assignments.map { assignment in
      let evaluator = try ExpressionEvaluator(
        assignment.value, entity: name, schema: schema, environment: environment, mode: .edit)
      return (assignment.path, try evaluator.constantValue(objects: related.lookup) ?? .null)
    }
    try related.throwFailure()

    let identifier = minter.mint(for: name)
    var snapshot = initialSnapshot(identifier, layout)
    var links: [(EntitySchema.Relationship, AttributeValue)] = []
    for (path, value) in values {
      if let relationship = try relationship(path, of: name) {
        links.append((relationship, value))
      } else {
        try assign(value, to: path, of: &snapshot)
      }
    }
    if policy == .upsert, let holder = try holder(of: snapshot) {
      return try assign(values, to: holder)
    }
    try checkRequiredAttributes(of: snapshot)
    try write(snapshot, for: identifier, cause: .statement)
    for (relationship, value) in links {
      try setRelationship(relationship, of: identifier, to: value)
    }
  }

  func initialSnapshot(
    _ identifier: PersistentIdentifier, _ layout: EntityLayout
  ) -> EntitySnapshot {
    let name = layout.entityName
    var snapshot = EntitySnapshot(
      identifier: identifier, layout: layout,
      values: Array(repeating: nil, count: layout.names.count))
    for attribute in schema.allAttributes(of: name) {
      snapshot[attribute.name] = attribute.defaultValue
    }
    for relationship in schema.allRelationships(of: name) {
      snapshot[relationship.name] = relationship.isToMany ? .array([]) : .null
    }
    return snapshot
  }

  private func update(
    _ target: EntityEdit.Target, _ assignments: [EntityEdit.Assignment]
  ) throws {
    let targets = try objects(of: target)
    // All right sides are evaluated before anything is written.
    let values = try self.values(of: assignments, for: targets)
    guard targets.count > 1 else {
      for (snapshot, values) in zip(targets, values) { try assign(values, to: snapshot.identifier) }
      return
    }
    try WorkProgress.shared.track("editing", of: targets.count) {
      for (snapshot, values) in zip(targets, values) {
        try interrupter.checkCancellation()
        try assign(values, to: snapshot.identifier)
        WorkProgress.shared.advance()
      }
    }
  }

  private func values(
    of assignments: [EntityEdit.Assignment], for targets: [EntitySnapshot]
  ) throws -> [[(AttributePath, AttributeValue)]] {
    let related = makeRelatedObjects(for: assignments)
    let loaded = try related.load(targets)
    var evaluators: [EntityName: [ExpressionEvaluator]] = [:]
    return try loaded.map { snapshot in
      let entity = snapshot.entityName
      let known = try evaluators[entity] ?? makeEvaluators(assignments, entity)
      evaluators[entity] = known
      let values = try zip(assignments, known).map { assignment, evaluator in
        do {
          let value = try evaluator.value(of: snapshot, objects: related.lookup)
          return (assignment.path, value ?? .null)
        } catch let error as PersistenceError where error.attribute == nil {
          throw error.naming(snapshot.identifier, assignment.path.names.first)
        }
      }
      try related.throwFailure()
      return values
    }
  }

  private func makeRelatedObjects(
    for assignments: [EntityEdit.Assignment]
  ) -> RelatedObjects {
    var use = PropertyUse(schema: schema)
    for assignment in assignments { use.add(assignment.value) }
    // Asked where they are, for a copy would be made whole by the first write.
    return RelatedObjects(store: attached.store, use: use) { [attached] in
      attached.pending.answer(for: $0)
    }
  }

  private func makeEvaluators(
    _ assignments: [EntityEdit.Assignment], _ entity: EntityName
  ) throws -> [ExpressionEvaluator] {
    try assignments.map {
      try ExpressionEvaluator(
        $0.value, entity: entity, schema: schema, environment: environment, mode: .edit)
    }
  }

  private func assign(
    _ values: [(AttributePath, AttributeValue)], to identifier: PersistentIdentifier
  ) throws {
    var snapshot = try existing(identifier)
    try checkWritable(entity(snapshot.entityName))
    var links: [(EntitySchema.Relationship, AttributeValue)] = []
    for (path, value) in values {
      if let relationship = try relationship(path, of: snapshot.entityName) {
        links.append((relationship, value))
      } else {
        try assign(value, to: path, of: &snapshot)
      }
    }
    try write(snapshot, for: identifier, cause: .statement)
    for (relationship, value) in links {
      try setRelationship(relationship, of: identifier, to: value)
    }
  }

  private func changeCollection(
    _ identifier: PersistentIdentifier, _ path: AttributePath, _ expressions: [EntityExpression],
    isRemoval: Bool
  ) throws {
    var snapshot = try existing(identifier)
    try checkWritable(entity(snapshot.entityName))
    let assignments = expressions.map { EntityEdit.Assignment(path, $0) }
    let rows = try self.values(of: assignments, for: [snapshot])
    let values = rows.flatMap { $0.map(\.1) }
    if let relationship = try relationship(path, of: snapshot.entityName) {
      return try changeRelationship(
        relationship, of: identifier, values: values, isRemoval: isRemoval)
    }
    let old = try elements(at: path, of: snapshot)
    let new =
      isRemoval
      ? old.filter { element in !values.contains { AttributeValue.areEqual($0, element) } }
      : old + values
    guard new != old else { return }
    try assign(.array(new), to: path, of: &snapshot)
    try write(snapshot, for: identifier, cause: .statement)
  }

  private func elements(
    at path: AttributePath, of snapshot: EntitySnapshot
  ) throws -> [AttributeValue] {
    switch try value(at: path, of: snapshot) {
    case nil, .null?: return []
    case .array(let elements)?: return elements
    case let value?:
      throw PersistenceError(
        .wrongKind, identifier: snapshot.identifier, attribute: path.names.first, value: value,
        detail: "expected an array, found \(value.kind.rawValue)")
    }
  }
}

extension PersistenceError {
  /// The same error, saying where it arose.
  func naming(_ object: PersistentIdentifier, _ property: AttributeName?) -> PersistenceError {
    PersistenceError(
      code, identifier: object, attribute: attribute ?? property, value: value, detail: detail,
      conflicts: conflicts, underlyingError: underlyingError)
  }
}
