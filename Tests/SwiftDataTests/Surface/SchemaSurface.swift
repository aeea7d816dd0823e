import SwiftData

private func schemas(_ types: [any PersistentModel.Type], _ url: URL) throws {
  let _: Schema = Schema()
  let _: Schema = Schema(Schema.Entity("A"), version: Schema.Version(1, 0, 0))
  let _: Schema = Schema(types, version: Schema.Version(1, 0, 0))
  let _: Schema = Schema(SurfaceModel.self, SurfaceOther.self, version: Schema.Version(1, 0, 0))
  let schema: Schema = Schema(versionedSchema: SurfaceVersion.self)
  let _: Schema.Version = Schema.schemaEncodingVersion
  let _: Schema.Version = schema.encodingVersion
  let _: Schema.Version = schema.version
  let _: [Schema.Entity] = schema.entities
  let _: [String: Schema.Entity] = schema.entitiesByName
  try schema.save(to: url)
  let _: Schema = try Schema.load(from: url)
  let _: Schema.Entity? = schema.entity(for: SurfaceModel.self)
  let _: String = Schema.entityName(for: SurfaceModel.self)
  let _: any Codable & Hashable & Sendable & CustomDebugStringConvertible = schema
}

private func versions(_ version: Schema.Version) {
  let _: Int = version.major
  let _: Int = version.minor
  let _: Int = version.patch
  let _: any Codable & Comparable & CustomStringConvertible & Hashable & Sendable = version
}

private func metadata() -> Schema.PropertyMetadata {
  let _: Schema.PropertyMetadata = Schema.PropertyMetadata(
    name: "name", keypath: \SurfaceModel.name)
  return Schema.PropertyMetadata(
    name: "name", keypath: \SurfaceModel.name, defaultValue: "a", metadata: Schema.Attribute())
}

private func attributes() {
  let _: Schema.Attribute = Schema.Attribute(.unique, originalName: "a", hashModifier: "b")
  let attribute: Schema.Attribute = Schema.Attribute(
    name: "a", originalName: "b", options: [.unique], valueType: Int.self, defaultValue: 1,
    hashModifier: "c")
  let _: String = attribute.name
  let _: String = attribute.originalName
  let _: [Schema.Attribute.Option] = attribute.options
  let _: any Any.Type = attribute.valueType
  let _: Any? = attribute.defaultValue
  let _: String? = attribute.hashModifier
  let _: [Bool] = [
    attribute.isOptional, attribute.isAttribute, attribute.isRelationship, attribute.isTransient,
    attribute.isUnique, attribute.isTransformable, attribute.isCodable,
  ]
  // Ours: Apple's attributes do not know their properties.
  let _: AnyKeyPath? = attribute.keypath
  let _: any SchemaProperty & CustomDebugStringConvertible & Sendable = attribute
}

private func options() {
  let _: [Schema.Attribute.Option] = [
    .unique, .externalStorage, .preserveValueOnDeletion, .ephemeral, .allowsCloudEncryption,
    .spotlight, .codable, .transformable(by: "Transformer"),
  ]
  let _: any Codable & Hashable & Sendable = Schema.Attribute.Option.unique
  let _: any Codable & Hashable & Sendable = Schema.Relationship.Option.unique
  let _: [Schema.Relationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]
  let _: Schema.Relationship.DeleteRule? = Schema.Relationship.DeleteRule(rawValue: "cascade")
}

private func composites(_ composite: Schema.CompositeAttribute) {
  let _: Schema.Attribute = composite
  let _: [Schema.Attribute] = composite.properties
  composite.properties = []
  let _: Bool = composite == composite
}

