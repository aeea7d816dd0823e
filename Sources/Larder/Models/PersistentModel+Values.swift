import LarderCore

/// Reading: what the accessors that `@Model` writes call.
extension PersistentModel {
  public func getValue<Value: Decodable>(forKey key: KeyPath<Self, Value>) -> Value {
    storage.decoded(key)
  }

  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>) -> Value {
    guard let value = storage.destinations(at: storage.slot(of: key)).first as? Value else {
      preconditionFailure(
        "\(persistentModelID): a required relationship to \(Value.self) leads nowhere.")
    }
    return value
  }

  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value?>) -> Value? {
    storage.destinations(at: storage.slot(of: key)).first as? Value
  }

  public func getValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement {
    collection(key)
  }

  public func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
    forKey key: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement {
    collection(key)
  }

  public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value {
    guard let type = Value.self as? any Decodable.Type, let value = storage.decoded(key, as: type),
      let result = value as? Value
    else {
      preconditionFailure("\(Value.self) has no form that a store keeps: it is not Codable.")
    }
    return result
  }

  private func collection<Value: RelationshipCollection>(_ key: KeyPath<Self, Value>) -> Value {
    let models = storage.destinations(at: storage.slot(of: key))
    guard let value = models.compactMap({ $0 as? Value.PersistentElement }) as? Value else {
      preconditionFailure("\(Value.self) cannot be the value of a relationship.")
    }
    return value
  }
}

/// Writing, likewise.
extension PersistentModel {
  public func setValue<Value: Encodable>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    storage.encode(newValue, key)
  }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) {
    storage.setDestinations([newValue], at: storage.slot(of: key), owner: self)
  }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value?>, to newValue: Value?
  ) {
    storage.setDestinations(newValue.map { [$0] } ?? [], at: storage.slot(of: key), owner: self)
  }

  public func setValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, at: storage.slot(of: key), owner: self)
  }

  public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, at: storage.slot(of: key), owner: self)
  }

  public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    guard let encodable = newValue as? any Encodable else {
      preconditionFailure("\(Value.self) has no form that a store keeps: it is not Codable.")
    }
    storage.encode(encodable, key)
  }
}

extension ModelStorage {
  /// The value of an attribute as its Swift type.
  func decoded<Value: Decodable>(_ key: AnyKeyPath, as type: Value.Type = Value.self) -> Value? {
    let stored = attribute(at: slot(of: key)) ?? .null
    return try? stored.decoded(as: type)
  }

  fileprivate func decoded<Value: Decodable>(_ key: AnyKeyPath) -> Value {
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
}

extension RelationshipCollection {
  /// The objects of the collection, whatever it is.
  var models: [any PersistentModel] {
    if let array = self as? [PersistentElement] { return array }
    let optional = self as? any OptionalType
    return optional?.wrappedValue as? [PersistentElement] ?? []
  }
}
