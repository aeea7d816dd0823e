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
    let types = Self.closure(of: types)
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

  /// The classes with those that their relationships lead to, in order of discovery.
  private static func closure(
    of types: [any PersistentModel.Type]
  ) -> [any PersistentModel.Type] {
    var found: [any PersistentModel.Type] = []
    var waiting = types[...]
    while let type = waiting.popFirst() {
      guard !found.contains(where: { $0 == type }) else { continue }
      found.append(type)
      for property in ModelTable.table(of: type).properties {
        switch property.kind {
        case .toOne(let model), .toMany(let model): waiting.append(model)
        case .attribute: break
        }
      }
    }
    return found
  }

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
