import LarderCore

/// Values as the Swift types of their properties.
extension ModelStorage {
  /// The value of an attribute; `nil` where what is stored is no such value.
  func decoded<Value: Decodable>(_ key: AnyKeyPath, as type: Value.Type = Value.self) -> Value? {
    let stored = attribute(at: slot(of: key)) ?? .null
    return try? stored.decoded(as: type)
  }

  func decoded<Value: Decodable>(_ key: AnyKeyPath) -> Value {
    let slot = slot(of: key)
    let stored = attribute(at: slot) ?? .null
    do {
      return try stored.decoded(as: Value.self)
    } catch {
      noteUnreadable(stored, at: slot, as: Value.self, error)
      return substitute(at: slot)
    }
  }

  func encode(_ value: some Encodable, _ key: AnyKeyPath) {
    do {
      setAttribute(try AttributeValue(encoding: value), at: slot(of: key))
    } catch {
      note(
        PersistenceError(
          .wrongKind, identifier: identifier, attribute: table.properties[slot(of: key)].name,
          detail: "the \(type(of: value)) does not encode: \(error)", underlyingError: error))
    }
  }

  func transformed<Value>(_ key: AnyKeyPath) -> Value {
    guard let type = Value.self as? any Decodable.Type,
      let result = decoded(key, as: type) as? Value
    else {
      preconditionFailure("\(Value.self) has no form that a store keeps: it is not Codable.")
    }
    return result
  }

  func transform<Value>(_ value: Value, _ key: AnyKeyPath) {
    guard let encodable = value as? any Encodable else {
      preconditionFailure("\(Value.self) has no form that a store keeps: it is not Codable.")
    }
    encode(encodable, key)
  }

  func destination<Value: PersistentModel>(_ key: AnyKeyPath) -> Value? {
    destinations(at: slot(of: key)).first as? Value
  }

  func requiredDestination<Value: PersistentModel>(_ key: AnyKeyPath) -> Value {
    let value: Value? = destination(key)
    return value ?? missingDestination(at: slot(of: key))
  }

  func collection<Value: RelationshipCollection>(_ key: AnyKeyPath) -> Value {
    let models = destinations(at: slot(of: key))
    guard let value = models.compactMap({ $0 as? Value.PersistentElement }) as? Value else {
      preconditionFailure("\(Value.self) cannot be the value of a relationship.")
    }
    return value
  }

  func setDestinations(
    _ models: [any PersistentModel], _ key: AnyKeyPath, owner: (any PersistentModel)? = nil
  ) {
    setDestinations(models, at: slot(of: key), owner: owner)
  }
}

extension RelationshipCollection {
  /// The objects of the collection, whatever it is.
  var models: [any PersistentModel] {
    if let array = self as? [PersistentElement] { return array }
    let optional = self as? any OptionalType
    return optional?.wrappedValue as? [PersistentElement] ?? []
  }
}
