import LarderCore

/// Values as the Swift types of their properties.
extension ModelStorage {
  /// The value of an attribute; `nil` where what is stored is no such value.
  func decoded<Value: Decodable>(_ key: AnyKeyPath, as type: Value.Type = Value.self) -> Value? {
    let stored = attribute(at: slot(of: key)) ?? .null
    return try? stored.decoded(as: type)
  }

  func decoded<Value: Decodable>(_ key: AnyKeyPath) -> Value {
    let stored = attribute(at: slot(of: key)) ?? .null
    do {
      return try stored.decoded(as: Value.self)
    } catch {
      preconditionFailure("\(identifier): the stored value is no \(Value.self): \(error)")
    }
  }

  func encode(_ value: some Encodable, _ key: AnyKeyPath) {
    do {
      setAttribute(try AttributeValue(encoding: value), at: slot(of: key))
    } catch {
      preconditionFailure("\(identifier): a value that does not encode: \(error)")
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
    guard let value: Value = destination(key) else {
      preconditionFailure("\(identifier): a required relationship to \(Value.self) leads nowhere.")
    }
    return value
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
