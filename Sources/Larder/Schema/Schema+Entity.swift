import LarderCore

extension Schema {
  /// A kind of object.
  ///
  /// It is put together before it becomes part of a schema, and does not change after.
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    public let name: String

    /// Those that inherit from this one directly.
    public private(set) var subentities: Set<Entity> = []

    /// The one that this one inherits from; nil for none, and once the schema is gone.
    public private(set) weak var superentity: Entity?
    public private(set) var superentityName: String?

    /// Attributes and relationships of the entity itself, in the order of their declaration.
    public let storedProperties: [any SchemaProperty]

    /// The model class, where the schema was made from classes.
    let model: (any PersistentModel.Type)?
    private let constraints: [[AttributeName]]
    private let indexedProperties: [[AttributeName]]

    public convenience init(_ name: String) { self.init(name, [], subentities: []) }

    /// Makes an entity of attributes and relationships; `Unique` and `Index` among them are about
    /// several of them.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name, properties, subentities: [])
    }

    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name, properties, subentities: subentities)
    }

    private init(_ name: String, _ properties: [any SchemaProperty], subentities: [Entity]) {
      self.name = name
      model = nil
      let constraints = properties.compactMap { $0 as? any NamedConstraints }
      self.constraints = constraints.flatMap(\.uniquenessConstraints)
      indexedProperties = constraints.flatMap(\.indexedProperties)
      storedProperties = properties.filter { !($0 is any NamedConstraints) }
      for subentity in subentities { subentity.inherit(from: self) }
    }

    /// Properties that the nearest class above in the schema has are inherited.
    init(_ model: any PersistentModel.Type, among types: [any PersistentModel.Type]) {
      let parent = superclasses(of: model).first { above in types.contains { $0 == above } }
      let rows = model.schemaMetadata.dropFirst(parent?.schemaMetadata.count ?? 0)
      name = Schema.name(of: model)
      self.model = model
      superentityName = parent.map { Schema.name(of: $0) }
      storedProperties = rows.filter { !$0.isConstraint }.map(Self.property(of:))
      let constraints = rows.compactMap { $0.metadata as? any NamedConstraints }
      self.constraints = constraints.flatMap(\.uniquenessConstraints)
      indexedProperties = constraints.flatMap(\.indexedProperties)
    }

    private static func property(of row: PropertyMetadata) -> any SchemaProperty {
      if let relationship = Relationship(row) { return relationship }
      return Attribute.attribute(of: row)
    }

    private enum CodingKeys: String, CodingKey {
      case name, superentity, attributes, relationships, unique, indices
    }

    public init(from decoder: any Decoder) throws {
      let lowered = try EntitySchema.Entity(from: decoder)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let attributes =
        try container.decodeIfPresent([CodedAttribute].self, forKey: .attributes) ?? []
      let relationships =
        try container.decodeIfPresent([CodedRelationship].self, forKey: .relationships) ?? []
      name = lowered.name.rawValue
      model = nil
      superentityName = lowered.superentity?.rawValue
      storedProperties = attributes.map(Attribute.attribute) + relationships.map(Relationship.init)
      constraints = lowered.uniquenessConstraints
      indexedProperties = lowered.indices
    }

    public func encode(to encoder: any Encoder) throws {
      var plain = lowered
      (plain.attributes, plain.relationships) = ([], [])
      try plain.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      let (attributes, relationships) = (ownAttributes, ownRelationships)
      if !attributes.isEmpty {
        try container.encode(attributes.map(CodedAttribute.init), forKey: .attributes)
      }
      if !relationships.isEmpty {
        try container.encode(relationships.map(CodedRelationship.init), forKey: .relationships)
      }
    }

    /// Makes another entity the one that this one inherits from.
    func inherit(from entity: Entity) {
      superentity = entity
      superentityName = entity.name
      entity.subentities.insert(self)
    }

    public static func == (lhs: Entity, rhs: Entity) -> Bool {
      lhs === rhs || lhs.lowered == rhs.lowered
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public var debugDescription: String {
      "\(name)(\(properties.map(\.name).joined(separator: ", ")))"
    }
  }
}

extension Schema.Entity {
  /// What the entities above have, from the top down.
  public var inheritedProperties: [any SchemaProperty] { superentity?.properties ?? [] }

  /// Inherited properties before those of the entity itself.
  public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

  public var attributes: Set<Schema.Attribute> {
    Set(properties.compactMap { $0 as? Schema.Attribute })
  }

  public var relationships: Set<Schema.Relationship> {
    Set(properties.compactMap { $0 as? Schema.Relationship })
  }

  public var attributesByName: [String: Schema.Attribute] {
    Self.byName(properties.compactMap { $0 as? Schema.Attribute })
  }

  public var relationshipsByName: [String: Schema.Relationship] {
    Self.byName(properties.compactMap { $0 as? Schema.Relationship })
  }

  public var storedPropertiesByName: [String: any SchemaProperty] {
    Self.byName(storedProperties)
  }

  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    Self.byName(inheritedProperties)
  }

  /// Sets of properties whose values together stand only once, those of one property first.
  public var uniquenessConstraints: [[String]] {
    ownAttributes.filter(\.isUnique).map { [$0.name] } + constraints.map { $0.map(\.rawValue) }
  }

  /// Sets of properties by which objects are found fast.
  public var indices: [[String]] { indexedProperties.map { $0.map(\.rawValue) } }

  private static func byName<Property>(_ properties: [Property]) -> [String: Property] {
    Dictionary(
      properties.compactMap { property in
        (property as? any SchemaProperty).map { ($0.name, property) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private var ownAttributes: [Schema.Attribute] {
    storedProperties.compactMap { $0 as? Schema.Attribute }
  }

  private var ownRelationships: [Schema.Relationship] {
    storedProperties.compactMap { $0 as? Schema.Relationship }
  }

  /// The entity plane's form.
  var lowered: EntitySchema.Entity {
    EntitySchema.Entity(
      name: EntityName(name), superentity: superentityName.map { EntityName($0) },
      attributes: ownAttributes.map(\.lowered), relationships: ownRelationships.map(\.lowered),
      uniquenessConstraints: constraints, indices: indexedProperties)
  }
}
