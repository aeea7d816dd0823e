import LarderCore
import Synchronization

/// What stays the same while a store is open: its schema, and how its entities stand in records.
final class StoreModel: Sendable {
  let schema: EntitySchema
  let entities: [EntityName: EntityModel]

  /// - Throws: ``PersistenceError`` with code `schema.invalid` when a declared schema lacks an entity of
  ///   the file.
  init(_ document: JSONDocument, schema declared: EntitySchema?, storeIdentifier: String) throws {
    if let declared {
      for table in document.tables where declared.entity(table.entityName) == nil {
        throw PersistenceError(
          .invalidSchema, entity: table.entityName,
          detail: "the schema declares no entity for the records of `\(table.entityName)`")
      }
    }
    let schema = declared ?? document.schema ?? SchemaInference(document).schema
    self.schema = schema
    let origins = Dictionary(
      schema.entities.map {
        (
          $0.name,
          PersistentIdentifier.Origin(
            storeIdentifier: storeIdentifier, entityName: $0.name)
        )
      }, uniquingKeysWith: { first, _ in first })
    var models: [EntityName: EntityModel] = [:]
    for entity in schema.entities {
      guard let layout = schema.layout(of: entity.name), let origin = origins[entity.name] else {
        continue
      }
      let table = document.table(of: entity.name)
      models[entity.name] = EntityModel(
        layout: layout, origin: origin, attributes: schema.allAttributes(of: entity.name),
        relationships: schema.allRelationships(of: entity.name), origins: origins,
        scheme: .init(document.shape, table: table), holdsEveryToOne: document.schema != nil)
    }
    entities = models
  }
}

/// How the objects of one entity stand in records.
final class EntityModel: Sendable {
  /// A property of the entity, as its records hold it.
  enum Property: Sendable {
    case attribute(EntitySchema.Attribute)
    case relationship(EntitySchema.Relationship, PersistentIdentifier.Origin)
    /// The key that a record stands under.
    case key(EntitySchema.Attribute)
  }

  /// Where the identity of the objects comes from.
  enum Scheme: Hashable, Sendable {
    /// From the key that a record stands under.
    case key
    /// From the record's `persistentIdentifier`.
    case persistentIdentifier
    /// From a unique attribute; without one, from the place in the file.
    case attribute

    init(_ shape: JSONDocument.Shape, table: RecordTable?) {
      switch shape {
      case .keyed: self = .key
      case .identified: self = .persistentIdentifier
      case .lines, .array, .arrays: self = .attribute
      }
    }
  }

  let layout: EntityLayout
  let origin: PersistentIdentifier.Origin

  /// One a property, in the order of the layout.
  let properties: [Property]
  let scheme: Scheme

  /// Records hold their to-one relationships even where the destinations' records hold the inverse.
  let holdsEveryToOne: Bool

  /// The attribute that holds the key of a keyed record; `nil` in other files.
  let keyAttribute: AttributeName?

  /// Names of attributes that may be the identity, best first.
  let identityCandidates: [AttributeName]

  /// The attribute that was found to be the identity; `.some(nil)` where there is none, `nil` where
  /// nobody has looked yet.
  let identityAttribute = Mutex<AttributeName??>(nil)

  var entityName: EntityName { layout.entityName }

  init(
    layout: EntityLayout, origin: PersistentIdentifier.Origin,
    attributes: [EntitySchema.Attribute], relationships: [EntitySchema.Relationship],
    origins: [EntityName: PersistentIdentifier.Origin], scheme: Scheme,
    holdsEveryToOne: Bool
  ) {
    self.holdsEveryToOne = holdsEveryToOne
    self.layout = layout
    self.origin = origin
    self.scheme = scheme
    let keyAttribute = scheme == .key ? SchemaInference.keyAttributeName(attributes) : nil
    self.keyAttribute = keyAttribute
    properties =
      attributes.map { $0.name == keyAttribute ? .key($0) : .attribute($0) }
      + relationships.map {
        .relationship(
          $0,
          origins[$0.destination]
            ?? PersistentIdentifier.Origin(
              storeIdentifier: origin.storeIdentifier, entityName: $0.destination))
      }
    identityCandidates =
      scheme == .attribute
      ? IdentityCandidates.names(attributes, of: layout.entityName, limit: 4) : []
  }
}
