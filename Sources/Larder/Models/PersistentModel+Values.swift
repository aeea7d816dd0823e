import LarderCore

/// Reading: what the accessors that `@Model` writes call.
///
/// A model that is Codable itself is a model all the same.
extension PersistentModel {
  public func getValue<Value: Decodable>(forKey key: KeyPath<Self, Value>) -> Value {
    storage.decoded(key)
  }

  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value>) -> Value {
    storage.requiredDestination(key)
  }

  public func getValue<Value: PersistentModel & Decodable>(
    forKey key: KeyPath<Self, Value>
  ) -> Value { storage.requiredDestination(key) }

  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Self, Value?>) -> Value? {
    storage.destination(key)
  }

  public func getValue<Value: PersistentModel & Decodable>(
    forKey key: KeyPath<Self, Value?>
  ) -> Value? { storage.destination(key) }

  public func getValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement { storage.collection(key) }

  public func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
    forKey key: KeyPath<Self, Value>
  ) -> Value where OtherModel == Value.PersistentElement { storage.collection(key) }

  public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value {
    storage.transformed(key)
  }
}

/// Writing, likewise.
extension PersistentModel {
  public func setValue<Value: Encodable>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    storage.encode(newValue, key)
  }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) { storage.setDestinations([newValue], key, owner: self) }

  public func setValue<Value: PersistentModel & Encodable>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) { storage.setDestinations([newValue], key, owner: self) }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Self, Value?>, to newValue: Value?
  ) { storage.setDestinations(newValue.map { [$0] } ?? [], key, owner: self) }

  public func setValue<Value: PersistentModel & Encodable>(
    forKey key: KeyPath<Self, Value?>, to newValue: Value?
  ) { storage.setDestinations(newValue.map { [$0] } ?? [], key, owner: self) }

  public func setValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, key, owner: self)
  }

  public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey key: KeyPath<Self, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, key, owner: self)
  }

  public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    storage.transform(newValue, key)
  }
}
