import LarderCore

/// What getters answer with where a store holds what the model's class cannot have.
///
/// A getter cannot throw: the context's next save does.
extension ModelStorage {
  func note(_ error: PersistenceError) {
    if let context {
      context.note(error)
    } else {
      failure = failure ?? error
    }
  }

  func noteUnreadable(
    _ stored: AttributeValue, at slot: Int, as type: any Any.Type, _ error: any Error
  ) {
    let isGone = core != nil && snapshot == nil
    note(
      PersistenceError(
        isGone ? .objectNotFound : .wrongKind, identifier: identifier,
        attribute: isGone ? nil : table.properties[slot].name,
        detail: isGone ? nil : "the store holds \(stored.kind.rawValue) that is no \(type)",
        underlyingError: error))
  }

  /// The property's default, else nil, else an empty value.
  func substitute<Value: Decodable>(at slot: Int) -> Value {
    if let value = table.properties[slot].defaultValue as? Value { return value }
    if let value = try? AttributeValue.null.decoded(as: Value.self) { return value }
    guard let value = ShapeProbe.sample(Value.self) else {
      preconditionFailure(
        "\(identifier) has no value for \(table.properties[slot].name), nor has \(Value.self) "
          + "an empty one: give the property a default.")
    }
    return value
  }

  /// A model that no context has, in place of one that a required relationship leads to.
  func missingDestination<Value: PersistentModel>(at slot: Int) -> Value {
    let name = table.properties[slot].name
    let wanted = snapshot?[name]?.asIdentifier
    note(
      wanted.map { PersistenceError(.objectNotFound, identifier: $0) }
        ?? PersistenceError(.requiredValueMissing, identifier: identifier, attribute: name))
    let storage = ModelStorage(of: Value.self)
    if let wanted { storage.identifier = wanted }
    return Value.instance(over: storage)
  }
}
