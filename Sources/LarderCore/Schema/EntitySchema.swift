/// The entities of a store, with a version.
public struct EntitySchema: Hashable, Sendable {
  public var version: Version

  /// In the store's own order.
  public var entities: [Entity]

  public init(version: Version = Version(1, 0, 0), entities: [Entity]) {
    self.version = version
    self.entities = entities
  }

  /// The entity with a name, or `nil`.
  public func entity(_ name: EntityName) -> Entity? { entities.first { $0.name == name } }

  /// The layout of an entity's snapshots: inherited properties first, attributes before relationships.
  ///
  /// `nil` for an unknown entity. Stores build it once and keep it.
  public func layout(of name: EntityName) -> EntityLayout? {
    guard entity(name) != nil else { return nil }
    let names = allAttributes(of: name).map(\.name) + allRelationships(of: name).map(\.name)
    return EntityLayout(entityName: name, names: names)
  }

  /// Own and inherited attributes, inherited first.
  public func allAttributes(of name: EntityName) -> [Attribute] {
    ancestry(of: name).flatMap(\.attributes)
  }

  /// Own and inherited relationships, inherited first.
  public func allRelationships(of name: EntityName) -> [Relationship] {
    ancestry(of: name).flatMap(\.relationships)
  }

  /// An attribute of an entity or of one of its superentities.
  public func attribute(_ name: AttributeName, of entity: EntityName) -> Attribute? {
    ancestry(of: entity).lazy.compactMap { $0.attribute(name) }.first
  }

  /// A relationship of an entity or of one of its superentities.
  public func relationship(_ name: AttributeName, of entity: EntityName) -> Relationship? {
    ancestry(of: entity).lazy.compactMap { $0.relationship(name) }.first
  }

  /// The entity and its superentities, root first.
  ///
  /// A cycle ends the walk.
  public func ancestry(of name: EntityName) -> [Entity] {
    var chain: [Entity] = []
    var next: EntityName? = name
    while let current = next, let entity = entity(current),
      !chain.contains(where: { $0.name == current })
    {
      chain.insert(entity, at: 0)
      next = entity.superentity
    }
    return chain
  }

  /// The entity and everything below it.
  public func descendants(of name: EntityName) -> Set<EntityName> {
    Set(entities.map(\.name).filter { ancestry(of: $0).contains { $0.name == name } })
  }
}

extension EntitySchema {
  /// A schema's version, ordered as numbers.
  public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let major: Int
    public let minor: Int
    public let patch: Int

