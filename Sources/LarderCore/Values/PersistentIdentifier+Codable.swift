/// SwiftData's JSON form: one key `implementation`, which holds the entity, the key and a URI.
///
/// A primary key is written as the integer or the string that it is; a composite one as an array. All
/// forms that SwiftData's stores write are read: `p215` of an SQLite store, integers, texts. A text that
/// reads like the former is told by its URI, where its first character is escaped.
extension PersistentIdentifier: Codable {
  private enum CodingKeys: String, CodingKey { case implementation }

  private enum ImplementationKeys: String, CodingKey {
    case entityName, primaryKey, isTemporary, uriRepresentation, storeIdentifier
  }

  public init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: CodingKeys.self)
    let inner = try outer.nestedContainer(
      keyedBy: ImplementationKeys.self, forKey: .implementation)
    let entityName = try inner.decode(String.self, forKey: .entityName)
    let storeIdentifier = try inner.decodeIfPresent(String.self, forKey: .storeIdentifier)
    let isTemporary =
      try inner.decodeIfPresent(Bool.self, forKey: .isTemporary) ?? (storeIdentifier == nil)
    var key = try inner.decode(PrimaryKey.self, forKey: .primaryKey)
    if let text = try? inner.decode(String.self, forKey: .primaryKey),
      let uri = try inner.decodeIfPresent(String.self, forKey: .uriRepresentation),
      uri.hasSuffix("/" + PrimaryKey.escaped(text))
    {
      key = .text(text)
    }
    self.init(
      storeIdentifier: isTemporary ? nil : storeIdentifier ?? "",
      entityName: EntityName(entityName),
      primaryKey: isTemporary ? key.asTemporary : key)
  }

  public func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: CodingKeys.self)
    var inner = outer.nestedContainer(keyedBy: ImplementationKeys.self, forKey: .implementation)
    try inner.encode(entityName, forKey: .entityName)
    try inner.encode(primaryKey, forKey: .primaryKey)
    try inner.encode(isTemporary, forKey: .isTemporary)
    try inner.encode(uriRepresentation, forKey: .uriRepresentation)
    try inner.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
  }

  /// The form that Core Data gives identifiers: `x-coredata://STORE/Entity/p5`.
  public var uriRepresentation: String {
    let last =
      switch primaryKey {
      case .temporary(let number): "t\(number)"
      case .integer(let number): "p\(number)"
      case .text(let text): PrimaryKey.isAmbiguous(text) ? PrimaryKey.escaped(text) : text
      case .composite: primaryKey.description
      }
    return "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(last)"
  }
}

extension PersistentIdentifier.PrimaryKey: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let parts = try? container.decode([Self].self) {
      self = .composite(parts)
    } else {
      let text = try container.decode(String.self)
      if let number = Self.number(in: text, after: "p") {
        self = .integer(number)
      } else if let number = Self.number(in: text, after: "t") {
        self = .temporary(number)
      } else {
        self = .text(text)
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .temporary(let number): try container.encode("t\(number)")
    case .integer(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .composite(let parts): try container.encode(parts)
    }
  }

  fileprivate var asTemporary: Self {
    if case .integer(let number) = self { .temporary(number) } else { self }
  }

  /// Whether a text reads like the key of an SQLite store.
  fileprivate static func isAmbiguous(_ text: String) -> Bool {
    number(in: text, after: "p") != nil || number(in: text, after: "t") != nil
  }

  /// The text with its first character as a URI escapes it: `%70215`.
  fileprivate static func escaped(_ text: String) -> String {
    guard isAmbiguous(text), let first = text.utf8.first else { return text }
    return "%" + String(first, radix: 16) + text.dropFirst()
  }

  private static func number(in text: String, after prefix: Character) -> Int64? {
    guard text.first == prefix, let number = Int64(text.dropFirst()), number >= 0 else {
      return nil
    }
    return String(number) == text.dropFirst() ? number : nil
  }
}
