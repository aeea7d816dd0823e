public import LarderCore

/// Reading what a snapshot holds, which SwiftData leaves to its coding.
extension DefaultSnapshot {
  /// The stored form of a property's value; nil where the entity has no such property.
  public subscript(property: String) -> AttributeValue? {
    let name = AttributeName(property)
    return snapshot.layout.slot(of: name).map { snapshot.values[$0] ?? .null }
  }

  /// The value of an attribute; nil where it is no attribute of this entity.
  public subscript<T: PersistentModel, Value: Decodable>(
    keyPath: KeyPath<T, Value>
  ) -> Value? {
    value(at: keyPath).flatMap { try? $0.decoded(as: Value.self) }
  }

  /// What a relationship leads to; nil where it leads nowhere.
  public subscript<T: PersistentModel, Destination: PersistentModel>(
    keyPath: KeyPath<T, Destination?>
  ) -> PersistentIdentifier? { value(at: keyPath)?.asIdentifier }

  /// What a required relationship leads to.
  public subscript<T: PersistentModel, Destination: PersistentModel>(
    keyPath: KeyPath<T, Destination>
  ) -> PersistentIdentifier? { value(at: keyPath)?.asIdentifier }

  /// What a relationship leads to, in order.
  public subscript<T: PersistentModel, Destination: PersistentModel>(
    keyPath: KeyPath<T, [Destination]>
  ) -> [PersistentIdentifier] { value(at: keyPath).identifierList }

  private func value(at keyPath: AnyKeyPath) -> AttributeValue? {
    ModelPaths.path(of: keyPath)?.names.first.flatMap { self[$0.rawValue] }
  }
}
