import LarderCore

/// What a marker such as `@Attribute` or `@Relationship` says of a property.
public protocol SchemaProperty: Sendable {}

extension Schema.PropertyMetadata {
  /// Whether the row is about several properties, as `#Unique` and `#Index` write it.
  var isConstraint: Bool { metadata is any NamedConstraints }
}

/// A row of the metadata that names sets of properties.
protocol NamedConstraints {
  var uniquenessConstraints: [[AttributeName]] { get }
  var indexedProperties: [[AttributeName]] { get }
}
