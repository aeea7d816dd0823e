extension Schema.Attribute {
  /// What an attribute is besides its type.
  public struct Option: Hashable, Sendable, Codable {
    private let name: String
    private var transformer: String?

    private init(_ name: String, transformer: String? = nil) {
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

    /// Kept in the value's own Codable form as a whole, which conditions do not look into.
    public static let codable = Option("codable")

    /// Kept for Apple's systems; nothing indexes it here.
    public static let spotlight = Option("spotlight")

    /// Kept for Apple's systems; nothing encrypts it here.
    public static let allowsCloudEncryption = Option("allowsCloudEncryption")

    /// Goes through a transformer; here through the value's Codable form.
    public static func transformable(by transformerName: String) -> Option {
      Option("transformable", transformer: transformerName)
    }

    var isTransformable: Bool { name == "transformable" }

    /// Whether the value's form is not looked into.
    var isOpaque: Bool { isTransformable || self == .codable }
  }
}
