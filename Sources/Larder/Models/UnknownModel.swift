import Observation

/// An object of an entity that a container has no class for: it has nothing but its identity.
final class UnknownModel: PersistentModel {
  var persistentBackingData: any BackingData<UnknownModel>

  init(backingData: any BackingData<UnknownModel>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] { [] }
}
