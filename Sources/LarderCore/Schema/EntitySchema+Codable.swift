// What is false, empty or absent is left out. Observations are not kept: they are of what stood in a
// store at one moment.

extension EntitySchema: Codable {
  private enum CodingKeys: String, CodingKey { case version, entities }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      version: try container.decode(Version.self, forKey: .version),
      entities: try container.decode([Entity].self, forKey: .entities))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(entities, forKey: .entities)
  }
}

/// A version is a text, `1.0.0`.
extension EntitySchema.Version: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let version = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text.quotedLiteral) is no version")
    }
    self = version
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The version that a description stands for; `nil` for another text.
  public init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1],
      let patch = numbers[2], major >= 0, minor >= 0, patch >= 0
    else { return nil }
    self.init(major, minor, patch)
  }
}

extension EntitySchema.Entity: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, superentity, isAbstract, isReadOnly, attributes, relationships, unique, indices
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: EntityName(try container.decode(String.self, forKey: .name)),
      superentity: try container.decodeIfPresent(String.self, forKey: .superentity)
        .map { EntityName($0) },
      isAbstract: try container.flag(.isAbstract), isReadOnly: try container.flag(.isReadOnly),
      attributes: try container.decodeIfPresent([EntitySchema.Attribute].self, forKey: .attributes)
        ?? [],
      relationships: try container.decodeIfPresent(
        [EntitySchema.Relationship].self, forKey: .relationships) ?? [],
      uniquenessConstraints: try container.names(.unique),
      indices: try container.names(.indices))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name.rawValue, forKey: .name)
    try container.encodeIfPresent(superentity?.rawValue, forKey: .superentity)
    try container.encode(flag: isAbstract, .isAbstract)
    try container.encode(flag: isReadOnly, .isReadOnly)
    if !attributes.isEmpty { try container.encode(attributes, forKey: .attributes) }
    if !relationships.isEmpty { try container.encode(relationships, forKey: .relationships) }
    try container.encode(names: uniquenessConstraints, .unique)
    try container.encode(names: indices, .indices)
  }
}

extension EntitySchema.Attribute: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, type, isOptional, isUnique, isReadOnly, isTransient, defaultValue, originalName
    case isPreservedOnDeletion
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // A default of null is a default.
    let hasDefault = container.contains(.defaultValue)
    self.init(
      name: AttributeName(try container.decode(String.self, forKey: .name)),
      type: try container.decode(EntitySchema.AttributeType.self, forKey: .type),
      isOptional: try container.flag(.isOptional), isUnique: try container.flag(.isUnique),
      isReadOnly: try container.flag(.isReadOnly), isTransient: try container.flag(.isTransient),
      defaultValue: hasDefault
        ? try container.decodeIfPresent(TaggedValue.self, forKey: .defaultValue)?.value ?? .null
        : nil,
      originalName: try container.decodeIfPresent(String.self, forKey: .originalName)
        .map { AttributeName($0) },
      isPreservedOnDeletion: try container.flag(.isPreservedOnDeletion))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name.rawValue, forKey: .name)
    try container.encode(type, forKey: .type)
    try container.encode(flag: isOptional, .isOptional)
    try container.encode(flag: isUnique, .isUnique)
    try container.encode(flag: isReadOnly, .isReadOnly)
    try container.encode(flag: isTransient, .isTransient)
    try container.encodeIfPresent(defaultValue.map(TaggedValue.init), forKey: .defaultValue)
    try container.encodeIfPresent(originalName?.rawValue, forKey: .originalName)
    try container.encode(flag: isPreservedOnDeletion, .isPreservedOnDeletion)
  }
}

extension EntitySchema.EnumerationCase: Codable {
  private enum CodingKeys: String, CodingKey { case name, rawValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      rawValue: try container.decode(TaggedValue.self, forKey: .rawValue).value)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(TaggedValue(rawValue), forKey: .rawValue)
  }
}

extension EntitySchema.DeleteRule: Codable {}

extension EntitySchema.Relationship: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, destination, isToMany, isOptional, isOrdered, inverse, deleteRule, minimumCount
    case maximumCount, originalName
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: AttributeName(try container.decode(String.self, forKey: .name)),
      destination: EntityName(try container.decode(String.self, forKey: .destination)),
      isToMany: try container.flag(.isToMany), isOptional: try container.flag(.isOptional),
      isOrdered: try container.flag(.isOrdered),
      inverse: try container.decodeIfPresent(String.self, forKey: .inverse)
        .map { AttributeName($0) },
      deleteRule: try container.decode(EntitySchema.DeleteRule.self, forKey: .deleteRule),
      minimumCount: try container.decodeIfPresent(Int.self, forKey: .minimumCount),
      maximumCount: try container.decodeIfPresent(Int.self, forKey: .maximumCount),
      originalName: try container.decodeIfPresent(String.self, forKey: .originalName)
        .map { AttributeName($0) })
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name.rawValue, forKey: .name)
    try container.encode(destination.rawValue, forKey: .destination)
    try container.encode(flag: isToMany, .isToMany)
    try container.encode(flag: isOptional, .isOptional)
    try container.encode(flag: isOrdered, .isOrdered)
    try container.encodeIfPresent(inverse?.rawValue, forKey: .inverse)
    try container.encode(deleteRule, forKey: .deleteRule)
    try container.encodeIfPresent(minimumCount, forKey: .minimumCount)
    try container.encodeIfPresent(maximumCount, forKey: .maximumCount)
    try container.encodeIfPresent(originalName?.rawValue, forKey: .originalName)
  }
}

extension KeyedDecodingContainer {
  fileprivate func flag(_ key: Key) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: key) ?? false
  }

  fileprivate func names(_ key: Key) throws -> [[AttributeName]] {
    try (decodeIfPresent([[String]].self, forKey: key) ?? []).map {
      $0.map { AttributeName($0) }
    }
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode(flag: Bool, _ key: Key) throws {
    if flag { try encode(true, forKey: key) }
  }

  fileprivate mutating func encode(names: [[AttributeName]], _ key: Key) throws {
    if !names.isEmpty { try encode(names.map { $0.map(\.rawValue) }, forKey: key) }
  }
}
