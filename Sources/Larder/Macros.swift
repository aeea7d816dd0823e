public import LarderCore
import Observation

/// Makes a class a model: its stored properties are kept by a store, and observed.
@attached(
  member, conformances: Observable, PersistentModel, Sendable, names: named(_$backingData),
  named(persistentBackingData), named(schemaMetadata), named(init), named(_$observationRegistrar),
  named(identityKeyPaths), named(modelObservationRegistrar), named(_SwiftDataNoType),
  named(access), named(withMutation))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "LarderMacros", type: "ModelMacro")

/// Says more of an attribute than its type does.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "LarderMacros", type: "AttributeMacro")

/// Says more of a relationship than its type does; one of two mirrored properties is enough.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "LarderMacros", type: "RelationshipMacro")

/// Leaves a stored property out of the schema.
@attached(peer)
public macro Transient() = #externalMacro(module: "LarderMacros", type: "TransientMacro")

/// Sets of properties whose values together may stand only once.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "LarderMacros", type: "UniqueMacro")

/// Sets of properties by which objects are to be found fast.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "LarderMacros", type: "IndexMacro")

/// Indices of given kinds.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "LarderMacros", type: "IndexMacro")

/// What `@Model` puts at every property that a store keeps.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty() =
  #externalMacro(module: "LarderMacros", type: "PersistedPropertyMacro")

/// Gives an actor a context of its own, and the initialiser that makes it.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "LarderMacros", type: "ModelActorMacro")