    /// - Precondition: No number is negative.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      precondition(
        major >= 0 && minor >= 0 && patch >= 0, "The numbers of a version are not negative.")
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    public var description: String { "\(major).\(minor).\(patch)" }

    public static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
  }

  /// A kind of object.
  public struct Entity: Hashable, Sendable {
    public var name: EntityName
    public var superentity: EntityName?
    public var isAbstract: Bool

    /// Objects of it can be read but not changed, as those of an SQL view.
    public var isReadOnly: Bool

    /// Own attributes, without inherited ones.
    public var attributes: [Attribute]

    /// Own relationships, without inherited ones.
    public var relationships: [Relationship]

    /// Each a set of properties whose values together may stand only once.
    public var uniquenessConstraints: [[AttributeName]]
    public var indices: [[AttributeName]]

    public init(
      name: EntityName, superentity: EntityName? = nil, isAbstract: Bool = false,
      isReadOnly: Bool = false, attributes: [Attribute] = [], relationships: [Relationship] = [],
      uniquenessConstraints: [[AttributeName]] = [], indices: [[AttributeName]] = []
    ) {
      self.name = name
      self.superentity = superentity
      self.isAbstract = isAbstract
      self.isReadOnly = isReadOnly
      self.attributes = attributes
      self.relationships = relationships
      self.uniquenessConstraints = uniquenessConstraints
      self.indices = indices
    }

    /// An own attribute, or `nil`.
    public func attribute(_ name: AttributeName) -> Attribute? {
      attributes.first { $0.name == name }
    }

    /// An own relationship, or `nil`.
    public func relationship(_ name: AttributeName) -> Relationship? {
      relationships.first { $0.name == name }
    }
  }

  /// A value property of an entity.
  public struct Attribute: Hashable, Sendable {
    public var name: AttributeName
    public var type: AttributeType
    public var isOptional: Bool

    /// No two objects of the entity may hold the same non-null value.
    public var isUnique: Bool

    /// Not to be written, such as a generated column or the columns of a foreign key.
    public var isReadOnly: Bool

    /// Never reaches a store.
    public var isTransient: Bool

    /// A store that keeps a history keeps the value of deleted objects there.
    public var isPreservedOnDeletion: Bool

    /// What an insert takes when no value is given; `nil` when there is no default.
    public var defaultValue: AttributeValue?

    /// The name in an earlier version, or `nil` when it has not changed.
    public var originalName: AttributeName?

    /// What was seen, where the type was inferred from data; `nil` where it was declared.
    public var observation: Observation?

    public init(
      name: AttributeName, type: AttributeType, isOptional: Bool = false, isUnique: Bool = false,
      isReadOnly: Bool = false, isTransient: Bool = false, defaultValue: AttributeValue? = nil,
      originalName: AttributeName? = nil, observation: Observation? = nil,
      isPreservedOnDeletion: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.isUnique = isUnique
      self.isReadOnly = isReadOnly
      self.isTransient = isTransient
      self.defaultValue = defaultValue
      self.originalName = originalName
      self.observation = observation
      self.isPreservedOnDeletion = isPreservedOnDeletion
    }
  }

  /// How often each kind of value was seen in an attribute whose type was inferred.
  public struct Observation: Hashable, Sendable {
    /// Non-null values by kind.
    public var counts: [AttributeValue.Kind: Int]
    public var nullCount: Int
    public var missingCount: Int

    public init(
      counts: [AttributeValue.Kind: Int] = [:], nullCount: Int = 0, missingCount: Int = 0
    ) {
      self.counts = counts
      self.nullCount = nullCount
      self.missingCount = missingCount
    }
  }

  /// The type of an attribute's non-null values.
  public indirect enum AttributeType: Hashable, Sendable {
    /// Values of several kinds; they compare within their kind.
    case mixed
    case bool
    case integer
    case real
    case decimal
    case text
    case date
    case uuid
    case data
    case array(of: AttributeType)
    /// A nested object with named members, reachable by path.
    case composite([Attribute])
    /// A Swift enum stored by its raw value, of type `text` or `integer`.
    case enumeration(name: String, rawType: AttributeType, cases: [EnumerationCase])
  }

  /// A case of a raw-value enum.
  public struct EnumerationCase: Hashable, Sendable {
    public var name: String
    public var rawValue: AttributeValue

    public init(name: String, rawValue: AttributeValue) {
      self.name = name
      self.rawValue = rawValue
    }
  }

  /// A link to objects of another entity, or of the same.
  public struct Relationship: Hashable, Sendable {
    public var name: AttributeName
    public var destination: EntityName
    public var isToMany: Bool
    public var isOptional: Bool

    /// The order of a to-many relationship's objects is kept.
    public var isOrdered: Bool

    /// The relationship of the destination that mirrors this one, or `nil` when there is none.
    public var inverse: AttributeName?

    /// What becomes of the destination when an object of this entity is deleted.
    public var deleteRule: DeleteRule
    public var minimumCount: Int?
    public var maximumCount: Int?
    public var originalName: AttributeName?

    public init(
      name: AttributeName, destination: EntityName, isToMany: Bool = false,
      isOptional: Bool = true, isOrdered: Bool = false, inverse: AttributeName? = nil,
      deleteRule: DeleteRule = .nullify, minimumCount: Int? = nil, maximumCount: Int? = nil,
      originalName: AttributeName? = nil
    ) {
      self.name = name
      self.destination = destination
      self.isToMany = isToMany
      self.isOptional = isOptional
      self.isOrdered = isOrdered
      self.inverse = inverse
      self.deleteRule = deleteRule
      self.minimumCount = minimumCount
      self.maximumCount = maximumCount
      self.originalName = originalName
    }
  }

  /// What a delete does to the objects that a relationship leads to.
  public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
    case noAction, nullify, cascade, deny
  }
}
