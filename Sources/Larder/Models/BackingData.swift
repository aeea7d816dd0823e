public import LarderCore

/// Where a model instance keeps its values.
public protocol BackingData<Model> {
  associatedtype Model: PersistentModel

  /// Makes the storage of a new object, with a temporary identifier.
  init(for modelType: Model.Type)

  var persistentModelID: PersistentIdentifier? { get set }

  /// The values themselves, which do not know the model's type.
  var storage: ModelStorage { get }
}

extension BackingData {
  public var persistentModelID: PersistentIdentifier? {
    get { storage.identifier }
    set { if let newValue { storage.identifier = newValue } }
  }

  /// The properties, for whoever knows what they are.
  public var metadata: Any { storage.table.properties }

  /// Takes over what an instance of a class below was given before there was this storage.
  public func adopting<Subclass: PersistentModel>(
    _ other: any BackingData<Subclass>, for type: Subclass.Type
  ) -> Self {
    storage.adopt(other.storage)
    return self
  }

  /// Says that nothing is to be taken over from this storage.
  public func discard() { storage.isAdopted = true }
}

/// The storage that every model has unless it was given another.
struct DefaultBackingData<Model: PersistentModel>: BackingData {
  let storage: ModelStorage

  init(for modelType: Model.Type) { storage = ModelStorage(of: modelType) }

  init(storage: ModelStorage) { self.storage = storage }
}
