import LarderCore

/// Reading, of whoever has no instance that could be asked.
extension BackingData {
  public func getValue<Value: Decodable>(forKey key: KeyPath<Model, Value>) -> Value {
    storage.decoded(key)
  }

  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Model, Value>) -> Value {
    storage.requiredDestination(key)
  }

  public func getValue<Value: PersistentModel & Decodable>(
    forKey key: KeyPath<Model, Value>
  ) -> Value { storage.requiredDestination(key) }

  public func getValue<Value: PersistentModel>(forKey key: KeyPath<Model, Value?>) -> Value? {
    storage.destination(key)
  }

  public func getValue<Value: PersistentModel & Decodable>(
    forKey key: KeyPath<Model, Value?>
  ) -> Value? { storage.destination(key) }

  public func getValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement { storage.collection(key) }

  public func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
    forKey key: KeyPath<Model, Value>
  ) -> Value where OtherModel == Value.PersistentElement { storage.collection(key) }

  public func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
    storage.transformed(key)
  }
}

/// Writing, before there is an instance: what the initial values of properties go through.
extension BackingData {
  public func setValue<Value: Encodable>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
    storage.encode(newValue, key)
  }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) { storage.setDestinations([newValue], key) }

  public func setValue<Value: PersistentModel & Encodable>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) { storage.setDestinations([newValue], key) }

  public func setValue<Value: PersistentModel>(
    forKey key: KeyPath<Model, Value?>, to newValue: Value?
  ) { storage.setDestinations(newValue.map { [$0] } ?? [], key) }

  public func setValue<Value: PersistentModel & Encodable>(
    forKey key: KeyPath<Model, Value?>, to newValue: Value?
  ) { storage.setDestinations(newValue.map { [$0] } ?? [], key) }

  public func setValue<Value: RelationshipCollection, OtherModel>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, key)
  }

  public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
    forKey key: KeyPath<Model, Value>, to newValue: Value
  ) where OtherModel == Value.PersistentElement {
    storage.setDestinations(newValue.models, key)
  }

  public func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
    storage.transform(newValue, key)
  }
}
