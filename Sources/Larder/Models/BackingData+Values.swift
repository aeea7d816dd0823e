import LarderCore

/// Writing initial values, before there is an instance that could be asked.
extension BackingData {
  public func setValue<Value: Encodable>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
    storage.encode(newValue, key)
  }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) {
    storage.setDestinations([newValue], at: storage.slot(of: key), owner: nil)
  }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    storage.setDestinations(newValue.map { [$0] } ?? [], at: storage.slot(of: key), owner: nil)
  }

  public func setValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, at: storage.slot(of: key), owner: nil)
  }

  public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, at: storage.slot(of: key), owner: nil)
  }

  public func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
    guard let encodable = newValue as? any Encodable else {
      preconditionFailure("\(Value.self) has no form that a store keeps: it is not Codable.")
    }
    storage.encode(encodable, key)
  }
}
