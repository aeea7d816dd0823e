import LarderCore

extension AttachedStore {
  /// Checks every pending change against the schema, before the store sees anything.
  ///
  /// - Throws: `save.required-value-missing`, `save.count-out-of-range`, `store.not-unique`.
  func validate(environment: EvaluationEnvironment, _ interrupter: Interrupter) throws {
    let changes = pending.inOrder
    for change in changes {
      try interrupter.checkCancellation()
      guard let snapshot = change.current else { continue }
      try checkAttributes(of: snapshot, since: change.baseline)
      try checkRelationships(of: snapshot, since: change.baseline)
    }
    try checkUniqueness(
      of: changes.compactMap(\.current), environment: environment, interrupter)
  }

  private func checkAttributes(
    of snapshot: EntitySnapshot, since baseline: EntitySnapshot?
  ) throws {
    let blueprint = try blueprint(of: snapshot.entityName)
    for slot in blueprint.requiredSlots {
      let name = blueprint.layout.names[slot]
      guard snapshot.value(of: name, expectedAt: slot).isNil,
        baseline.map({ !$0[name].isNil }) ?? true
      else { continue }
      throw PersistenceError(
        .requiredValueMissing, identifier: snapshot.identifier, attribute: name)
    }
  }

  private func checkRelationships(
    of snapshot: EntitySnapshot, since baseline: EntitySnapshot?
  ) throws {
    for relationship in try blueprint(of: snapshot.entityName).allRelationships {
      let value = snapshot[relationship.name]
      if let baseline, baseline[relationship.name] == value { continue }
      if relationship.isToMany {
        try checkCount(of: relationship, snapshot)
      } else if !relationship.isOptional, value.isNil {
        throw PersistenceError(
          .requiredValueMissing, identifier: snapshot.identifier, attribute: relationship.name)
      }
    }
  }

  private func checkCount(
    of relationship: EntitySchema.Relationship, _ snapshot: EntitySnapshot
  ) throws {
    let count = snapshot[relationship.name].identifiers.count
    let problem: String
    if let minimum = relationship.minimumCount, count < minimum {
      problem = "expected at least \(minimum), found \(count)"
    } else if let maximum = relationship.maximumCount, maximum > 0, count > maximum {
      problem = "expected at most \(maximum), found \(count)"
    } else {
      return
    }
    throw PersistenceError(
      .countOutOfRange, identifier: snapshot.identifier, attribute: relationship.name,
      detail: problem)
  }
}
