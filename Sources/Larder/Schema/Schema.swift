public import Foundation
public import LarderCore

/// The entities of a container or a store.
public final class Schema: Hashable, Sendable, CustomDebugStringConvertible {
  public typealias Version = EntitySchema.Version

  /// The form in which ``save(to:)`` writes.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  public let version: Version

  /// The form in which the schema was written; of one that was not read, the current one.
  public let encodingVersion: Version

  /// In the order of their declaration, those that relationships lead to after.
  public let entities: [Entity]

  /// The model class of each entity, by entity name.
  let models: [String: any PersistentModel.Type]

  /// The same entities in the form that stores and contexts work on.
  let lowered: EntitySchema

  private init(
    entities: [Entity], version: Version, encodingVersion: Version = schemaEncodingVersion,
    infersInverses: Bool = true
  ) {
    let entities = Self.linked(entities)
    var lowered = EntitySchema(version: version, entities: entities.map(\.lowered))
    if infersInverses { lowered.inferInverses() }
    for entity in entities {
      for relationship in entity.storedProperties.compactMap({ $0 as? Relationship }) {
        relationship.inverseName =
          lowered.entity(EntityName(entity.name))?
          .relationship(AttributeName(relationship.name))?.inverse?.rawValue
      }
    }
    self.version = version
    self.encodingVersion = encodingVersion
    self.entities = entities
    self.lowered = lowered
    models = Dictionary(
      entities.compactMap { entity in entity.model.map { (entity.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The entities with those that inherit from them, each knowing the one above.
  private static func linked(_ entities: [Entity]) -> [Entity] {
    var found: [Entity] = []
    var waiting = entities[...]
    while let entity = waiting.popFirst() {
      guard !found.contains(where: { $0 === entity }) else { continue }
      found.append(entity)
      waiting += entity.subentities.sorted { $0.name < $1.name }
    }
    for entity in found where entity.superentity == nil {
      if let name = entity.superentityName, let parent = found.first(where: { $0.name == name }) {
        entity.inherit(from: parent)
      }
    }
    return found
  }

  public convenience init() { self.init(entities: [], version: Version(1, 0, 0)) }

  /// Makes a schema of entities without classes, to be kept or compared.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, version: version)
  }

  /// Makes a schema of model classes; each class is an entity of its own name.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    let types = Self.closure(of: types)
    self.init(entities: types.map { Entity($0, among: types) }, version: version)
  }

  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
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

  public var debugDescription: String {
    "Schema \(version): \(entities.map(\.debugDescription).joined(separator: ", "))"
  }
}

/// `{"encodingVersion": "1.0.0", "version": "1.0.0", "entities": […]}`, the form of an entity schema with
/// what only the model plane knows beside it; model classes are not in it.
extension Schema: Codable {
  private enum CodingKeys: CodingKey { case encodingVersion, version, entities }

  /// - Throws: ``SwiftDataError/unknownSchema`` for a later form; `DecodingError`.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
    guard encodingVersion <= Self.schemaEncodingVersion else {
      throw SwiftDataError.unknownSchema.saying(
        "the schema is of form \(encodingVersion); this is \(Self.schemaEncodingVersion)")
    }
    self.init(
      entities: try container.decode([Entity].self, forKey: .entities),
      version: try container.decode(Version.self, forKey: .version),
      encodingVersion: encodingVersion, infersInverses: false)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    try container.encode(entities, forKey: .entities)
  }

  /// Writes the schema as JSON, over what is there.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads what ``save(to:)`` wrote.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` for a later form; `DecodingError`; Foundation's error of a
  ///   file that cannot be read.
  public static func load(from fromURL: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
  }
}
