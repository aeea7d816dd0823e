import LarderCore

/// A property of an entity: an attribute or a relationship.
///
/// In the metadata of a model also what `#Unique` and `#Index` say of several properties.
public protocol SchemaProperty: Codable, Hashable {
  var name: String { get set }

  /// The name in an earlier version; the name itself where it has not changed.
  var originalName: String { get set }

  /// The Swift type of the values.
  var valueType: any Any.Type { get set }

  var isAttribute: Bool { get }
  var isRelationship: Bool { get }

  /// Whether no store keeps the values.
  var isTransient: Bool { get }
  var isOptional: Bool { get }
  var isUnique: Bool { get }
}

extension Schema {
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

    /// Whether the row is about several properties, as `#Unique` and `#Index` write it.
    var isConstraint: Bool { metadata is any NamedConstraints }

    var valueType: any Any.Type { type(of: keypath).valueType }
  }
}

/// A row of the metadata that names sets of properties.
protocol NamedConstraints {
  var uniquenessConstraints: [[AttributeName]] { get }
  var indexedProperties: [[AttributeName]] { get }
}