private func relationships() {
  let relationship: Schema.Relationship = Schema.Relationship(
    .unique, deleteRule: .nullify, minimumModelCount: 0, maximumModelCount: 0,
    originalName: "a", inverse: \SurfaceModel.other, hashModifier: "b")
  let _: String = relationship.name
  let _: String = relationship.originalName
  let _: AnyKeyPath? = relationship.keypath
  let _: [Schema.Relationship.Option] = relationship.options
  let _: any Any.Type = relationship.valueType
  let _: String = relationship.destination
  let _: Schema.Relationship.DeleteRule = relationship.deleteRule
  let _: String? = relationship.inverseName
  let _: AnyKeyPath? = relationship.inverseKeyPath
  let _: Int? = relationship.minimumModelCount
  let _: Int? = relationship.maximumModelCount
  let _: String? = relationship.hashModifier
  let _: Bool = relationship.isToOneRelationship
  let _: Bool = relationship.isUnique
  let _: any SchemaProperty = relationship
}

private func constraints() {
  let binary: Schema.Index<SurfaceModel>.Types<SurfaceModel> = .binary([\.name])
  let rtree: Schema.Index<SurfaceModel>.Types<SurfaceModel> = .rtree([\.number])
  let index: Schema.Index<SurfaceModel> = Schema.Index(binary, rtree)
  let _: Schema.Index<SurfaceModel> = Schema.Index([\.name])
  let _: [Schema.Index<SurfaceModel>.Types<SurfaceModel>] = index.indices
  let _: Schema.Index<SurfaceModel>.CodingKeys = .indices
  let unique: Schema.Unique<SurfaceModel> = Schema.Unique([\.name])
  let _: [[PartialKeyPath<SurfaceModel>]] = unique.constraints
  let _: Schema.Unique<SurfaceModel>.CodingKeys = .constraints
  let _: [any SchemaProperty & Codable & Hashable] = [index, unique]
}

private func entities(_ attribute: Schema.Attribute) {
  let _: Schema.Entity = Schema.Entity("A")
  let _: Schema.Entity = Schema.Entity("A", properties: attribute)
  let entity: Schema.Entity = Schema.Entity(
    "A", subentities: Schema.Entity("B"), Schema.Entity("C"), properties: attribute)
  let _: String = entity.name
  let _: Set<Schema.Entity> = entity.subentities
  let _: String? = entity.superentityName
  let _: Schema.Entity? = entity.superentity
  let _: [any SchemaProperty] = entity.storedProperties
  let _: [any SchemaProperty] = entity.inheritedProperties
  let _: [any SchemaProperty] = entity.properties
  let _: Set<Schema.Attribute> = entity.attributes
  let _: Set<Schema.Relationship> = entity.relationships
  let _: [String: Schema.Attribute] = entity.attributesByName
  let _: [String: Schema.Relationship] = entity.relationshipsByName
  let _: [String: any SchemaProperty] = entity.storedPropertiesByName
  let _: [String: any SchemaProperty] = entity.inheritedPropertiesByName
  let _: [[String]] = entity.uniquenessConstraints
  let _: [[String]] = entity.indices
  let _: any Codable & Hashable & Sendable = entity
}

private func properties<P: SchemaProperty>(_ property: inout P) {
  let _: any Codable & Hashable = property
  property.name = "a"
  property.originalName = "b"
  property.valueType = Int.self
  let _: [Bool] = [
    property.isAttribute, property.isRelationship, property.isTransient, property.isOptional,
    property.isUnique,
  ]
}

enum SurfaceVersion: VersionedSchema {
  static let models: [any PersistentModel.Type] = [SurfaceModel.self]
  static let versionIdentifier: Schema.Version = Schema.Version(1, 0, 0)
}

enum SurfacePlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [SurfaceVersion.self]
  static let stages: [MigrationStage] = [
    .lightweight(fromVersion: SurfaceVersion.self, toVersion: SurfaceVersion.self),
    .custom(
      fromVersion: SurfaceVersion.self, toVersion: SurfaceVersion.self,
      willMigrate: { (context: ModelContext) throws -> Void in try context.save() },
      didMigrate: nil),
  ]
}
