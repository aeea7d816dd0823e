import LarderCore

/// Properties of an entity whose values together may stand only once.
struct UniquenessConstraint: Hashable {
  /// The entity that declares it; it holds for everything below, too.
  let entity: EntityName
  let names: [AttributeName]

  /// What may stand only once; `nil` where one of the values is null, which may stand often.
  func key(of snapshot: EntitySnapshot) -> UniqueKey? {
    let values = names.map { ValueKey(snapshot[$0]) }
    guard !values.contains(where: { $0.value == nil || $0.value == .null }) else { return nil }
    return UniqueKey(constraint: self, values: values)
  }

  func violation(
    by snapshot: EntitySnapshot, holder: PersistentIdentifier
  ) -> PersistenceError {
    let value = names.first.flatMap { snapshot[$0] }
    return PersistenceError(
      .notUnique, identifier: snapshot.identifier, attribute: names.first, value: value,
      detail: "\(holder) holds the same \(names.map(\.rawValue).joined(separator: ", "))")
  }

  /// The condition that holds for the objects with one of some keys.
  func condition(for keys: [UniqueKey]) -> EntityPredicate {
    if names.count == 1, let name = names.first, keys.count > 1 {
      let values = keys.compactMap { $0.values.first?.value }
      return .membership(.path(AttributePath(name)), in: .value(.array(values)))
    }
    let alternatives = keys.map { key in
      EntityPredicate.and(
        zip(names, key.values).map { name, value in
          .comparison(.equal, .path(AttributePath(name)), .value(value.value ?? .null))
        })
    }
    return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
  }
}

/// The values of one object under a constraint.
struct UniqueKey: Hashable {
  let constraint: UniquenessConstraint
  let values: [ValueKey]
}

extension EntitySchema {
  /// Every constraint, those of single attributes first.
  var uniquenessConstraints: [UniquenessConstraint] {
    entities.flatMap { entity in
      entity.attributes.filter(\.isUnique).map {
        UniquenessConstraint(entity: entity.name, names: [$0.name])
      } + entity.uniquenessConstraints.map { UniquenessConstraint(entity: entity.name, names: $0) }
    }
  }
}
