extension Schema {
  /// What `@Attribute` says.
  public final class Attribute: SchemaProperty {
    public let options: [Option]

    /// The name in an earlier version; nil when it has not changed.
    public let originalName: String?
    public let hashModifier: String?

    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName
      self.hashModifier = hashModifier
    }

    public var isUnique: Bool { options.contains(.unique) }
    public var isTransient: Bool { options.contains(.ephemeral) }

    public struct Option: Hashable, Sendable, Codable {
      let name: String
      var transformer: String?

      init(_ name: String, transformer: String? = nil) {
        self.name = name
        self.transformer = transformer
      }

      /// No two objects hold the same value; an insert of one that is there updates it.
      public static let unique = Option("unique")

      /// Large data; a hint, which the stores here do not need.
      public static let externalStorage = Option("externalStorage")

      /// History keeps the value of deleted objects.
      public static let preserveValueOnDeletion = Option("preserveValueOnDeletion")

      /// Tracked, but never stored.
      public static let ephemeral = Option("ephemeral")

      /// Stored in the value's own Codable form, as every value without another is here.
      public static let codable = Option("codable")
      public static let spotlight = Option("spotlight")
      public static let allowsCloudEncryption = Option("allowsCloudEncryption")

      /// Goes through a transformer; here through the value's Codable form.
      public static func transformable(by transformerName: String) -> Option {
        Option("transformable", transformer: transformerName)
      }
    }
  }
}
