public import LarderCore

extension Schema {
  /// What `@Relationship` says.
  ///
  /// Key paths are immutable; Foundation does not declare them Sendable.
  public final class Relationship: SchemaProperty, @unchecked Sendable {
    public typealias DeleteRule = EntitySchema.DeleteRule

    public let options: [Option]
    public let deleteRule: DeleteRule

    /// Zero and nil both set no limit.
    public let minimumModelCount: Int?
    public let maximumModelCount: Int?
    public let originalName: String?
    public let hashModifier: String?
    public let inverseKeyPath: AnyKeyPath?

    /// Without an inverse it is found from the other side, or does not exist.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.originalName = originalName
      self.hashModifier = hashModifier
      inverseKeyPath = inverse
    }

    /// The property that mirrors this one; nil where none was named.
    public var inverseName: String? {
      guard let inverseKeyPath,
        let type = type(of: inverseKeyPath).rootType as? any PersistentModel.Type
      else { return nil }
      return type.schemaMetadata.first { $0.keypath == inverseKeyPath }?.name
    }

    public struct Option: Hashable, Sendable, Codable {
      let name: String

      public static let unique = Option(name: "unique")
    }
  }
}
