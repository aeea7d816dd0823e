import LarderCore

/// How the objects of one entity stand in a service's replies.
final class ServiceEntity: Sendable {
  /// A member of a row that is a value.
  struct Attribute: Sendable {
    var attribute: EntitySchema.Attribute

    /// The member's name in rows and conditions.
    var wireName: String
    var dates = Dates.moments

    /// The service's own name of an enumeration's type.
    var enumerationType: String?

    /// Conditions on it cannot be spelled.
    var isOpaque = false

    /// A date that is a moment, or a day without a time.
    enum Dates: Sendable { case moments, days }
  }

  /// How a row tells of the objects that a relationship leads to.
  enum Link: Hashable, Sendable {
    /// A member holds the key or the keys, or the objects with theirs.
    case keys(String)
    /// The object or objects stand inside, where they are asked for.
    case expanded(String)
    /// JSON:API's linkage.
    case linkage(String)
    /// Only the destination's rows tell.
    case inverse
  }

  struct Relationship: Sendable {
    var relationship: EntitySchema.Relationship
    var link: Link

    /// The relationship's name in conditions.
    var wireName: String

    /// The members of the destination that make up its key.
    var keyNames: [String] = []
  }

  /// A part of the primary key.
  struct Key: Hashable, Sendable {
    var wireName: String
    var type: EntitySchema.AttributeType
  }

  let layout: EntityLayout
  let origin: PersistentIdentifier.Origin

  /// What stands for the entity in addresses, and as JSON:API's type.
  let collection: String

  /// The service's own name of the type, where it has one.
  let typeName: String?
  let keys: [Key]

  /// The keys that it takes from clients, and those that clients draw; `nil` where the dialect's count.
  let takenKeys: KeyPattern?
  let drawnKeys: KeyPattern?
  let attributes: [Attribute]
  let relationships: [Relationship]

  /// The origins of the identifiers that relationships lead to.
  let destinations: [PersistentIdentifier.Origin]

  var name: EntityName { layout.entityName }

  init(
    layout: EntityLayout, origin: PersistentIdentifier.Origin, collection: String,
    typeName: String?, keys: [Key], takenKeys: KeyPattern? = nil, drawnKeys: KeyPattern? = nil,
    attributes: [Attribute], relationships: [Relationship],
    destinations: [PersistentIdentifier.Origin]
  ) {
    self.layout = layout
    self.origin = origin
    self.collection = collection
    self.typeName = typeName
    self.keys = keys
    self.takenKeys = takenKeys
    self.drawnKeys = drawnKeys
    self.attributes = attributes
    self.relationships = relationships
    self.destinations = destinations
  }

  func attribute(_ name: AttributeName) -> Attribute? {
    attributes.first { $0.attribute.name == name }
  }

  /// The type that the service's key has where an attribute is that key; `nil` for any other.
  func keyType(_ attribute: Attribute) -> EntitySchema.AttributeType? {
    keys.first { $0.wireName == attribute.wireName }?.type
  }

  func relationship(_ name: AttributeName) -> Relationship? {
    relationships.first { $0.relationship.name == name }
  }
}

/// The entities of a service, and how they stand in its replies.
struct ServiceModel: Sendable {
  var schema: EntitySchema
  var entities: [EntityName: ServiceEntity]

  /// What was guessed or left aside, for people.
  var notes: [String] = []

  func entity(_ name: EntityName) throws -> ServiceEntity {
    guard let entity = entities[name] else {
      throw PersistenceError(.unknownEntity, entity: name)
    }
    return entity
  }
}
