import Foundation
import LarderCore

/// An attribute as a schema's file has it: the entity plane's form, with what only the model plane knows.
struct CodedAttribute: Codable {
  let lowered: EntitySchema.Attribute
  let options: [Schema.Attribute.Option]
  let hashModifier: String?

  private enum CodingKeys: String, CodingKey { case options, hashModifier }

  init(_ attribute: Schema.Attribute) {
    lowered = attribute.lowered
    options = attribute.options
    hashModifier = attribute.hashModifier
  }

  init(_ lowered: EntitySchema.Attribute) {
    self.lowered = lowered
    options = []
    hashModifier = nil
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let attribute = try EntitySchema.Attribute(from: decoder)
    var options =
      try container.decodeIfPresent([Schema.Attribute.Option].self, forKey: .options) ?? []
    // The entity plane's own words for two of them.
    if attribute.isUnique, !options.contains(.unique) { options.append(.unique) }
    if attribute.isTransient, !options.contains(.ephemeral) { options.append(.ephemeral) }
    lowered = attribute
    self.options = options
    hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
  }

  func encode(to encoder: any Encoder) throws {
    try lowered.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !options.isEmpty { try container.encode(options, forKey: .options) }
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
  }
}

/// A relationship as a schema's file has it.
struct CodedRelationship: Codable {
  let lowered: EntitySchema.Relationship
  let options: [Schema.Relationship.Option]
  let hashModifier: String?

  private enum CodingKeys: String, CodingKey { case options, hashModifier }

  init(_ relationship: Schema.Relationship) {
    lowered = relationship.lowered
    options = relationship.options
    hashModifier = relationship.hashModifier
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lowered = try EntitySchema.Relationship(from: decoder)
    options =
      try container.decodeIfPresent([Schema.Relationship.Option].self, forKey: .options) ?? []
    hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
  }

  func encode(to encoder: any Encoder) throws {
    try lowered.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !options.isEmpty { try container.encode(options, forKey: .options) }
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
  }
}

extension EntitySchema.AttributeType {
  /// The Swift type that values of this type have where no class says another.
  func swiftType(isOptional: Bool) -> any Any.Type {
    isOptional ? optionalType(of: plainSwiftType) : plainSwiftType
  }

  private var plainSwiftType: any Any.Type {
    switch self {
    case .bool: Bool.self
    case .integer: Int.self
    case .real: Double.self
    case .decimal: Decimal.self
    case .text: String.self
    case .date: Date.self
    case .uuid: UUID.self
    case .data: Data.self
    case .array(let element): arrayType(of: element.plainSwiftType)
    case .enumeration(_, let rawType, _): rawType.plainSwiftType
    case .composite: AttributeObject.self
    case .mixed: AttributeValue.self
    }
  }
}

private func optionalType<T>(of type: T.Type) -> any Any.Type { T?.self }

private func arrayType<T>(of type: T.Type) -> any Any.Type { [T].self }

extension AttributeValue {
  /// The Swift value that has this form; nil where no Swift type stands for it alone.
  var swiftValue: Any? {
    switch self {
    case .bool(let bool): bool
    case .integer(let integer): Int(exactly: integer)
    case .real(let real): real
    case .decimal: Decimal(attributeValue: self)
    case .text(let text): text
    case .data(let data): data
    case .array(let elements): elements.compactMap(\.swiftValue)
    case .identifier(let identifier): identifier
    case .null, .date, .uuid, .object: nil
    }
  }
}
