import SwiftData

// Each function names members of the public surface with their types, so that this does not compile when
// one is missing. They are not called.

@Model
final class SurfaceModel {
  #Unique<SurfaceModel>([\.name], [\.name, \.number])
  #Index<SurfaceModel>(.binary([\.name]), .rtree([\.number]))

  @Attribute(.unique, .externalStorage, originalName: "title", hashModifier: "1") var name: String
  @Attribute(.ephemeral) var number: Int = 0
  @Attribute(.transformable(by: "Transformer")) var link: URL?
  @Relationship(
    .unique, deleteRule: .cascade, minimumModelCount: 0, maximumModelCount: 9,
    originalName: "old", inverse: \SurfaceOther.owner, hashModifier: "2")
  var others: [SurfaceOther] = []
  @Relationship var other: SurfaceOther?
  @Transient var taps = 0

  init(name: String) { self.name = name }
}

@Model
class SurfaceOther {
  #Index<SurfaceOther>([\.note])

  var owner: SurfaceModel?
  var note: String = ""

  init() {}
}

@ModelActor
actor SurfaceActor {
  func work(_ identifier: PersistentIdentifier) {
    let _: ModelContext = modelContext
    let _: SurfaceModel? = self[identifier, as: SurfaceModel.self]
  }
}

private func persistentModel<M: PersistentModel>(_ model: M, _ backing: any BackingData<M.Root>) {
  let made: M = M(backingData: backing)
  let box: any BackingData<M.Root> = made.persistentBackingData
  made.persistentBackingData = box
  let _: [Schema.PropertyMetadata] = M.schemaMetadata
  let _: ModelContext? = model.modelContext
  let _: PersistentIdentifier = model.persistentModelID
  let _: Bool = model.hasChanges
  let _: Bool = model.isDeleted
  let _: Bool = model == made
  let _: Int = model.hashValue
  let _: any Observable = model
}

private func values(_ model: SurfaceModel, _ other: SurfaceOther) {
  let _: PersistentIdentifier = model.id
  let _: any BackingData<SurfaceModel> = SurfaceModel.createBackingData()
  let _: String = model.getValue(forKey: \.name)
  let _: SurfaceOther? = model.getValue(forKey: \.other)
  let _: [SurfaceOther] = model.getValue(forKey: \.others)
  let _: URL? = model.getTransformableValue(forKey: \.link)
  model.setValue(forKey: \.name, to: "b")
  model.setValue(forKey: \.other, to: other)
  model.setValue(forKey: \.others, to: [other])
  model.setTransformableValue(forKey: \.link, to: nil)
}

private func required<M: PersistentModel, Value: PersistentModel>(
  _ model: M, _ key: KeyPath<M, Value>, _ value: Value
) {
  let _: Value = model.getValue(forKey: key)
  model.setValue(forKey: key, to: value)
}

private func collections<C: RelationshipCollection>(_ type: C.Type) -> any PersistentModel.Type {
  C.PersistentElement.self
}

private func relationshipCollections() {
  _ = collections([SurfaceModel].self)
  _ = collections([SurfaceModel]?.self)
}

private func backingData<B: BackingData>(
  _ type: B.Type, _ key: KeyPath<B.Model, String>, _ link: KeyPath<B.Model, SurfaceOther>,
  _ optional: KeyPath<B.Model, SurfaceOther?>, _ many: KeyPath<B.Model, [SurfaceOther]>
) {
  var backing: B = B(for: B.Model.self)
  let identifier: PersistentIdentifier? = backing.persistentModelID
  backing.persistentModelID = identifier
  let _: Any = backing.metadata
  let text: String = backing.getValue(forKey: key)
  let other: SurfaceOther = backing.getValue(forKey: link)
  let maybe: SurfaceOther? = backing.getValue(forKey: optional)
  let others: [SurfaceOther] = backing.getValue(forKey: many)
  let transformed: String = backing.getTransformableValue(forKey: key)
  backing.setValue(forKey: key, to: text)
  backing.setValue(forKey: link, to: other)
  backing.setValue(forKey: optional, to: maybe)
  backing.setValue(forKey: many, to: others)
  backing.setTransformableValue(forKey: key, to: transformed)
}

private func identifiers(_ identifier: PersistentIdentifier, _ decoder: any Decoder) throws {
  let _: PersistentIdentifier.ID = identifier.id
  let _: any Hashable & Sendable = identifier.id
  let _: any Identifiable = identifier
  let _: String = identifier.entityName
  let _: String? = identifier.storeIdentifier
  let _: Bool = identifier.isTemporary
  let made: PersistentIdentifier = try .identifier(
    for: "store", entityName: "Trip", primaryKey: UUID())
  let _: Bool = made < identifier
  let _: any Codable & Comparable & Hashable & Sendable = made
  let _: PersistentIdentifier = try PersistentIdentifier(from: decoder)
}
