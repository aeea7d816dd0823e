public import LarderCore

/// The entities of a container or a store, made from model classes.
public final class Schema: Hashable, Sendable {
  public let version: Version
  public let entities: [Entity]

  /// The model class of each entity, by entity name.
  let models: [String: any PersistentModel.Type]

  /// The same entities in the form that stores and contexts work on.
  let lowered: EntitySchema

  /// Makes a schema of model classes; each class is an entity of its own name.
  public init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    self.version = version
    let lowered = EntitySchema(lowering: types, version: version)
    entities = lowered.entities.map(Entity.init(entity:))
    models = Dictionary(
      types.map { (Schema.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    self.lowered = lowered
  }

  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity of a model class, or `nil` when the schema does not have it.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[Self.entityName(for: type)]
  }

  public static func entityName<T: PersistentModel>(for type: T.Type) -> String { name(of: type) }

  static func name(of type: any PersistentModel.Type) -> String { String(describing: type) }

  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs || lhs.lowered == rhs.lowered
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(lowered) }
}

extension Schema {
  public typealias Version = EntitySchema.Version

  /// A kind of object.
  public final class Entity: Hashable, Sendable {
    let lowered: EntitySchema.Entity

    init(entity: EntitySchema.Entity) { lowered = entity }

    public var name: String { lowered.name.rawValue }

    public var superentityName: String? { lowered.superentity?.rawValue }

    public static func == (lhs: Entity, rhs: Entity) -> Bool { lhs.lowered == rhs.lowered }

    public func hash(into hasher: inout Hasher) { hasher.combine(lowered.name) }
  }

  /// One stored property of a model class, as the `@Model` macro writes it down.
  public struct PropertyMetadata {
    let name: String
    let keypath: AnyKeyPath
    let defaultValue: Any?
    let metadata: (any SchemaProperty)?

    /// Writes down a property; `defaultValue` and `metadata` are nil where the source has none.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}

/// What a marker such as `@Attribute` or `@Relationship` says of a property.
public protocol SchemaProperty: Sendable {}

extension Schema {
  /// What `@Attribute` says.
  public final class Attribute: SchemaProperty {
    public let options: [Option]
    public let originalName: String?

    public init(_ options: Option..., originalName: String? = nil) {
      self.options = options
      self.originalName = originalName
    }

    public struct Option: Hashable, Sendable {
      let name: String

      public static let unique = Option(name: "unique")
    }
  }

  /// What `@Relationship` says.
  public final class Relationship: SchemaProperty {
    public typealias DeleteRule = EntitySchema.DeleteRule

    public let deleteRule: DeleteRule
    public let inverseName: String?
    public let minimumModelCount: Int?
    public let maximumModelCount: Int?
    public let originalName: String?

    /// The inverse is given by name; nil where it is found from the other side or does not exist.
    public init(
      deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = nil,
      maximumModelCount: Int? = nil, originalName: String? = nil, inverseName: String? = nil
    ) {
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.originalName = originalName
      self.inverseName = inverseName
    }
  }
}
