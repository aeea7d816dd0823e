import LarderCore

extension PersistentModel {
  /// Makes an instance over a storage.
  static func instance(over storage: ModelStorage) -> Self {
    Self(backingData: DefaultBackingData<Root>(storage: storage))
  }

  /// Makes an instance that has nothing but its identity.
  static func stub(for identifier: PersistentIdentifier) -> Self {
    let storage = ModelStorage(of: self)
    storage.identifier = identifier
    return instance(over: storage)
  }
}

extension AttributeValue? {
  /// The identifiers of a relationship's value, in order.
  var identifierList: [PersistentIdentifier] {
    switch self {
    case .identifier(let identifier): [identifier]
    case .array(let elements): elements.compactMap(\.asIdentifier)
    default: []
    }
  }
}
